import { type UserMessage, reportedMessage } from '../../account/user-message.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
const NO_CONFIRMATION = { code: 'publish.unconfirmed' } as const;
import { seconds } from '../../core/time.ts';
import {
  areUnreachable,
  failureReason,
  isHeldOffline,
  isOutdated,
  progressOf,
  readRefusal,
  waitOf,
} from './publish-failure.ts';
import { type OutboxRecord } from './outbox.ts';
import { foldOutbox } from './outbox-fold.ts';
import type { OutboxEntry, OutboxEntryDraft } from './outbox-entry.ts';
import { pressed } from '../../nostr/ours.ts';

const ME = 'a'.repeat(64);
const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const draft = pressed({ kind: 7, tags: [['e', ME]], content: '+' });
const template = pressed({ ...draft, pubkey: ME, created_at: seconds(5) });
const BROADCAST: OutboxEntryDraft = {
  job: 'j',
  type: 'broadcast',
  accepted: [],
  reason: { code: 'publish.unconfirmed' },
};

/** Return a signed job with these answers. */
function record(...lines: readonly OutboxEntryDraft[]): OutboxRecord {
  const all: readonly OutboxEntryDraft[] = [
    { job: 'j', type: 'intended', account: ME, wish: { type: 'event', draft } },
    { job: 'j', type: 'drafted', template, relays: [pressed(ONE), pressed(TWO)] },
    ...lines,
  ];
  const found = foldOutbox(
    new Map(),
    all.map((line): OutboxEntry => ({ ...line, at: seconds(5) })),
  ).get('j');
  if (!found) throw new Error('nothing was folded');
  return found;
}
const SIGNED: OutboxEntryDraft = { job: 'j', type: 'signed', event: trusted(template) };
const refused = (relay: string, reason: string): OutboxEntryDraft => ({
  job: 'j',
  type: 'answered',
  relay: pressed(relay),
  accepted: false,
  reason: reportedMessage(reason),
});
const silent = (relay: string, reason: UserMessage): OutboxEntryDraft => ({
  job: 'j',
  type: 'silent',
  relay: pressed(relay),
  reason,
});

test("INV-OUTCOME the prefixes of NIP-01 are codes, and the rest is the relay's own text", () => {
  const codes = [
    'replaced',
    'duplicate',
    'pow',
    'blocked',
    'rate-limited',
    'invalid',
    'restricted',
    'auth-required',
    'mute',
    'error',
  ];
  for (const code of codes)
    expect(readRefusal(`${code}: no: really`)).toEqual({ code, said: 'no: really' });
  expect(readRefusal('go away')).toEqual({ code: 'other', said: 'go away' });
  expect(readRefusal('unheard-of: go away')).toEqual({
    code: 'other',
    said: 'unheard-of: go away',
  });
  expect(readRefusal('')).toEqual({ code: 'other', said: '' });
});

test('INV-OUTCOME an objection to the date is recognized in the words of several relays', () => {
  const said = [
    'invalid: created_at is too far in the future',
    'invalid: event creation date is too far off from the current time',
    'event from the future',
    'invalid: timestamp too new',
  ];
  expect(said.map((text) => readRefusal(text).code)).toEqual(said.map(() => 'clock'));
  expect(readRefusal('blocked: no future here').code).toBe('blocked');
});

test('INV-OUTCOME a refusal for a newer version is recognized in the words of several relays', () => {
  const said = [
    'replaced: have newer event',
    'duplicate: have a newer version',
    'a newer event exists',
    'invalid: created_at is older than the existing event',
    'error: superseded',
  ];
  expect(said.map((text) => readRefusal(text).code)).toEqual(said.map(() => 'replaced'));
  expect(readRefusal('blocked: pay for a newer version').code).toBe('blocked');
  expect(readRefusal('invalid: event is too old').code).toBe('clock');
});

test('PUBLISH-02 a list or a profile is outdated if a relay or the caching service names a newer one', () => {
  const kindOf = (kind: number, failed: OutboxRecord): OutboxRecord => ({
    ...failed,
    wish: { type: 'event', draft: pressed({ ...draft, kind }) },
  });
  const gone = { code: 'relay.suspended' } as const;
  const newer = { ...BROADCAST, reason: reportedMessage('replaced: have newer event') };
  const cases = [
    record(SIGNED, refused(ONE, 'blocked: no'), refused(TWO, 'replaced: newer'), BROADCAST),
    record(SIGNED, refused(ONE, 'duplicate: have it'), silent(TWO, gone), BROADCAST),
    record(SIGNED, silent(ONE, gone), silent(TWO, gone), newer),
  ];
  for (const failed of cases) {
    expect([0, 3, 30_023].map((kind) => isOutdated(kindOf(kind, failed)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(failureReason(kindOf(3, failed))?.code).toBe('replaced');
    // a note has no versions
    expect([isOutdated(failed), failureReason(failed)?.code === 'duplicate']).toEqual([
      false,
      failed === cases[1],
    ]);
  }
  const other = record(SIGNED, refused(ONE, 'blocked: no'), silent(TWO, gone), BROADCAST);
  expect(isOutdated(kindOf(3, other))).toBe(false);
});

test('INV-OUTCOME any reason is read without loss', () => {
  fc.assert(
    fc.property(fc.string(), (reason) => {
      const { said } = readRefusal(reason);
      expect(reason.endsWith(said)).toBe(true);
    }),
  );
});

test('PUBLISH-02 a failure prefers a refusal to silence, a date error to both, and a timeout to an outage', () => {
  const why = (...lines: readonly OutboxEntryDraft[]) => failureReason(record(...lines));
  expect(why({ job: 'j', type: 'refused', reason: { code: 'pin.missing' } })).toEqual({
    code: 'unsigned',
    refusal: { code: 'pin.missing' },
  });
  expect(why(SIGNED)).toBeUndefined();
  const [full, late] = [
    refused(ONE, 'blocked: members only'),
    refused(TWO, 'invalid: event from the future'),
  ];
  expect(why(SIGNED, silent(TWO, NO_CONFIRMATION), full, BROADCAST)).toEqual({
    code: 'blocked',
    said: 'members only',
    relay: ONE,
  });
  expect(why(SIGNED, full, late, BROADCAST)).toEqual({
    code: 'clock',
    said: 'event from the future',
    relay: TWO,
  });
  const gone = { code: 'relay.errored' } as const;
  expect(why(SIGNED, silent(ONE, gone), silent(TWO, NO_CONFIRMATION), BROADCAST)).toEqual({
    code: 'silent',
    again: true,
  });
  expect(why(SIGNED, silent(ONE, gone), silent(TWO, gone), BROADCAST)).toEqual({
    code: 'unreachable',
    again: true,
  });
  expect(areUnreachable(record(SIGNED, silent(ONE, gone)))).toBe(false);
  expect(
    why(
      SIGNED,
      { job: 'j', type: 'answered', relay: pressed(ONE), accepted: true },
      late,
      BROADCAST,
    ),
  ).toBeUndefined();
});

test('INV-OUTCOME progress counts the relays that said OK, also those of the caching service', () => {
  const ok: OutboxEntryDraft = { job: 'j', type: 'answered', relay: pressed(ONE), accepted: true };
  expect(progressOf(record(SIGNED))).toEqual({ took: 0, asked: 2 });
  expect(progressOf(record(SIGNED, ok))).toEqual({ took: 1, asked: 2 });
  const more: OutboxEntryDraft = { job: 'j', type: 'broadcast', accepted: ['wss://three.example'] };
  expect(progressOf(record(SIGNED, ok, more))).toEqual({ took: 2, asked: 3 });
});

test('RELAY-08 CACHE-02 a job that reached no relay waits: offline, proxied, or until a relay is back', () => {
  const [unheard, unreached] = [
    { code: 'silent', again: true },
    { code: 'unreachable', again: true },
  ] as const;
  const offline = { isOffline: true, isProxied: true };
  const proxied = { isOffline: false, isProxied: true };
  const online = { isOffline: false, isProxied: false };
  expect([offline, proxied, online].map((network) => waitOf(unreached, network))).toEqual([
    'offline',
    'proxied',
    'unreachable',
  ]);
  expect([offline, proxied, online].map((network) => waitOf(unheard, network))).toEqual([
    'offline',
    undefined,
    undefined,
  ]);
  // the user has to send it again
  const version = { code: 'unreachable', again: false } as const;
  expect([offline, online].map((network) => waitOf(version, network))).toEqual([
    'offlineOnly',
    undefined,
  ]);
  const refused = { code: 'blocked', relay: ONE, said: '' } as const;
  expect([waitOf(refused, offline), waitOf(undefined, offline)]).toEqual([undefined, undefined]);
});

test('CACHE-02 a signed event that is sent by itself later is held offline; a refused one is not', () => {
  const gone = { code: 'relay.errored' } as const;
  const unreached = [silent(ONE, gone), silent(TWO, gone), BROADCAST];
  const held = (...lines: readonly OutboxEntryDraft[]) => isHeldOffline(record(...lines));
  expect(held()).toBe(false);
  expect(held({ job: 'j', type: 'refused', reason: { code: 'pin.missing' } })).toBe(false);
  expect(held(SIGNED)).toBe(true);
  expect(held(SIGNED, ...unreached)).toBe(true);
  expect(held(SIGNED, silent(ONE, gone), silent(TWO, NO_CONFIRMATION), BROADCAST)).toBe(true);
  expect(held(SIGNED, refused(ONE, 'blocked: no'), silent(TWO, gone), BROADCAST)).toBe(false);
  const ok: OutboxEntryDraft = { job: 'j', type: 'answered', relay: pressed(ONE), accepted: true };
  expect(held(SIGNED, ok)).toBe(false);
  // the user has to send a version again
  const version = record(SIGNED, ...unreached);
  const list = { ...draft, kind: 30_023 };
  expect(isHeldOffline({ ...version, wish: { type: 'event', draft: pressed(list) } })).toBe(false);
});
