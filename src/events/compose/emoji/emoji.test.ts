import { expect, test } from 'vitest';
import { findEmojis } from './emoji.ts';

test('COMPOSE-05 the emoji whose name fits best comes first; recent use decides between equals', () => {
  const table = [
    { sign: '🐱', name: 'cat face', words: ['pet'] },
    { sign: '🐈', name: 'cat', words: ['pet'] },
    { sign: '🦁', name: 'lion', words: ['cat'] },
    { sign: '🐶', name: 'dog', words: ['pet'] },
  ];
  const signs = (query: string, history: readonly string[]) =>
    findEmojis(query, table, history, 3).map(({ sign }) => sign);
  expect(signs('cat', ['🐱'])).toEqual(['🐈', '🦁', '🐱']);
  expect(signs('cat', ['🦁', '🐈'])).toEqual(['🦁', '🐈', '🐱']);
  expect(signs('pet', ['🐶'])).toEqual(['🐶', '🐱', '🐈']);
});
