import { expect, test } from 'vitest';
import { startCitizen } from '../../../tests/support/citizen-world.ts';
import { elapse } from '../../../tests/support/clock.ts';

test('INV-BASE lists are looked for on the relays that the account writes to, as soon as those are known and as they change', () => {
  const world = startCitizen();
  const relays = () => world.actor.getSnapshot().children.lists?.getSnapshot().context.relays;
  expect(relays()).toBeUndefined();
  world.list(['r', 'wss://one.example'], ['r', 'wss://in.example', 'read']);
  expect(relays()).toEqual(['wss://one.example']);
  elapse(world.clock, 10 * 60_000, 10_000);
  world.list(['r', 'wss://one.example'], ['r', 'wss://two.example', 'write'], ['r', 'wss://in.example', 'read']);
  expect(relays()).toEqual(['wss://one.example', 'wss://two.example']);
});

test('INV-BASE a profile is not opened for editing before it is known where it is looked for; then it is', () => {
  const world = startCitizen();
  const { lists } = world.actor.getSnapshot().children;
  lists?.send({ type: 'lists.profile', remembered: [], now: 5, home: 'http://here.example' });
  expect(lists?.getSnapshot().children.profile).toBeUndefined();
  world.list(['r', 'wss://one.example']);
  expect(lists?.getSnapshot().children.profile?.getSnapshot().context.relays).toEqual(['wss://one.example']);
});
