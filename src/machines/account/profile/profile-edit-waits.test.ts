import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import {
  publishing,
  startProfileEdit as start,
} from '../../../../tests/support/account/profile-edit-world.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';

test('INV-PROGRESS a profile shows 1.5 s after the first answer, and is unknown after 10 s without one', () => {
  const world = start();
  world.down.add(RELAYS[1]);
  expect(world.shown()).toEqual(['loading']);
  world.tab.bus.answer({ events: [world.first] }, 'user_infos');
  const [question] = world.questions;
  question?.from.send({ type: 'relay.events', url: question.url, events: [world.first] });
  elapse(world.clock, 1_400);
  expect(world.value()).toBe('fetching');
  elapse(world.clock, 100);
  expect([world.value(), world.shown()]).toEqual(['editing', ['editable']]);
  const silent = start();
  elapse(silent.clock, 9_900);
  expect(silent.value()).toBe('fetching');
  elapse(silent.clock, 100);
  expect([silent.value(), silent.shown()]).toEqual(['unknown', ['failed']]);
  silent.send({ type: 'profile.close' });
  expect(silent.actor.getSnapshot().status).toBe('done');
});

test('INV-BASE every own write relay is asked; without any, only the caching service', () => {
  for (const relays of [[RELAYS[0]], []]) {
    const { questions, tab } = start({ relays });
    expect(questions.map(({ url }) => url)).toEqual(relays);
    expect(tab.bus.open().map(({ query }) => query.verb)).toEqual(['user_infos']);
  }
});

test('PROFILE-10 the state is shown: asking, busy, failed', () => {
  const world = start();
  world.say();
  world.type({ about: 'hello' });
  world.save();
  expect(world.shown()).toEqual(['asking']);
  world.confirm();
  expect(world.shown()).toEqual(['busy']);
  world.tab.sign();
  world.relays('rejected');
  expect(world.shown()).toEqual(['failed']);
});

test('INV-PROGRESS a silent outbox times out after 20 minutes, then it has failed', () => {
  const world = publishing();
  world.tab.root.stop();
  elapse(world.clock, 20 * 60_000 - 10_000, 10_000);
  expect(world.value()).toEqual({ publishing: 'watched' });
  elapse(world.clock, 10_000, 10_000);
  expect([world.value(), world.news.length]).toEqual(['failed', 1]);
  world.send({ type: 'profile.close' });
  expect(world.actor.getSnapshot().status).toBe('done');
});

test('PUBLISH-02 leaving before a refusal or a discard leaves nothing that is signed later', () => {
  for (const how of ['refused', 'given up'] as const) {
    const world = publishing();
    world.send({ type: 'profile.close' });
    if (how === 'refused') world.tab.refuse();
    else world.tab.actor.send({ type: 'outbox.discard', job: world.tab.records()[0]?.job ?? '' });
    expect([how, world.actor.getSnapshot().status, world.tab.records().map(stateOf)]).toEqual([
      how,
      'done',
      ['discarded'],
    ]);
    expect(world.news.map(({ type }) => type)).toEqual(['xstate.done.actor.edit']);
  }
});

test('a version discarded elsewhere, while sending or after it failed, stays editable', () => {
  for (const when of ['sending', 'failed'] as const) {
    const world = publishing();
    world.tab.sign();
    if (when === 'failed') world.relays('rejected');
    world.tab.actor.send({ type: 'outbox.discard', job: world.tab.records()[0]?.job ?? '' });
    if (when === 'sending') world.relays('rejected');
    expect([when, world.value(), world.context().fields.about]).toEqual([when, 'editing', 'hello']);
  }
});
