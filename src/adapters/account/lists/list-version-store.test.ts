import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type { VersionsSignal } from '../../../machines/account/lists/lists-context.ts';
import { eraseVersions, listVersions, versionsName } from './list-version-store.ts';

const ME = '1'.repeat(64);
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const list = (created_at: number, pubkey = ME) =>
  trusted({ pubkey, kind: 3, created_at, tags: [['p', 'a'.repeat(64)]] });
const trusting: Verify = (event) => event as VerifiedEvent;

function open(
  idb: ReturnType<typeof fakeIdb> | undefined,
  verify: () => Promise<Verify> = () => Promise.resolve(trusting),
) {
  const found: Array<readonly VerifiedEvent[]> = [];
  const logic = listVersions({ factory: idb?.factory, now: () => seconds(9), verify });
  const parent = setup({
    types: { events: {} as VersionsSignal },
    actors: { logic },
  }).createMachine({
    invoke: { id: 'port', src: 'logic', input: { account: ME } },
    on: { 'versions.found': { actions: ({ event }) => found.push(event.events) } },
  });
  const actor = createActor(parent).start();
  const stop = () => actor.stop();
  stops.push(stop);
  const keep = (...events: readonly VerifiedEvent[]) =>
    actor
      .getSnapshot()
      .children['port']?.send({ type: 'versions.keep', events, without: [] } as never);
  const forget = (...without: readonly string[]) =>
    actor
      .getSnapshot()
      .children['port']?.send({ type: 'versions.keep', events: [], without } as never);
  return { found, keep, forget, stop };
}

test('BEYOND-02 the next page has every version that was seen, and never other people’s lists', async () => {
  const idb = fakeIdb();
  const one = open(idb);
  await vi.waitFor(() => expect(one.found).toEqual([[]]));
  one.keep(list(1), list(2), list(3, '2'.repeat(64)));
  one.keep(list(2));
  await vi.waitFor(() => expect(one.found).toHaveLength(3));
  expect(one.found.at(-1)).toEqual([list(1), list(2)]);
  one.stop();
  const next = open(idb);
  await vi.waitFor(() =>
    expect(new Set(next.found[0]?.map(({ id }) => id))).toEqual(new Set([list(1).id, list(2).id])),
  );
});

test('BEYOND-02 a forgotten version is gone from this page and from disk', async () => {
  const idb = fakeIdb();
  const one = open(idb);
  one.keep(list(1), list(2));
  one.forget(list(2).id);
  await vi.waitFor(() => expect(one.found).toHaveLength(3));
  expect(one.found.at(-1)).toEqual([list(1)]);
  one.stop();
  const keyed = idb.rows(versionsName(ME), 'versions');
  expect(keyed).toContainEqual(list(1));
});

test('BEYOND-02 of thirty-five versions the newest thirty are kept', async () => {
  const idb = fakeIdb();
  const one = open(idb);
  one.keep(...Array.from({ length: 35 }, (_, at) => list(at)));
  await vi.waitFor(() => expect(one.found.at(-1)).toHaveLength(30));
  expect(Math.min(...(one.found.at(-1) ?? []).map(({ created_at }) => inSeconds(created_at)))).toBe(
    5,
  );
});

test('INV-VERIFIED stored versions count only after they are verified again', async () => {
  const idb = fakeIdb();
  const one = open(idb);
  one.keep(list(1));
  await vi.waitFor(() => expect(one.found).toHaveLength(2));
  one.stop();
  const next = open(idb, () => Promise.resolve(() => undefined));
  await vi.waitFor(() => expect(next.found).toEqual([[]]));
  const broken = open(idb, () => Promise.reject(new Error('offline')));
  await vi.waitFor(() => expect(broken.found).toEqual([[]]));
});

test('E-47 without a database versions last as long as the page; E-35 erasing removes them', async () => {
  const one = open(undefined);
  one.keep(list(1));
  await vi.waitFor(() => expect(one.found.at(-1)).toEqual([list(1)]));
  const idb = fakeIdb();
  const two = open(idb);
  two.keep(list(1));
  await vi.waitFor(() => expect(two.found).toHaveLength(2));
  two.stop();
  await eraseVersions(idb.factory, ME);
  expect(versionsName(ME)).toContain(ME);
  const next = open(idb);
  await vi.waitFor(() => expect(next.found).toEqual([[]]));
});
