import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import type { Claim } from '../../events/connection/claims.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import { settingsWatchMachine } from './settings-watch.machine.ts';

const ME = 'a'.repeat(64);
const versions = (at: number, home = 'x'): Claim => ({
  claim: 'other',
  kind: RESULT.SettingsVersions,
  content: { settings: { id: `id ${at}`, created_at: at }, beside: { 'user-home-feeds': home } },
});

function start() {
  const clock = new SimulatedClock();
  const signer = fakeSession();
  const bus = fakeBus();
  const told: unknown[] = [];
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push([event['record'], event['newest']]) } },
    }),
  ).start();
  const input = { account: ME, bus: bus.bus, signer: signer.ref, scope };
  const actor = createActor(settingsWatchMachine, { clock, input }).start();
  const sign = () => {
    for (const request of signer.open())
      if (request.act.do === 'sign')
        signer.sign(trusted({ ...request.act.template, pubkey: ME }), request);
  };
  return {
    actor,
    signer,
    bus,
    told,
    sign,
    wait: (ms: number) => elapse(clock, ms, 100),
    value: () => actor.getSnapshot().value,
  };
}

/** A watch whose stream is open and has named the first versions. */
function watching(at = 10) {
  const it = start();
  it.wait(3_000);
  it.sign();
  it.bus.part({ claims: [versions(at)] });
  return it;
}

test('SETTINGS-02 a change on another device causes a recheck of the changed record only', () => {
  const it = watching();
  expect(it.bus.open().map(({ query }) => query.verb)).toEqual(['settings_versions']);
  // a change before the stream was open
  expect(it.told).toEqual([['settings', 10]]);
  it.bus.part({ claims: [versions(10)] });
  expect(it.told).toHaveLength(1);
  it.bus.part({ claims: [versions(12)] });
  it.bus.part({ claims: [versions(12, 'y')] });
  expect(it.told.slice(1)).toEqual([
    ['settings', undefined],
    ['homeFeeds', undefined],
  ]);
  it.bus.part({ claims: [{ claim: 'other', kind: RESULT.SettingsVersions, content: 'x' }] });
  expect(it.told).toHaveLength(3);
});

test('SETTINGS-02 BEYOND-03 the proof never prompts, and is made again once the key is open', () => {
  const it = start();
  it.wait(3_000);
  const [request] = it.signer.open();
  expect(request).toMatchObject({ quiet: true });
  if (request) it.signer.refuse(request);
  expect([it.value(), it.bus.open()]).toEqual(['resting', []]);
  it.wait(15_000);
  it.sign();
  expect(it.value()).toBe('watching');
  const silent = start();
  silent.wait(18_100);
  expect(silent.value()).toBe('resting');
});

test('INV-SUBS after a reconnect the used proof is replaced, and missed changes are noticed', () => {
  const it = watching();
  it.bus.refuse(undefined, 'auth-required: this signature was used before; challenge=0');
  expect(it.value()).toBe('reopening');
  it.wait(1_000);
  it.sign();
  it.bus.part({ claims: [versions(10, 'z')] });
  expect(it.told.slice(1)).toEqual([['homeFeeds', undefined]]);
});

test('CACHE-06 a service without this stream is asked again after ten minutes', () => {
  const it = watching();
  it.bus.refuse(undefined, 'unknown api request');
  it.wait(599_000);
  expect(it.value()).toBe('unsupported');
  it.wait(1_100);
  expect(it.value()).toBe('signing');
});

test('ACTIVITY-01 the stream is closed while the account sleeps', () => {
  const it = watching();
  it.actor.send({ type: 'account.wakeChanged', on: false });
  expect([it.value(), it.bus.open()]).toEqual(['asleep', []]);
  it.actor.send({ type: 'account.wakeChanged', on: true });
  expect(it.value()).toBe('arriving');
});
