import { expect, test } from 'vitest';
import { saying } from '../../../../tests/support/views/in-english.ts';
import {
  listWorld,
  signedIn,
  type Surroundings,
} from '../../../../tests/support/lists/list-world.ts';
import { silentIn } from '../../../events/account/lists/list-base.ts';
import { follow, mute } from '../../../events/account/lists/list-intents.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';

const [ann, bob, cat] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const two = [
  ['p', ann],
  ['p', bob],
];

/** A world in which this device asks no relay. */
const paused = (surroundings: Surroundings) => {
  const world = listWorld(surroundings);
  const tab = world.open();
  const pause = (isOn: boolean) => {
    for (const [name, source] of world.sources) source.paused = isOn && name !== 'cache';
  };
  pause(true);
  const shown = () => {
    const { context } = tab.list.getSnapshot();
    return {
      isAsking: tab.list.getSnapshot().hasTag('asking'),
      reasons: context.planned?.ok ? context.planned.plan.reasons : undefined,
      silent: silentIn(context.base),
    };
  };
  return { world, tab, pause, shown };
};

test('RELAY-08 INV-BASE paused relays are not named as silent, and one question a visit is enough', async () => {
  const { world, tab, shown } = paused({ held: two });
  tab.edit(follow(cat));
  await world.run();
  expect(shown()).toEqual({ isAsking: true, reasons: ['paused-base'], silent: [] });
  expect(signedIn(world)).toEqual([]);
  tab.send({ type: 'list.confirm' });
  await world.run();
  expect(signedIn(world)).toHaveLength(1);
  tab.edit(follow(bob, false));
  await world.run();
  expect(shown().isAsking).toBe(false);
  expect(signedIn(world)).toHaveLength(2);
});

test('RELAY-08 INV-BASE consent to paused relays is none to a relay that is silent later', async () => {
  const { world, tab, pause, shown } = paused({ held: two });
  tab.edit(follow(cat));
  await world.run();
  tab.send({ type: 'list.confirm' });
  await world.run(false);
  pause(false);
  const [silent] = [...world.sources.keys()].slice(1);
  for (const [name, source] of world.sources) source.silent = name === silent;
  for (let round = 0; round < 3; round++) {
    await world.run();
    world.elapse(10_000);
  }
  tab.edit(follow(bob, false));
  for (let round = 0; round < 2; round++) {
    await world.run();
    world.elapse(10_000);
  }
  expect(shown()).toEqual({ isAsking: true, reasons: ['unsure-base'], silent: [silent] });
});

test('RELAY-08 nothing is asked if the service has the version that this device published', async () => {
  const { world, tab, pause, shown } = paused({ held: two });
  pause(false);
  tab.edit(follow(cat));
  await world.run();
  pause(true);
  tab.edit(follow(bob, false));
  await world.run();
  expect(shown()).toMatchObject({ isAsking: false, silent: [] });
  expect(signedIn(world)).toHaveLength(2);
});

test('RELAY-08 the same mute again is no network failure while the relays are paused', async () => {
  const { world, tab } = paused({ list: 'mutes', held: two });
  tab.edit(mute({ type: 'user', pubkey: bob }));
  await world.run();
  expect(tab.news.map(({ type }) => type)).toEqual(['list.saved']);
});

test('RELAY-08 ACCOUNT-10 a first mute list is made after one question while the relays are paused', async () => {
  const { world, tab, shown } = paused({ list: 'mutes' });
  tab.edit(mute({ type: 'user', pubkey: cat }));
  await world.run();
  expect(tab.news).toEqual([]);
  expect(shown()).toEqual({ isAsking: true, reasons: ['new-list', 'paused-base'], silent: [] });
  tab.send({ type: 'list.confirm' });
  await world.run();
  expect(signedIn(world).map(({ tags }) => tags)).toEqual([[['p', cat]]]);
  expect([...world.disk.records().values()]).toHaveLength(1);
});

test('RELAY-08 INV-BASE without the caching service nothing is built on paused relays', async () => {
  const { world, tab } = paused({ held: two });
  for (const source of world.sources.values()) source.up = source.paused;
  tab.edit(follow(cat));
  await world.run();
  expect(tab.news).toMatchObject([
    {
      type: 'list.failed',
      message: saying(
        'Failed to complete the follow possibly due to a network error. Please try again.',
      ),
    },
  ]);
  expect([...world.disk.records().values()].map(stateOf)).not.toContain('sending');
});
