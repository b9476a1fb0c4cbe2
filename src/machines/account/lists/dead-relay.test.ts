import { expect, test } from 'vitest';
import { HERE } from '../../../../tests/support/account/session-world.ts';
import { relayListWorld } from '../../../../tests/support/lists/relay-list-world.ts';
import { relayUse } from '../../../events/account/lists/list-intents.ts';
import { writeUrls } from '../../../events/account/lists/relay-list.ts';

const [DEAD, LIVE, OTHER] = ['wss://dead.example', 'wss://live.example', 'wss://other.example'];
const listed = (url: string, read = true, write = true) => relayUse(url, { read, write });
const remove = (url: string) => listed(url, false, false);

test.each([
  ['a live relay is opened for writing', [listed(LIVE)], LIVE],
  ['a live relay is added', [listed(OTHER)], OTHER],
  ['the dead relay is removed', [remove(DEAD)], HERE.homeRelay],
  ['the list is reset', [remove(DEAD), remove(LIVE), listed(OTHER)], OTHER],
])('RELAY-06 INV-OUTCOME with only a dead write relay, %s', async (_, wanted, taker) => {
  const world = await relayListWorld(new Set([DEAD]), ['r', DEAD, 'write'], ['r', LIVE, 'read']);
  expect(writeUrls(world.relays())).toEqual([DEAD]);
  const intents = wanted.filter((one) => one !== undefined);
  const edit = { type: 'lists.edit', list: 'relays', intents, now: world.now } as const;
  world.features().lists?.send(edit);
  await world.run(60);
  expect(world.published.map(({ url }) => url)).toEqual([taker]);
  expect(writeUrls(world.relays())).toContain(taker);
  expect([world.state()?.value, world.state()?.context.failures]).toEqual(['idle', []]);
});

test('RELAY-06 RELAY-10 the page’s own relay is written to although it was for reading only', async () => {
  const world = await relayListWorld(
    new Set([DEAD]),
    ['r', DEAD, 'write'],
    ['r', HERE.homeRelay, 'read'],
  );
  for (const [intent, count] of [
    [remove(DEAD), 1],
    [listed(HERE.homeRelay), 2],
  ] as const) {
    const intents = intent ? [intent] : [];
    world.features().lists?.send({ type: 'lists.edit', list: 'relays', intents, now: world.now });
    await world.run(60);
    expect(world.published.map(({ url }) => url)).toEqual(Array(count).fill(HERE.homeRelay));
    expect(world.relays()).toEqual([{ url: HERE.homeRelay, read: true, write: true }]);
  }
});
