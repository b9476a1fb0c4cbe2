import { expect, test } from 'vitest';
import { linkAlone } from './link-alone.ts';
import { readMarkdown } from './markdown.ts';

const alone = (content: string) =>
  readMarkdown({ content, tags: [] }).blocks.map((block) => linkAlone(block)?.text);

test('NOTE-08 only a bare web link that is a whole paragraph of an article gets a card', () => {
  expect(alone('Before\n\nhttps://page.example/a\n\nAfter')).toEqual([
    undefined,
    'https://page.example/a',
    undefined,
  ]);
  for (const text of [
    'Read https://page.example/a',
    '[words](https://page.example/a)',
    'https://page.example/a\nhttps://page.example/b',
    'mailto:ada@page.example',
    '# https://page.example/a',
    '- https://page.example/a',
    '**https://page.example/a**',
  ])
    expect([text, alone(text)]).toEqual([text, [undefined]]);
});
