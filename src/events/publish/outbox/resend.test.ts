import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { WEEK } from './outbox.ts';
import { foldOutbox } from './outbox-fold.ts';
import { inSeconds, seconds } from '../../core/time.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { dueFrom, missedBy, relaysToAdd, replaces, unaskedBy } from './resend.ts';
import { templateOf } from './event-template.ts';
import { pressed } from '../../nostr/ours.ts';

const me = '1'.repeat(64);
const NOW = 1_700_000_000;
const [A, B] = [pressed('wss://a.example'), pressed('wss://b.example')];

/** Return a job that relay A did not respond to. `end`: its further result. */
function job(
  name: string,
  {
    kind = 1,
    at = NOW,
    end = 'failed',
  }: { kind?: number; at?: number; end?: 'failed' | 'sending' | 'accepted' | 'refused' } = {},
) {
  const draft = pressed({ kind, tags: [], content: name });
  const template = templateOf(draft, me, seconds(at));
  const line = (entry: object): OutboxEntry =>
    ({ job: name, at: seconds(at), ...entry }) as OutboxEntry;
  const silent = (relay: string) => line({ type: 'silent', relay });
  const ends = {
    failed: [silent(A), silent(B), line({ type: 'broadcast', accepted: [] })],
    sending: [silent(A)],
    accepted: [silent(A), line({ type: 'answered', relay: B, accepted: true })],
    refused: [
      line({ type: 'answered', relay: A, accepted: false }),
      silent(B),
      line({ type: 'broadcast', accepted: [] }),
    ],
  };
  return [
    line({ type: 'intended', account: me, wish: { type: 'event', draft } }),
    line({ type: 'drafted', template, relays: [A, B] }),
    line({ type: 'signed', event: trusted(template) }),
    ...ends[end],
  ];
}
const fold = (...jobs: readonly OutboxEntry[][]) => foldOutbox(new Map(), jobs.flat());

test('BEYOND-05 a relay that is back is sent unaccepted jobs of the last week that replace nothing', () => {
  const records = fold(
    job('failed'),
    job('sending', { end: 'sending' }),
    job('accepted', { end: 'accepted' }),
    job('refused', { end: 'refused' }),
    job('week', { at: NOW - inSeconds(WEEK) }),
    job('older', { at: NOW - inSeconds(WEEK) - 1 }),
    job('profile', { kind: 0 }),
    job('article', { kind: 30_023 }),
  );
  expect(missedBy(records, 'wss://A.example/', seconds(NOW))).toEqual(
    ['failed', 'sending', 'week'].map((name) => ({ job: name, relay: A })),
  );
  expect(missedBy(records, B, seconds(NOW)).map((one) => one.job)).toEqual([
    'failed',
    'refused',
    'week',
  ]);
  expect(missedBy(records, 'wss://c.example', seconds(NOW))).toEqual([]);
});

test('BEYOND-05 a resend is due once its job has failed and its relay has rested; ended jobs are dropped', () => {
  const records = fold(
    job('failed'),
    job('sending', { end: 'sending' }),
    job('accepted', { end: 'accepted' }),
  );
  const all = ['failed', 'sending', 'accepted', 'gone'].map((name) => ({ job: name, relay: A }));
  expect(dueFrom(all, records, new Set())).toEqual({ due: [all[0]], owed: [all[1]] });
  expect(dueFrom(all, records, new Set([A]))).toEqual({ due: [], owed: [all[0], all[1]] });
  expect(dueFrom(all, records, new Set([B]))).toMatchObject({ due: [all[0]] });
});

test('BEYOND-05 RELAY-06 relays that join the relay list get waiting jobs, except refused ones', () => {
  const records = fold(
    job('failed'),
    job('sending', { end: 'sending' }),
    job('accepted', { end: 'accepted' }),
    job('refused', { end: 'refused' }),
    job('older', { at: NOW - inSeconds(WEEK) - 1 }),
    job('profile', { kind: 0 }),
    job('nutzap', { kind: 9_321 }),
  );
  const C = pressed('wss://c.example');
  const relays = [pressed('wss://A.example/'), C];
  const unasked = unaskedBy(records.values(), relays, seconds(NOW));
  expect(unasked).toEqual([{ job: 'failed', relay: C }]);
  expect(dueFrom(unasked, records, new Set())).toEqual({ due: unasked, owed: [] });
  const toAdd = [...records.values()].map((record) => relaysToAdd(record, relays).length);
  expect(toAdd).toEqual([1, 1, 1, 1, 1, 1, 0]);
});

test('INV-BASE an event that replaces an earlier version is never resent automatically', () => {
  const wish = (kind: number) =>
    ({ type: 'event', draft: pressed({ kind, tags: [], content: '' }) }) as const;
  expect([1, 7, 0, 3, 10_002, 30_023].map((kind) => replaces(wish(kind)))).toEqual([
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(replaces({ type: 'list', list: 'follows', intents: [] })).toBe(true);
});
