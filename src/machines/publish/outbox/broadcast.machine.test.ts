import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { relayAsker } from '../../../../tests/support/connection/fake-relays.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { broadcastMachine } from './broadcast.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const event = trusted({ content: 'said' });
const relays = ['wss://one.example', 'wss://two.example'];

function start(urls: readonly string[] = relays) {
  const clock = new SimulatedClock();
  const { ref, heard } = relayAsker();
  const bus = fakeBus();
  const news: AnyEventObject[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { broadcast: broadcastMachine },
  }).createMachine({
    invoke: {
      id: 'one',
      src: 'broadcast',
      input: {
        event: pressed(event),
        bus: bus.bus,
        pool: ref as never,
        relays: urls.map((url) => pressed(url)),
      },
    },
    on: { 'broadcast.ended': { actions: ({ event: told }) => news.push(told) } },
  });
  const root = createActor(house, { clock }).start();
  const say = (url: string, outcome: 'accepted' | 'rejected' | 'silent', eventId = event.id) =>
    root.getSnapshot().children['one']?.send({
      type: 'relay.outcome',
      url: pressed(url),
      eventId,
      outcome,
    } satisfies RelayAnswer);
  /** Send the raw first messages that the service's relays returned. */
  const serviceSays = (accepted: boolean) => {
    const responses = [['wss://one.example', JSON.stringify(['OK', event.id, accepted, ''])]];
    bus.answer({
      claims: [
        {
          claim: 'other',
          kind: RESULT.BroadcastResponses,
          content: [{ event_id: event.id, responses }],
        },
      ],
    });
  };
  return {
    heard,
    bus,
    say,
    serviceSays,
    ended: () => news.map(({ isTaken }) => isTaken),
    wait: (ms: number) => elapse(clock, ms),
  };
}

test('NOTE-13 a note is sent unchanged to the own relays, and one acceptance is enough', () => {
  const { heard, bus, say, ended } = start();
  expect(heard).toMatchObject([
    { type: 'relays.ask', ask: { kind: 'publish', event }, urls: relays },
  ]);
  expect(bus.open()).toEqual([]);
  say('wss://one.example', 'rejected');
  expect([ended(), bus.open()]).toEqual([[], []]);
  say('wss://two.example', 'accepted');
  expect([ended(), bus.open()]).toEqual([[true], []]);
});

test('NOTE-13 RELAY-08 PUBLISH-03 if no relay may be asked or none accepts, the caching service sends it', () => {
  const suspended = start();
  for (const url of relays) suspended.say(url, 'silent');
  expect(suspended.bus.open()[0]?.query).toEqual({
    verb: 'broadcast_events',
    payload: { events: [event], relays },
  });
  suspended.serviceSays(true);
  const late = start();
  late.wait(7_900);
  expect(late.bus.open()).toEqual([]);
  late.wait(100);
  expect(late.bus.open()).toHaveLength(1);
  late.say('wss://two.example', 'accepted');
  expect([suspended.ended(), late.ended()]).toEqual([[true], [true]]);
});

test('NOTE-13 INV-OUTCOME without an OK from any relay or the caching service the broadcast fails', () => {
  const refused = start();
  for (const url of relays) refused.say(url, 'rejected');
  refused.serviceSays(false);
  const unable = start();
  for (const url of relays) unable.say(url, 'rejected');
  unable.bus.refuse();
  const silent = start();
  silent.say('wss://one.example', 'accepted', 'f'.repeat(64));
  silent.wait(8_100);
  silent.wait(20_100);
  expect([refused, unable, silent].map(({ ended }) => ended())).toEqual([
    [false],
    [false],
    [false],
  ]);
});
