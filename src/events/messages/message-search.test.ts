import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { secretOf } from '../account/keys/secret.ts';
import { seconds } from '../core/time.ts';
import { foundLine } from './message-search.ts';

const ME = 'a'.repeat(64);
const BEN = 'b'.repeat(64);

function opened(at: number, words: string) {
  const event = trusted({ kind: 4, pubkey: BEN, content: words, tags: [], created_at: at });
  const { id, pubkey } = event;
  return {
    message: { id, pubkey, created_at: seconds(at), form: 'nip04', event } as const,
    text: secretOf(words),
  };
}

const found = (search: string, ...all: ReturnType<typeof opened>[]) =>
  foundLine(all, search, ME)?.text.reveal();

test('DM-01 a search finds the newest of all loaded messages with the words, in any case', () => {
  const all = [opened(3, 'The Ferry leaves'), opened(9, 'a ferry came'), opened(12, 'Good night')];
  expect(found(' FERRY ', ...all)).toBe('a ferry came');
  expect(found('train', ...all)).toBeUndefined();
  expect(found(' ', ...all)).toBeUndefined();
});

test('DM-01 a long message is shown from shortly before the words', () => {
  const long = `${'some words '.repeat(30)}about the ferry at noon`;
  expect(found('ferry', opened(1, long))).toBe('…some words about the ferry at noon');
  expect(found('ferry', opened(1, `${'x'.repeat(90)}ferry`))).toBe(`…${'x'.repeat(20)}ferry`);
});
