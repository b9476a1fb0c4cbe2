import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { naddrOf } from '../../nostr/nip19.ts';
import { readHighlight } from '../../reading/article/highlight.ts';
import { buildHighlight } from './build-acts.ts';
import { draftOf } from '../compose.ts';
import { BLANK } from '../../publish/writing/writing.ts';

const AUTHOR = 'b'.repeat(64);
const ARTICLE = trusted({
  kind: KIND.LongForm,
  pubkey: AUTHOR,
  tags: [['d', 'tides']],
  content: 'The sea comes and goes. Nobody asks.',
});
const found = { event: ARTICLE, relays: ['wss://relay.example'] };

test('THREAD-05 a highlight names article, author, paragraph and comment (NIP-84)', () => {
  const draft = buildHighlight(found, {
    text: 'The sea',
    context: 'The sea comes and goes.',
    comment: 'So it does',
  });
  expect(draft).toEqual({
    kind: 9_802,
    content: 'The sea',
    tags: [
      ['a', `30023:${AUTHOR}:tides`, 'wss://relay.example'],
      ['p', AUTHOR, 'wss://relay.example', 'author'],
      ['context', 'The sea comes and goes.'],
      ['comment', 'So it does'],
      ['alt', 'Highlight: The sea'],
    ],
  });
  expect(readHighlight(trusted(draft))).toMatchObject({
    text: 'The sea',
    comment: 'So it does',
    author: AUTHOR,
    target: { key: `30023:${AUTHOR}:tides` },
  });
  expect(
    buildHighlight({ event: trusted({ content: 'a note' }) }, { text: 'a', context: 'a' }).tags.map(
      ([name]) => name,
    ),
  ).toEqual(['e', 'p', 'alt']);
});

test('THREAD-05 a quote of a passage holds the user’s own words, the passage, and the article', () => {
  const aim = { type: 'quote', found, passage: 'The sea comes\nand goes.' } as const;
  const address = naddrOf({
    kind: KIND.LongForm,
    pubkey: AUTHOR,
    identifier: 'tides',
    relays: found.relays,
  });
  const { content, tags } = draftOf(aim, { ...BLANK, text: 'True.' }, 'a'.repeat(64));
  expect(content).toBe(`True.\n\n> The sea comes\n> and goes.\n\nnostr:${address}`);
  expect(tags).toContainEqual(['q', `30023:${AUTHOR}:tides`, 'wss://relay.example', AUTHOR]);
  expect(draftOf(aim, BLANK, 'a'.repeat(64)).content.startsWith('> The sea')).toBe(true);
});
