import { afterEach, beforeEach, expect, test } from 'vitest';
import { signed } from '../../tests/support/events/signed.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { seconds } from '../../src/events/core/time.ts';
import { openStore, type SqliteStore } from '../store/sqlite/sqlite-store.ts';
import { openGuard } from './enforce-policy.ts';
import { bytesOf, type Policy, POLICY } from './policy.ts';

const NOW = 1_700_000_000;
const keyOf = (n: number) => signed({}, n).pubkey;
const [ANN, BEN, EVE] = [keyOf(1), keyOf(2), keyOf(3)];
const ONLY = 'only accounts that the operator allowed may publish here';

let store: SqliteStore;
beforeEach(async () => {
  store = openStore(':memory:', { now: () => seconds(NOW) });
  await store.setStanding(ANN, 'allowed', '');
  await store.setStanding(EVE, 'denied', '');
});
afterEach(() => store.close());

/** A guard and the objections of it, with the standings that it asks for. */
function guarded(policy: Partial<Policy>) {
  const guard = openGuard(store, { ...POLICY, ...policy });
  const publish = async (pubkey: string, kind = 1, proved: readonly string[] = []) => {
    const offer = [trusted({ pubkey, kind, created_at: NOW }), { proved, from: 'here' }] as const;
    return guard.objectionTo(...offer, await guard.standingsOf([offer]));
  };
  const keep = (pubkey: string | undefined, bytes = 1) =>
    guard.objectionToKeeping({ from: 'here', pubkey, bytes });
  return { guard, publish, keep };
}

test('E-27 if only allowed accounts publish, the author or a proved sender has to be one', async () => {
  const { publish } = guarded({ publishing: 'allowed' });
  expect(await publish(ANN)).toBeUndefined();
  expect(await publish(BEN)).toBe(`restricted: ${ONLY}`);
  expect(await publish(BEN, 1, [ANN])).toBeUndefined();
  expect(await publish(BEN, 1059)).toBe(`auth-required: ${ONLY}`);
  expect(await publish(BEN, 1059, [BEN])).toBe(`restricted: ${ONLY}`);
  expect(await publish(BEN, 1059, [BEN, ANN])).toBeUndefined();
});

test('E-27 if all accounts publish, no standings are read', async () => {
  const { guard, publish } = guarded({});
  expect(await publish(BEN)).toBeUndefined();
  const sender = { proved: [ANN], from: 'here' };
  expect([...(await guard.standingsOf([[trusted({ pubkey: ANN }), sender]]))]).toEqual([]);
});

test('E-27 nothing is stored for a denied account, or for one that may not publish', async () => {
  const open = guarded({});
  expect([await open.keep(ANN), await open.keep(BEN)]).toEqual([undefined, undefined]);
  const denied = 'blocked: nothing is stored for this account';
  expect(await open.keep(EVE)).toBe(denied);
  const listed = guarded({ publishing: 'allowed' });
  expect(await listed.keep(ANN)).toBeUndefined();
  expect(await listed.keep(BEN)).toBe(`restricted: ${ONLY}`);
  expect(await listed.keep(EVE)).toBe(denied);
});

test('E-27 a denied account uploads nothing, nor does one that may not publish', async () => {
  const uploads = (policy: Partial<Policy>) =>
    Promise.all([ANN, BEN, EVE].map((pubkey) => guarded(policy).guard.objectionToUploads(pubkey)));
  const denied = 'this account may not upload here';
  expect(await uploads({})).toEqual([undefined, undefined, denied]);
  expect(await uploads({ publishing: 'allowed' })).toEqual([undefined, ONLY, denied]);
});

test('E-27 a stored row counts with 200 bytes more, for its account and for its address', async () => {
  const bytes = (of: 'account' | 'address', most: number) =>
    guarded({ [of]: { events: Infinity, bytes: most } }).keep(BEN, 10);
  expect([await bytes('account', 210), await bytes('address', 210)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await bytes('account', 209)).toBe(
    'rate-limited: more than 209 bytes a day from this account',
  );
  expect(await bytes('address', 209)).toBe(
    'rate-limited: more than 209 bytes a day from your address',
  );
});

test('E-27 a stored row counts as an event of its account and of its address', async () => {
  const twice = async (policy: Partial<Policy>, pubkey: string | undefined) => {
    const { keep } = guarded(policy);
    return [await keep(pubkey), await keep(pubkey)];
  };
  expect(await twice({ account: { events: 1, bytes: Infinity } }, BEN)).toEqual([
    undefined,
    'rate-limited: more than 1 events a minute from this account',
  ]);
  const address = { events: 1, bytes: Infinity };
  for (const pubkey of [BEN, undefined])
    expect(await twice({ address }, pubkey)).toEqual([
      undefined,
      'rate-limited: more than 1 events a minute from your address',
    ]);
});

test('NIP-11 an event that fits no policy counts for no quota', async () => {
  const { publish } = guarded({ kinds: [[1, 1]], account: { events: 1, bytes: Infinity } });
  expect(await publish(BEN, 2)).toBe('blocked: events of kind 2 are not taken here');
  expect(await publish(BEN)).toBeUndefined();
  expect(await publish(BEN)).toBe('rate-limited: more than 1 events a minute from this account');
});

test('NIP-11 a published event counts with its bytes, for its account and for its address', async () => {
  const bytes = bytesOf(trusted({ pubkey: BEN, kind: 1, created_at: NOW }));
  const published = (of: 'account' | 'address', most: number) =>
    guarded({ [of]: { events: Infinity, bytes: most } }).publish(BEN);
  for (const [of, whose] of [
    ['account', 'this account'],
    ['address', 'your address'],
  ] as const) {
    expect(await published(of, bytes)).toBeUndefined();
    expect(await published(of, bytes - 1)).toBe(
      `rate-limited: more than ${bytes - 1} bytes a day from ${whose}`,
    );
  }
});
