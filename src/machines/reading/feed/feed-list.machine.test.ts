import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import type { Claim, FeedEntry } from '../../../events/connection/claims.ts';
import { enabledFeeds } from '../../../events/reading/feed/own-feeds.ts';
import { feedListMachine } from './feed-list.machine.ts';

const entry = (name: string, enabled = true): FeedEntry => ({
  name,
  spec: `{"id":"${name}"}`,
  description: '',
  enabled,
  feedkind: '',
});
const home = (...feeds: FeedEntry[]): Claim => ({ claim: 'feeds', list: 'home', feeds });

function start() {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const actor = createActor(feedListMachine, {
    input: { bus: fake.bus, defaults: [entry('own')] },
    clock,
  }).start();
  return {
    actor,
    clock,
    fake,
    names: () => actor.getSnapshot().context.feeds.map(({ name }) => name),
  };
}

test('FEED-01 the service names the home feeds, and disabled ones are not offered', () => {
  const { actor, fake, names } = start();
  expect(fake.open().map(({ query }) => query)).toEqual([{ verb: 'get_home_feeds', payload: {} }]);
  fake.answer({ claims: [home(entry('a'), entry('b', false), entry('c'))] });
  expect(names()).toEqual(['a', 'b', 'c']);
  expect(enabledFeeds(actor.getSnapshot().context.feeds, []).map(({ name }) => name)).toEqual([
    'a',
    'c',
  ]);
});

test('FEED-08 the default feeds are offered until the service answers, or if it names none', () => {
  const cases = [
    ({ fake }: ReturnType<typeof start>) => fake.answer({}),
    ({ fake }: ReturnType<typeof start>) => fake.answer({ claims: [home(entry('b', false))] }),
    ({ fake }: ReturnType<typeof start>) => fake.refuse(),
    ({ clock }: ReturnType<typeof start>) => elapse(clock, 10_000),
  ];
  for (const happens of cases) {
    const world = start();
    expect(world.names()).toEqual(['own']);
    happens(world);
    expect([world.actor.getSnapshot().value, world.names()]).toEqual(['defaults', ['own']]);
  }
});

test('INV-PROGRESS a service that comes back is asked again', () => {
  const { actor, fake, names } = start();
  fake.refuse();
  actor.send({ type: 'screen.shown' });
  fake.answer({ claims: [home(entry('a'))] });
  expect(names()).toEqual(['a']);
  actor.send({ type: 'screen.shown' });
  expect(fake.open()).toEqual([]);
});
