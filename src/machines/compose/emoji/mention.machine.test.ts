import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { brokenRequest } from '../../../../tests/support/connection/broken-request.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import { mentionMachine } from './mention.machine.ts';

const ANN = '2'.repeat(64);
const BOB = '3'.repeat(64);
const profile = (pubkey: string) => verified({ id: pubkey, pubkey, kind: 0 });

function asking(machine = mentionMachine) {
  const bus = fakeBus();
  const clock = new SimulatedClock();
  const actor = createActor(machine, { input: { bus: bus.bus }, clock }).start();
  return {
    bus,
    ask: (text: string, beside?: string) => actor.send({ type: 'mention.ask', text, beside }),
    stop: () => actor.send({ type: 'mention.stop' }),
    wait: (ms: number) => elapse(clock, ms),
    status: () => actor.getSnapshot().status,
    people: () => actor.getSnapshot().context.people,
  };
}

test('a quickly typed word sends one request; accounts keep the order of the answer, once each', () => {
  const one = asking();
  for (const text of ['a', 'an', 'ann']) {
    one.ask(text);
    one.wait(100);
  }
  expect(one.bus.open()).toEqual([]);
  one.wait(100);
  expect(one.bus.open().map(({ query }) => query)).toEqual([
    { verb: 'user_search', payload: { query: 'ann', limit: 8 } },
  ]);
  one.bus.answer({ events: [profile(BOB), profile(ANN), verified({ id: 'n' }), profile(BOB)] });
  expect(one.people()).toEqual([BOB, ANN]);
});

test('INV-TAGGED the answer to an earlier request is ignored, and stopping forgets the request', () => {
  const one = asking();
  one.ask('ann');
  one.wait(200);
  one.ask('bob');
  expect(one.bus.open()).toEqual([]);
  one.wait(200);
  one.bus.answer({ events: [profile(BOB)] });
  expect(one.people()).toEqual([BOB]);
  one.stop();
  expect(one.people()).toEqual([]);
});

test('an unchanged word is not requested again until a new search starts', () => {
  const one = asking();
  one.ask('ann');
  one.wait(200);
  one.bus.answer({ events: [profile(ANN)] });
  one.ask('ann');
  one.wait(200);
  expect([one.people(), one.bus.open()]).toEqual([[ANN], []]);
  one.stop();
  one.ask('ann');
  one.wait(200);
  expect(one.bus.open()).toHaveLength(1);
});

test('LIMIT-02 without a typed name ten are recommended, nine beside the answered author', () => {
  const people = Array.from({ length: 12 }, (_, n) => n.toString(16).padStart(64, '0'));
  const group = (name: string, members: readonly string[]) => ({
    group: name,
    members: members.map((pubkey) => ({ pubkey })),
  });
  const content = [group('a', people.slice(0, 5)), group('b', people)];
  const claims = [{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }] as const;
  const one = asking();
  one.ask('');
  one.wait(200);
  expect(one.bus.open().map(({ query }) => query)).toEqual([
    { verb: 'get_suggested_users', payload: {} },
  ]);
  one.bus.answer({ claims });
  expect(one.people()).toEqual(people.slice(0, 10));
  one.stop();
  one.ask('', people[3]);
  one.wait(200);
  one.bus.answer({ claims });
  expect(one.people()).toEqual([people[3], ...people.slice(0, 3), ...people.slice(4, 10)]);
});

test('INV-PROGRESS no answer, or a refusal, results in no suggestions', () => {
  const one = asking();
  one.ask('ann');
  one.wait(10_000);
  expect([one.people(), one.bus.open()]).toEqual([[], []]);
  one.ask('bob');
  one.wait(200);
  one.bus.refuse();
  expect(one.people()).toEqual([]);
  const broken = asking(mentionMachine.provide({ actors: { request: brokenRequest } }));
  broken.ask('ann');
  broken.wait(200);
  expect([broken.people(), broken.status()]).toEqual([[], 'active']);
});
