import { expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { KIND } from '../../nostr/kinds.ts';
import { shownTexts } from './shown-texts.ts';

const texts = (fields: Parameters<typeof signed>[0]) => shownTexts(signed(fields));

test('ACCOUNT-10 words are looked for in the content and in every tag that a reader sees', () => {
  for (const name of [
    'title',
    'name',
    'subject',
    'summary',
    'description',
    'about',
    'alt',
    'comment',
    'context',
    'caption',
    'content-warning',
    'location',
    'perk',
  ])
    expect(texts({ content: 'text', tags: [[name, 'seen', 'unseen']] })).toEqual(['text', 'seen']);
  for (const name of ['option', 'poll_option'])
    expect(texts({ content: 'text', tags: [[name, '0', 'seen']] })).toEqual(['text', 'seen']);
  expect(texts({ content: 'text', tags: [['r', 'unseen'], ['title'], []] })).toEqual(['text', '']);
});

test('ACCOUNT-10 of the tag of a picture only its texts are seen', () => {
  const tag = ['imeta', 'url https://x.example', 'alt Two\nboats', 'summary S', 'title T', 'altar'];
  expect(texts({ tags: [tag] })).toEqual(['', 'Two\nboats', 'S', 'T']);
});

test('ACCOUNT-10 of a request in a receipt only its message is seen', () => {
  const request = JSON.stringify({ content: 'Onward', pubkey: 'unseen' });
  expect(texts({ kind: KIND.Zap, tags: [['description', request]] })).toEqual(['', 'Onward']);
  expect(texts({ tags: [['description', '{"content":7}']] })).toEqual(['', '']);
  expect(texts({ tags: [['description', '{broken']] })).toEqual(['', '{broken']);
  expect(texts({ tags: [['description', '["x"]']] })).toEqual(['', '["x"]']);
});

test('ACCOUNT-10 of a content that is an object each text is seen, else the content itself', () => {
  const content = JSON.stringify({ name: 'ann', about: 'a friend', bot: true });
  for (const kind of [KIND.Metadata, KIND.ChannelCreation, KIND.ChannelMetadata, KIND.Dvm])
    expect(texts({ kind, content })).toEqual(['ann', 'a friend', '']);
  expect(texts({ kind: KIND.Text, content })).toEqual([content]);
  expect(texts({ kind: KIND.Metadata, content: 'no object' })).toEqual(['no object']);
});

test('ACCOUNT-10 the content of a repost is another event, and sets are named by their d tag', () => {
  for (const kind of [KIND.Repost, KIND.GenericRepost])
    expect(texts({ kind, content: '{"content":"unseen"}' })).toEqual([]);
  for (const kind of [
    KIND.CategorizedPeople,
    KIND.CurationSet,
    KIND.EmojiSet,
    KIND.StarterPack,
    KIND.Community,
    KIND.Tier,
  ])
    expect(
      texts({
        kind,
        tags: [
          ['d', 'friends'],
          ['e', 'unseen'],
        ],
      }),
    ).toEqual(['', 'friends']);
  expect(texts({ kind: KIND.LongForm, tags: [['d', 'unseen']] })).toEqual(['']);
});
