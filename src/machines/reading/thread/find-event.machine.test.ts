import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { brokenRequest } from '../../../../tests/support/connection/broken-request.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { findEventMachine } from './find-event.machine.ts';

const [OWN, HINT, HERS] = ['own', 'hint', 'hers'].map((name) => `wss://${name}.example`) as [
  string,
  string,
  string,
];
const note = trusted({ content: 'kept elsewhere' });
const target = { type: 'note', id: note.id } as const;
const list = (...urls: string[]) =>
  trusted({ kind: KIND.RelayList, tags: urls.map((url) => ['r', url]) });
const hints = { relays: [HINT, OWN], author: note.pubkey };
const find = { type: 'findEvent.find', target, hints, chosen: [], now: seconds(5) } as const;

/** Start the search with a scope played by the test. */
function start(machine = findEventMachine) {
  const { bus, answer, refuse, open } = fakeBus();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const facts: string[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { findEvent: machine },
  }).createMachine({
    invoke: {
      id: 'findEvent',
      src: 'findEvent',
      input: ({ self }) => ({ bus: self as never, scope: self as never }),
    },
    on: {
      'facts.received': {
        actions: ({ event }) => facts.push(...event['events'].map(({ id }: { id: string }) => id)),
      },
      'cache.*': { actions: ({ event }) => bus.send(event as never) },
      '*': { actions: ({ event }) => told.push(event) },
    },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['findEvent'] as ActorRefFrom<typeof findEventMachine>;
  const own = (...urls: string[]) =>
    actor.send({
      type: 'relayList.changed',
      relays: urls.map((url) => ({ url: pressed(url), read: true, write: true })),
    });
  const ended = (url: string, complete = true, reason?: UserMessage) =>
    actor.send({ type: 'relay.ended', url: pressed(url), complete, reason });
  const found = () => actor.getSnapshot().context.found.get(note.id);
  const asked = () => told.map(({ urls }) => urls);
  return {
    actor,
    answer,
    refuse,
    open,
    told,
    facts,
    own,
    ended,
    found,
    asked,
    state: () => actor.getSnapshot().value,
    wait: (ms: number) => elapse(clock, ms, 100),
  };
}

test('THREAD-03 TRUST-08 own relays are asked at once; foreign ones are named, and asked when chosen', () => {
  const it = start();
  it.own(OWN);
  it.actor.send(find);
  it.actor.send(find);
  it.answer({ events: [list(HERS)] });
  expect(it.asked()).toEqual([[OWN]]);
  expect(it.told[0]).toMatchObject({ ask: { kind: 'subscribe' } });
  it.ended(OWN);
  const nothing = { event: undefined, author: note.pubkey, url: undefined, isRefused: false };
  expect(it.found()).toEqual({ ...nothing, asked: 1, answered: 1, others: [HINT, HERS] });
  expect([it.state(), it.asked()]).toEqual(['idle', [[OWN]]]);

  it.actor.send({ ...find, chosen: [HINT, HERS].map(pressed) });
  expect(it.asked()).toEqual([[OWN], [HINT, HERS]]);
  it.ended(HINT, false);
  it.actor.send({ type: 'relay.events', url: pressed(HERS), events: [note] });
  expect(it.facts).toEqual([note.id]);
  it.ended(HERS);
  expect(it.found()).toEqual({
    event: note,
    author: note.pubkey,
    url: HERS,
    asked: 3,
    answered: 2,
    isRefused: false,
    others: [],
  });
});

test('THREAD-03 without an author only hints are named; a list by another author names nothing', () => {
  const it = start();
  it.own(OWN);
  it.actor.send({ ...find, hints: { relays: [HINT], author: undefined } });
  expect(it.open()).toEqual([]);
  it.ended(OWN);
  expect(it.found()?.others).toEqual([HINT]);
  it.actor.send({ ...find, hints: { relays: [], author: 'f'.repeat(64) } });
  it.answer({ events: [list(HERS)] });
  it.ended(OWN);
  expect(it.found()?.others).toEqual([]);
});

test('THREAD-03 a silent service, missing relay list or silent relay delays it until a timeout', () => {
  const it = start();
  it.actor.send(find);
  expect(it.state()).toBe('locating');
  it.wait(3_100);
  expect([it.state(), it.found()?.others]).toEqual(['waiting', [HINT, OWN]]);
  it.own(OWN);
  expect([it.state(), it.found()?.others]).toEqual(['listening', [HINT]]);
  it.wait(10_100);
  expect([it.state(), it.found()?.answered]).toEqual(['idle', 0]);

  const broken = start(findEventMachine.provide({ actors: { request: brokenRequest } }));
  broken.actor.send(find);
  expect(broken.state()).toBe('waiting');
  broken.wait(5_100);
  expect([broken.state(), broken.found()?.asked]).toEqual(['idle', 0]);
});

test('RELAY-08 relays that may not be asked now are reported as such', () => {
  const it = start();
  it.own(OWN);
  it.actor.send(find);
  it.refuse();
  it.ended(OWN, false, { code: 'relay.suspended' });
  expect(it.found()).toMatchObject({ isRefused: true, answered: 0, asked: 1 });
});
