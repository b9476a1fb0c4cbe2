import { expect, test } from 'vitest';
import { naddrOf, neventOf, note1Of, nprofileOf, npubOf } from '../../nostr/nip19.ts';
import { readMuted } from './muted-entry.ts';

const KEY = 'ab'.repeat(32);

test('SETTINGS-06 people and threads are named by key, id or entity; other identifiers are refused', () => {
  const user = { type: 'user', pubkey: KEY };
  const thread = { type: 'thread', id: KEY };
  const [npub, nprofile, note, nevent] = [
    npubOf(KEY),
    nprofileOf(KEY),
    note1Of(KEY),
    neventOf({ id: KEY }),
  ].map((text) => text ?? '');
  expect([KEY, npub, ` ${nprofile} `].map((text) => readMuted('p', text ?? ''))).toEqual([
    user,
    user,
    user,
  ]);
  expect([KEY, note, nevent].map((text) => readMuted('e', text ?? ''))).toEqual([
    thread,
    thread,
    thread,
  ]);
  const article = naddrOf({ kind: 30_023, pubkey: KEY, identifier: 'x' }) ?? '';
  expect(['', 'ann', KEY.slice(1), note].map((text) => readMuted('p', text ?? ''))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['', npub, article].map((text) => readMuted('e', text ?? ''))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('SETTINGS-06 a hashtag is one word, with or without its sign; a word is any text', () => {
  expect(['#tea', ' tea ', '#', 'two words', ''].map((text) => readMuted('t', text))).toEqual([
    { type: 'hashtag', hashtag: 'tea' },
    { type: 'hashtag', hashtag: 'tea' },
    undefined,
    undefined,
    undefined,
  ]);
  expect(['two words ', ' '].map((text) => readMuted('word', text))).toEqual([
    { type: 'word', word: 'two words' },
    undefined,
  ]);
});
