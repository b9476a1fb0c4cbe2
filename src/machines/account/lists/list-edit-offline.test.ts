import { expect, test } from 'vitest';
import { listWorld, signedIn } from '../../../../tests/support/lists/list-world.ts';
import { follow, mute, relayUse } from '../../../events/account/lists/list-intents.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';

const [ann, bob, cat, dan] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const two = [
  ['p', ann],
  ['p', bob],
];
const keysOf = (...pubkeys: readonly string[]) => pubkeys.map((pubkey) => `p:${pubkey}`);

type World = ReturnType<typeof listWorld>;
type Tab = ReturnType<World['open']>;

/** Connect or disconnect the device with all sources. */
function network(world: World, isUp: boolean, ...tabs: readonly Tab[]): void {
  for (const source of world.sources.values()) source.up = isUp;
  for (const tab of tabs) tab.scope.send({ type: 'network.offline', on: !isUp });
}

const failuresTold = ({ news }: Tab) => news.filter(({ type }) => type === 'list.failed');

test('BEYOND-05 INV-BASE an edit made offline waits, and goes out on the base that is newest then', async () => {
  const world = listWorld({ held: two });
  const tab = world.open();
  network(world, false, tab);
  tab.edit(follow(cat));
  await world.run();
  world.elapse(10 * 60_000);
  await world.run();
  expect([tab.list.getSnapshot().hasTag('held'), failuresTold(tab), signedIn(world)]).toEqual([
    true,
    [],
    [],
  ]);
  expect(tab.records().map(({ isHeld }) => isHeld)).toEqual([true]);
  network(world, true, tab);
  world.publishElsewhere([...two, ['p', dan]]);
  await world.run();
  expect(world.entries().keys).toEqual(keysOf(ann, bob, dan, cat));
  expect([tab.records().map(stateOf), failuresTold(tab), world.lost]).toEqual([
    ['accepted'],
    [],
    [],
  ]);
});

test('BEYOND-05 an edit whose network goes while its base is fetched waits as well', async () => {
  const world = listWorld({ held: two });
  const tab = world.open();
  for (const source of world.sources.values()) source.silent = true;
  tab.edit(follow(cat));
  await world.run();
  network(world, false, tab);
  world.elapse(20_000);
  await world.run();
  expect([tab.list.getSnapshot().hasTag('held'), failuresTold(tab)]).toEqual([true, []]);
  for (const source of world.sources.values()) source.silent = false;
  network(world, true, tab);
  await world.run();
  expect(world.entries().keys).toEqual(keysOf(ann, bob, cat));
});

test('BEYOND-05 INV-NO-LOSS an edit made offline survives a reload, and is sent once', async () => {
  const world = listWorld({ held: two });
  const before = world.open();
  network(world, false, before);
  before.edit(follow(cat));
  before.edit(follow(dan));
  await world.run();
  world.crash(before);
  const tab = world.open();
  network(world, false, tab);
  await world.run();
  expect([signedIn(world), failuresTold(tab)]).toEqual([[], []]);
  network(world, true, tab);
  await world.run();
  await world.run();
  expect(world.entries().keys).toEqual(keysOf(ann, bob, cat, dan));
  expect([tab.records().map(stateOf), signedIn(world).length]).toEqual([
    ['accepted', 'accepted'],
    2,
  ]);
});

test('BEYOND-03 an edit of an earlier page never prompts; without a signature it waits for the user', async () => {
  const world = listWorld({ held: two });
  const before = world.open();
  network(world, false, before);
  before.edit(follow(cat));
  await world.run();
  world.crash(before);
  const tab = world.open();
  network(world, true, tab);
  await world.run(false);
  const [asked] = tab.signer.open().filter(({ act }) => act.do === 'sign');
  expect(asked?.quiet).toBe(true);
  tab.signer.refuse(asked);
  await world.run(false);
  expect([failuresTold(tab), tab.isBusy(), tab.records().map(({ isHeld }) => isHeld)]).toEqual([
    [],
    false,
    [true],
  ]);
  tab.scope.send({ type: 'account.unlocked' });
  await world.run();
  expect(world.entries().keys).toEqual(keysOf(ann, bob, cat));
});

test('BEYOND-05 a waiting edit that the user discards is not sent', async () => {
  const world = listWorld({ list: 'mutes', held: two });
  const tab = world.open();
  network(world, false, tab);
  tab.edit(mute({ type: 'user', pubkey: cat }));
  await world.run();
  const [record] = tab.records();
  tab.actor.send({ type: 'outbox.discard', job: record?.job ?? '' });
  await world.run();
  expect(tab.isBusy()).toBe(false);
  network(world, true, tab);
  await world.run();
  expect([signedIn(world), tab.records().map(stateOf)]).toEqual([[], ['discarded']]);
});

test('ACCOUNT-09 an edit that failed after it had waited is not resumed by a later page', async () => {
  const world = listWorld({ held: two });
  const before = world.open();
  network(world, false, before);
  before.edit(follow(cat));
  await world.run();
  const newest = world.sources.get('cache')?.newest;
  if (newest) world.unreadable.add(newest.id);
  network(world, true, before);
  await world.run();
  expect(failuresTold(before)).toHaveLength(1);
  world.unreadable.clear();
  world.crash(before);
  const tab = world.open();
  await world.run();
  expect([signedIn(world), tab.records().map(({ isHeld }) => isHeld)]).toEqual([[], [false]]);
});

test('BEYOND-02 BEYOND-05 a first mute made offline waits, and its question is asked once back online', async () => {
  const world = listWorld({ list: 'mutes' });
  const tab = world.open();
  network(world, false, tab);
  tab.edit(mute({ type: 'user', pubkey: cat }));
  await world.run();
  expect([tab.list.getSnapshot().hasTag('held'), failuresTold(tab)]).toEqual([true, []]);
  network(world, true, tab);
  await world.run();
  expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
  tab.list.send({ type: 'list.confirm' });
  await world.run();
  expect(signedIn(world)).toHaveLength(1);
});

const [QUAY, OLD, PIER] = [
  'wss://quay.example',
  'wss://old.example',
  'wss://pier.example',
] as const;
const relays = [QUAY, OLD, PIER].map((url) => ['r', url]);
const removal = [relayUse(OLD, { read: false, write: false }) ?? []].flat();

test('RELAY-07 BEYOND-05 the removal of a relay is confirmed offline, and goes out once back online', async () => {
  const world = listWorld({ list: 'relays', held: relays });
  const before = world.open();
  network(world, false, before);
  before.ask({ code: 'removeRelay', url: OLD }, ...removal);
  await world.run();
  expect([before.list.getSnapshot().hasTag('held'), world.disk.log]).toEqual([true, []]);
  before.send({ type: 'list.confirm' });
  await world.run();
  expect([before.records().map(({ isHeld }) => isHeld), failuresTold(before)]).toEqual([
    [true],
    [],
  ]);
  world.crash(before);
  const tab = world.open();
  network(world, true, tab);
  world.publishElsewhere([...relays, ['r', 'wss://new.example']]);
  await world.run();
  expect(world.entries().newest?.tags.map(([, url]) => url)).toEqual([
    QUAY,
    PIER,
    'wss://new.example',
  ]);
});

test('RELAY-07 a question of an edit that is not answered offline is asked with its risks once back', async () => {
  const world = listWorld({ list: 'relays', held: relays });
  const tab = world.open();
  network(world, false, tab);
  tab.ask({ code: 'removeRelay', url: OLD }, ...removal);
  await world.run();
  network(world, true, tab);
  await world.run();
  expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
  expect(tab.list.getSnapshot().context.queue[0]?.question?.code).toBe('removeRelay');
});

test('RELAY-07 a question is closed offline, and an edit that waited before it stays', async () => {
  const world = listWorld({ list: 'relays', held: relays });
  const tab = world.open();
  network(world, false, tab);
  tab.edit({ act: 'add', tag: ['r', 'wss://new.example'] });
  tab.ask({ code: 'removeRelay', url: OLD }, ...removal);
  await world.run();
  tab.send({ type: 'list.cancel' });
  network(world, true, tab);
  await world.run();
  expect(world.entries().newest?.tags.map(([, url]) => url)).toEqual([
    QUAY,
    OLD,
    PIER,
    'wss://new.example',
  ]);
});

test('BEYOND-01 RELAY-07 a removal confirmed offline asks about a silent source once back online', async () => {
  const world = listWorld({ list: 'relays', held: relays });
  const tab = world.open();
  network(world, false, tab);
  tab.ask({ code: 'removeRelay', url: OLD }, ...removal);
  await world.run();
  tab.send({ type: 'list.confirm' });
  const [, silent] = world.sources.values();
  network(world, true, tab);
  if (silent) silent.silent = true;
  await world.run();
  world.elapse(10_000);
  await world.run();
  const { planned } = tab.list.getSnapshot().context;
  expect([tab.list.getSnapshot().hasTag('asking'), signedIn(world)]).toEqual([true, []]);
  expect(planned?.ok && planned.plan.reasons).toEqual(['unsure-base']);
});

test('RELAY-07 offline, an answer counts for the question that is shown alone', async () => {
  const world = listWorld({ list: 'relays', held: relays });
  const tab = world.open();
  network(world, false, tab);
  for (const url of [OLD, PIER])
    tab.ask({ code: 'removeRelay', url }, { act: 'remove', tag: ['r', url] });
  await world.run();
  tab.send({ type: 'list.confirm' });
  const { queue } = tab.list.getSnapshot().context;
  expect(queue.map(({ question }) => question)).toEqual([
    undefined,
    { code: 'removeRelay', url: PIER },
  ]);
});
