import { afterEach, expect, test, vi } from 'vitest';
import { signed } from '../../tests/support/events/signed.ts';
import { StoreUnavailable } from '../errors.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { openEventVerifier } from '../verify.ts';
import { openGuard } from './enforce-policy.ts';
import { idOf, type Intake, openIntake } from './event-intake.ts';
import { POLICY } from './policy.ts';
import { seconds } from '../../src/events/core/time.ts';

const NOW = 1_700_000_000;
const gate = await openEventVerifier();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** An intake of a real store whose parts a test may change. */
function opened(change: (store: Store) => Partial<Store> = () => ({}), policy = POLICY) {
  const store = openStore(':memory:', { now: () => seconds(NOW), verify: gate.verify });
  stops.push(() => store.close());
  const told: unknown[] = [];
  const changed = { ...store, ...change(store) };
  const guard = openGuard(changed, policy);
  const intake = openIntake({
    store: changed,
    gate,
    guard,
    told: (accepted, reason) => told.push([accepted, reason]),
  });
  return { intake, store, told };
}

function offer(intake: Intake, value: unknown): Promise<readonly unknown[]> {
  const { promise, resolve } = Promise.withResolvers<readonly unknown[]>();
  intake.offer(value, ({ id, accepted, reason }) => resolve([id, accepted, reason]), {
    proved: [],
    from: 'here',
  });
  return promise;
}

const note = (content: string, fields: Parameters<typeof signed>[0] = {}) =>
  signed({ created_at: NOW, content, ...fields });

test('NIP-01 each event is answered by its id: accepted, known, replaced or invalid', async () => {
  const { intake, told } = opened();
  const [first, old, next] = [
    note('first'),
    note('{}', { kind: 0, created_at: NOW - 9 }),
    note('{"a":1}', { kind: 0 }),
  ];
  const answers = [first, first, next, old, { ...first, content: 'other' }, { id: 'x' }, 7];
  const said = [];
  for (const value of answers) said.push(await offer(intake, value));
  const malformed = 'invalid: malformed, or id or signature does not hold';
  expect(said).toEqual([
    [first.id, true, ''],
    [first.id, true, 'duplicate: already have this event'],
    [next.id, true, ''],
    [old.id, false, 'replaced: have newer event'],
    [first.id, false, malformed],
    ['x', false, malformed],
    ['', false, malformed],
  ]);
  expect(told).toEqual(said.map(([, accepted, reason]) => [accepted, reason]));
});

test('E-19 an event that replaces others waits while it is dated ahead', async () => {
  const { intake } = opened();
  const ahead = note('{}', { kind: 0, created_at: NOW + 899 });
  expect(await offer(intake, ahead)).toEqual([
    ahead.id,
    false,
    'invalid: created_at is too far in the future for something that replaces',
  ]);
});

test('E-28 a large event is refused with its size before it is verified', async () => {
  const { intake } = opened();
  const [, accepted, reason] = await offer(intake, { content: 'x'.repeat(524_289) });
  expect([accepted, reason]).toEqual([
    false,
    'invalid: too large: 524289 characters of content, at most 524288 are taken',
  ]);
});

test('NIP-11 a refusal by the policy names no other fault, and counts for the address', async () => {
  const { intake } = opened(undefined, { ...POLICY, address: { events: 1, bytes: 1e6 } });
  expect((await offer(intake, note('one')))[1]).toBe(true);
  expect(await offer(intake, { id: 'junk' })).toEqual([
    'junk',
    false,
    'rate-limited: more than 1 events a minute from your address',
  ]);
});

test('INV-ISOLATE one event that cannot be stored fails no other of its batch', async () => {
  const { intake } = opened((store) => ({
    insert: async (events) => {
      if (events.some(({ content }) => content === 'bad')) throw new Error('broken');
      return store.insert(events);
    },
  }));
  const batch = [note('a'), note('bad'), note('c')];
  const said = await Promise.all(batch.map((event) => offer(intake, event)));
  expect(said.map(([, accepted, reason]) => [accepted, reason])).toEqual([
    [true, ''],
    [false, 'error: could not be stored'],
    [true, ''],
  ]);
});

test('INV-ISOLATE a full disk, and a store that is away, are named', async () => {
  const failing = (error: Error) => {
    const insert = vi.fn<Store['insert']>().mockRejectedValue(error);
    return opened(() => ({ insert })).intake;
  };
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  expect((await offer(failing(full), note('a')))[2]).toBe(
    'error: the disk is full, nothing more is stored',
  );
  const away = failing(new StoreUnavailable(new Error('gone')));
  const [one, other] = await Promise.all([offer(away, note('a')), offer(away, note('b'))]);
  expect(one[2]).toMatch(/^error: .*away/);
  expect(other.slice(1)).toEqual(one.slice(1));
});

test('INV-ISOLATE while standings cannot be read, no event of a restricted relay is taken', async () => {
  const { intake, store } = opened(
    () => ({ standingsOf: () => Promise.reject(new StoreUnavailable(new Error('gone'))) }),
    { ...POLICY, publishing: 'allowed' },
  );
  const event = note('a');
  expect((await offer(intake, event))[2]).toMatch(/^error: .*away/);
  expect(await store.isStored(event.id)).toBe(false);
});

test('E-27 events are taken in batches of fifty, and the rest at the end', async () => {
  const sizes: number[] = [];
  const { intake } = opened((store) => ({
    insert: (events) => {
      sizes.push(events.length);
      return store.insert(events);
    },
  }));
  const all = Array.from({ length: 120 }, (_, n) => offer(intake, note(`${n}`)));
  await Promise.all(all);
  expect(sizes).toEqual([50, 50, 20]);
  const last = [offer(intake, note('x')), offer(intake, note('y'))];
  await intake.close();
  expect((await Promise.all(last)).map(([, accepted]) => accepted)).toEqual([true, true]);
  expect(sizes).toEqual([50, 50, 20, 2]);
});

test('NIP-01 an answer names at most 64 characters of the claimed id', () => {
  expect(idOf({ id: 'x'.repeat(70) })).toBe('x'.repeat(64));
  expect([idOf({ id: 7 }), idOf(undefined), idOf({})]).toEqual(['', '', '']);
});
