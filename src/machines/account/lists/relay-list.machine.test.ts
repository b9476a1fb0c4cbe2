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
  bus.answer({ events });
  return { actor, told: () => told.map(({ relays }) => relays) };
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
