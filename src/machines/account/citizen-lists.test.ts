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
