import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND } from '../../nostr/kinds.ts';
import { npubOf } from '../../nostr/nip19.ts';
import { groupsOf, MOST_NAMED_PEOPLE, MOST_TOPICS } from './content-group.ts';

const people = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `nostr:${npubOf(at.toString(16).padStart(64, '0'))}`,
  ).join(' ');
const topics = (count: number) => Array.from({ length: count }, (_, at) => ['t', `topic${at}`]);
const text = (content: string, tags: string[][] = [], kind: number = KIND.Text) =>
  groupsOf({ kind, content, tags });

test('SETTINGS-08 a text with too many people or hashtags is spam; repetitions do not count', () => {
  expect([text(people(MOST_NAMED_PEOPLE + 1)), text('x', topics(MOST_TOPICS + 1))]).toEqual([
    ['spam'],
    ['spam'],
  ]);
  expect([
    text(people(MOST_NAMED_PEOPLE)),
    text('x', topics(MOST_TOPICS)),
    text(`${people(9)} `.repeat(9)),
  ]).toEqual([[], [], []]);
  expect(text('x', [...topics(5), ...topics(5), ...topics(5), ...topics(5), ...topics(5)])).toEqual(
    [],
  );
  expect(
    [KIND.Contacts, KIND.LongForm].map((kind) => text('', topics(MOST_TOPICS + 1), kind)),
  ).toEqual([[], []]);
});

test('SETTINGS-08 a text is NSFW by a hashtag, a label or the reason of its content warning', () => {
  const marked = [
    [['t', 'NSFW']],
    [['l', 'nudity', 'content-warning']],
    [['content-warning', 'Contains nudity!']],
  ];
  expect(marked.map((tags) => text('x', tags))).toEqual([['nsfw'], ['nsfw'], ['nsfw']]);
  expect([
    text('nsfw'),
    text('x', [['content-warning', 'spoilers']]),
    text('x', [['t', 'sussex']]),
  ]).toEqual([[], [], []]);
  expect(text('x', [...topics(MOST_TOPICS + 1), ['t', 'nsfw']], KIND.LongForm)).toEqual(['nsfw']);
});

test('E-13 SETTINGS-08 grouping never throws for any text and tags', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.array(fc.string())), (content, tags) => {
      expect(text(content, tags)).toEqual(text(content, tags, KIND.Poll));
    }),
  );
});
