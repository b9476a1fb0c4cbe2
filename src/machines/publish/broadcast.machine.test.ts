import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { relayAsker } from '../../../tests/support/fake-relays.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import type { RelayAnswer } from '../connection/relay-wire.ts';
import { broadcastMachine } from './broadcast.machine.ts';

const event = trusted({ content: 'said' });
const relays = ['wss://one.example', 'wss://two.example'];

function start(urls: readonly string[] = relays) {
  const clock = new SimulatedClock();
  const { ref, heard } = relayAsker();
  const actor = createActor(broadcastMachine, { input: { event, pool: ref as never, relays: urls }, clock }).start();
  const say = (url: string, outcome: 'accepted' | 'rejected' | 'silent', eventId = event.id) =>
    actor.send({ type: 'relay.outcome', url, eventId, outcome, reason: '' } satisfies RelayAnswer);
  return { actor, heard, say, output: () => actor.getSnapshot().output, wait: (ms: number) => elapse(clock, ms) };
}

test('NOTE-13 a note is sent as it is to the own relays; one that takes it is enough', () => {
  const { heard, say, output } = start();
  expect(heard).toMatchObject([{ type: 'pool.ask', ask: { kind: 'publish', event }, urls: relays }]);
  say('wss://one.example', 'rejected');
  expect(output()).toBeUndefined();
  say('wss://two.example', 'accepted');
  expect(output()).toEqual({ isTaken: true });
});

test('NOTE-13 INV-OUTCOME nobody took it: all refused, none is named, or none answered in 8 seconds', () => {
  const refused = start();
  for (const url of relays) refused.say(url, 'rejected');
  const late = start();
  late.say('wss://one.example', 'accepted', 'f'.repeat(64));
  late.wait(8_100);
  expect([refused, late, start([])].map(({ output }) => output()?.isTaken)).toEqual([false, false, false]);
});
