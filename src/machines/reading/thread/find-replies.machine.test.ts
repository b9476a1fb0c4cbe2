import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { brokenRequest } from '../../../../tests/support/connection/broken-request.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND, REPLY_KINDS } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { findRepliesMachine } from './find-replies.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [NOTE, OTHER, ANN] = ['a', 'b', '2'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const HINT = pressed('wss://hint.example');
const INBOX = 'wss://inbox.example';
const reply = trusted({ content: 'found', tags: [['e', NOTE, '', 'root']] });

/** Start the search with a scope played by the test. */
function start(machine = findRepliesMachine) {
  const { bus, answer, refuse, open } = fakeBus();
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const facts: string[] = [];
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { findReplies: machine },
  }).createMachine({
    invoke: {
      id: 'findReplies',
      src: 'findReplies',
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
  const actor = root.getSnapshot().children['findReplies'] as ActorRefFrom<
    typeof findRepliesMachine
  >;
  const look = (id = NOTE, hints: readonly string[] = [HINT]) =>
    actor.send({
      type: 'findReplies.find',
      id,
      author: ANN,
      hints: hints.map((url) => pressed(url)),
      now: seconds(5),
    });
  const found = (urls: string[], request = NOTE) =>
    actor.send({
      type: 'inboxes.found',
      request,
      inboxes: new Map([[ANN, urls.map((url) => pressed(url))]]),
    });
  const state = () => [actor.getSnapshot().value, actor.getSnapshot().context.looked.get(NOTE)];
  return {
    actor,
    answer,
    refuse,
    open,
    told,
    facts,
    look,
    found,
    state,
    wait: (ms: number) => elapse(clock, ms, 100),
  };
}

test("BEYOND-04 more replies are searched at the caching service, hinted relays and the author's inbox", () => {
  const { actor, look, answer, open, told, facts, found, state } = start();
  look();
  look();
  expect(open().map(({ query }) => query)).toEqual([
    { verb: 'event_actions', payload: { event_id: NOTE, kind: KIND.Text, limit: 100 } },
  ]);
  answer({});
  expect(told).toMatchObject([{ type: 'inboxes.ask', people: [ANN], request: NOTE }]);
  found([INBOX], OTHER);
  expect(told).toHaveLength(1);
  found([INBOX, HINT, 'http://no.example']);
  expect(told.slice(1)).toMatchObject([
    {
      type: 'relays.ask',
      urls: [HINT, INBOX],
      ask: {
        kind: 'subscribe',
        filters: [{ kinds: REPLY_KINDS, '#e': [NOTE], limit: 100 }],
      },
    },
  ]);
  actor.send({ type: 'relay.events', url: HINT, events: [reply] });
  expect(facts).toEqual([reply.id]);
  for (const url of [HINT, INBOX]) {
    expect(state()).toEqual(['listening', 2]);
    actor.send({ type: 'relay.ended', url: pressed(url), complete: true });
  }
  expect(state()).toEqual(['idle', 2]);
  look();
  expect(open()).toEqual([]);
});

test('BEYOND-04 a silent service, inbox lookup or relay delays the search only until its timeout', () => {
  for (const begin of [
    ({ refuse }: ReturnType<typeof start>) => refuse(),
    ({ answer }: ReturnType<typeof start>) => answer({}),
  ]) {
    const it = start();
    it.look();
    begin(it);
    it.wait(3_100);
    expect(it.state()).toEqual(['listening', 1]);
    it.wait(10_100);
    expect(it.state()).toEqual(['idle', 1]);
  }
  const broken = start(findRepliesMachine.provide({ actors: { request: brokenRequest } }));
  broken.look(NOTE, []);
  broken.wait(3_100);
  expect(broken.state()).toEqual(['idle', 0]);
});

test('BEYOND-04 notes are searched one after the other, with at most eight relays each', () => {
  const { look, answer, told, found, open } = start();
  look(
    NOTE,
    Array.from({ length: 20 }, (_, at) => `wss://r${at}.example`),
  );
  look(OTHER);
  answer({});
  found([]);
  expect(told.at(-1)?.['urls']).toHaveLength(8);
  expect(open()).toEqual([]);
});
