import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { searchMachine } from './search.machine.ts';

const [ANN, BEN] = ['a'.repeat(64), 'b'.repeat(64)] as const;
const profileOf = (pubkey: string) => trusted({ pubkey, kind: KIND.Metadata, content: '{}' });

function start() {
  const clock = new SimulatedClock();
  const bus = fakeBus();
  const actor = createActor(searchMachine, { clock, input: { bus: bus.bus, viewer: ANN } }).start();
  const type = (text: string, rest = 200) => {
    actor.send({ type: 'search.type', text });
    elapse(clock, rest, 10);
  };
  const found = () => {
    const { people, notes } = actor.getSnapshot().context;
    return [people, notes.map(({ content }) => content)];
  };
  return {
    clock,
    bus,
    actor,
    type,
    found,
    asked: () => bus.open().map(({ query }) => query.payload),
  };
}

test('SEARCH-01 LIMIT-02 after a pause people and notes are searched, and each result is shown at once', () => {
  const { bus, type, found, asked, actor } = start();
  type('l', 100);
  type('la', 100);
  expect(asked()).toEqual([]);
  type('lamp');
  expect(asked()).toEqual([
    { query: 'lamp', limit: 10 },
    { spec: '{"id":"advsearch","query":"lamp"}', limit: 10, user_pubkey: ANN },
  ]);
  bus.answer({ events: [trusted({ content: 'a lamp' }), profileOf(ANN)] }, 'mega_feed_directive');
  expect(found()).toEqual([[], ['a lamp']]);
  expect(actor.getSnapshot().hasTag('loading')).toBe(true);
  bus.answer({ events: [profileOf(BEN), trusted({})] }, 'user_search');
  expect(found()).toEqual([[BEN], ['a lamp']]);
  expect(actor.getSnapshot().hasTag('loading')).toBe(false);
});

test('SEARCH-01 only results for the last text count, and an empty field searches nothing', () => {
  const { bus, type, found, asked } = start();
  type('lamp');
  const [people] = bus.open();
  type('lamps');
  expect(asked()).toMatchObject([{ query: 'lamps' }, {}]);
  people?.from.send({
    type: 'answer.partReceived',
    events: [profileOf(ANN)],
    referenced: [],
    claims: [],
  });
  people?.from.send({ type: 'answer.ended' });
  expect(found()).toEqual([[], []]);
  bus.answer({ events: [profileOf(BEN)] }, 'user_search');
  expect(found()).toEqual([[BEN], []]);
  type('');
  expect([asked(), found()]).toEqual([[], [[], []]]);
  type('', 1_000);
  expect(asked()).toEqual([]);
});

test('an error or 5 s of silence adds no results, and results for other words are not shown', () => {
  const { bus, type, found, actor, clock } = start();
  type('lamp');
  bus.answer({ events: [profileOf(ANN)] }, 'user_search');
  bus.answer({ events: [trusted({ content: 'a lamp' })] }, 'mega_feed_directive');
  type('oil');
  bus.refuse('user_search');
  elapse(clock, 5_100);
  expect([found(), actor.getSnapshot().value]).toEqual([[[], []], 'idle']);
  type('lamp');
  actor.send({ type: 'screen.hidden' });
  expect(bus.open()).toEqual([]);
});
