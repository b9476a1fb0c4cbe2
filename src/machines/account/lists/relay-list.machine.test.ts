import { type AnyEventObject, createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { relayListMachine } from './relay-list.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const ME = '1'.repeat(64);
const HOME = { url: 'wss://here.example', read: true, write: true };
const list = (created_at: number, tags: readonly string[][], pubkey = ME) =>
  trusted({ kind: KIND.RelayList, pubkey, created_at, tags });

/** Return the relays reported after the service answered with these events. */
function start(...events: readonly VerifiedEvent[]) {
  const world = asking();
  world.bus.answer({ events });
  return world;
}

/** Return the relays reported while the service has not answered. */
function asking() {
  const bus = fakeBus();
  const told: AnyEventObject[] = [];
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  const input = {
    account: ME,
    bus: bus.bus,
    scope,
    home: 'http://here.example',
    homeRelay: pressed(HOME.url),
  };
  const actor = createActor(relayListMachine, { input }).start();
  return { bus, actor, told: () => told.map(({ relays }) => relays) };
}

test('RELAY-02 the newest own list’s relays are used; without a write relay also the page’s own', () => {
  const [old, fresh] = [
    list(1, [['r', 'wss://old.example']]),
    list(2, [
      ['r', 'wss://new.example', 'write'],
      ['r', 'wss://in.example', 'read'],
    ]),
  ];
  const foreign = list(9, [['r', 'wss://theirs.example']], '2'.repeat(64));
  const other = trusted({ kind: KIND.Contacts, pubkey: ME, created_at: 9 });
  expect(start(foreign, old, fresh, other).told()).toEqual([
    [
      { url: 'wss://new.example', read: false, write: true },
      { url: 'wss://in.example', read: true, write: false },
    ],
  ]);
  expect(start(foreign).told()).toEqual([[HOME]]);
  expect(start(list(3, [['r', 'wss://in.example', 'read']])).told()).toEqual([
    [{ url: 'wss://in.example', read: true, write: false }, HOME],
  ]);
  // the page's own relay is used even if it is named for reading only
  expect(start(list(3, [['r', `${HOME.url}/`, 'read']])).told()).toEqual([[HOME]]);
});

test('RELAY-06 a list accepted here counts at once, unless it is older, another kind or foreign', () => {
  const { actor, told } = start(list(5, [['r', 'wss://known.example']]));
  const taken = (event: VerifiedEvent) => actor.send({ type: 'outbox.accepted', event });
  taken(list(4, [['r', 'wss://old.example']]));
  taken(list(9, [['r', 'wss://theirs.example']], '2'.repeat(64)));
  taken(trusted({ kind: KIND.Contacts, pubkey: ME, created_at: 9 }));
  expect(told()).toHaveLength(1);
  taken(list(6, [['r', 'wss://new.example']]));
  expect(told().at(-1)).toEqual([{ url: 'wss://new.example', read: true, write: true }]);
});

test('RELAY-06 offline before any answer, the relay list that this device stores is used at once', () => {
  const stored = list(5, [['r', 'wss://known.example']]);
  const KNOWN = { url: 'wss://known.example', read: true, write: true };
  const recall = { type: 'relayList.recall', event: stored } as const;
  const offline = { type: 'network.offline', on: true } as const;
  for (const events of [
    [recall, offline],
    [offline, recall],
  ]) {
    const { actor, told, bus } = asking();
    for (const event of events) actor.send(event);
    expect(told()).toEqual([[KNOWN]]);
    // once the network is back, the service is asked again, and its answer counts
    actor.send({ type: 'network.offline', on: false });
    bus.answer({ events: [list(6, [['r', 'wss://new.example']])] });
    expect(told().at(-1)).toEqual([{ ...KNOWN, url: 'wss://new.example' }]);
  }
});

test('RELAY-06 the stored relay list is used if the service does not answer, not if it is rejected', () => {
  const stored = list(5, [['r', 'wss://known.example']]);
  const failing = asking();
  failing.actor.send({ type: 'relayList.recall', event: stored });
  expect(failing.told()).toEqual([]);
  failing.bus.refuse();
  expect(failing.told()).toHaveLength(1);
  const rejected = asking();
  rejected.actor.send({ type: 'relayList.recall', event: stored });
  rejected.bus.answer({ events: [], rejected: 1 });
  rejected.actor.send({ type: 'network.offline', on: true });
  expect(rejected.told()).toEqual([]);
});
