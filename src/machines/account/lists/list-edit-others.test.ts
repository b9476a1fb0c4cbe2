import { saying } from '../../../../tests/support/views/in-english.ts';
import { describe, expect, test } from 'vitest';
import {
  listWorld,
  settled,
  sign,
  signedIn,
  signing,
} from '../../../../tests/support/lists/list-world.ts';
import { ME, RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { follow } from '../../../events/account/lists/list-intents.ts';
import { isUnfinished, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';

const key = (digit: string) => digit.repeat(64);
const [ann, bob, cat, dan] = [key('a'), key('b'), key('c'), key('d')];
const two = [
  ['p', ann, 'wss://a.example', 'Ann'],
  ['p', bob],
];
const all = [...two, ['p', cat]];

describe('unreadable versions, clocks, and changes by others', () => {
  /** Publish a version with one more follow from another device, with its own date. */
  const elsewhere = (
    world: ReturnType<typeof listWorld>,
    pubkey: string,
    created_at: number,
    names: readonly string[] = ['cache', ...RELAYS],
  ) => {
    const event = trusted({ pubkey: ME, kind: 3, tags: [...two, ['p', pubkey]], created_at });
    for (const name of names) world.keep(name, event);
    return event;
  };

  test('INV-BASE INV-SHRINK a source with a rejected version blocks the edit, and is named', async () => {
    for (const [name, said] of [
      ['cache', 'the caching service has'],
      [RELAYS[1], 'two.example have'],
    ] as const) {
      const world = listWorld({ held: two });
      world.unreadable.add(elsewhere(world, dan, world.now() - 5, [name]).id);
      const tab = world.open();
      tab.edit(follow(cat));
      await world.run();
      await world.run();
      expect(tab.news).toEqual([
        {
          type: 'list.failed',
          list: 'follows',
          message: saying(new RegExp(`${said} a version of it that can’t be read here.`)),
        },
      ]);
      expect(signedIn(world)).toEqual([]);
    }
  });

  test('E-46 INV-SHRINK a version dated ahead of this clock blocks the edit, and the clock is named', async () => {
    const world = listWorld({ held: two });
    elsewhere(world, dan, world.now() - 60);
    world.device.skew = -86_400;
    const tab = world.open();
    tab.edit(follow(cat));
    await world.run();
    expect(tab.news).toMatchObject([
      { type: 'list.failed', message: saying(/ahead of this device’s clock/) },
    ]);
    expect(signedIn(world)).toEqual([]);
    world.device.skew = 0;
    tab.retry();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
  });

  test('INV-SHRINK a relay that answers late with a newer list is waited for', async () => {
    const world = listWorld({ held: two });
    elsewhere(world, dan, world.now() - 5, [RELAYS[1]]);
    const source = world.sources.get(RELAYS[1]);
    const cache = world.sources.get('cache');
    if (source) source.late = true;
    if (cache) cache.newest = world.first;
    const tab = world.open();
    tab.edit(follow(cat));
    await settled();
    // the caching service does not know it yet
    world.answer();
    if (cache) cache.newest = world.first;
    world.elapse(2_900);
    expect(tab.prompts()).toEqual([]);
    world.elapse(200);
    await world.run();
    world.elapse(3_100);
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
  });

  test('INV-SHRINK another device publishes during a slow signature: the edit is redone on the new version', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    elsewhere(world, dan, world.now() - 1);
    world.elapse(5_100);
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
    expect(signedIn(world)).toHaveLength(1);
    expect(tab.signer.requests).toHaveLength(2);
    expect(tab.news.map(({ type }) => type)).toEqual(['list.saved']);
  });

  test('INV-NO-LOSS an edit queued behind one that is redone runs after it', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    tab.edit(follow(key('e')));
    elsewhere(world, dan, world.now() - 1);
    world.elapse(5_100);
    await world.run();
    await world.run();
    expect(world.entries().keys).toEqual(
      [ann, bob, dan, cat, key('e')].map((pubkey) => `p:${pubkey}`),
    );
    expect(tab.news.map(({ type }) => type)).toEqual(['list.saved', 'list.saved']);
  });

  test('INV-PROGRESS a silent signer changes nothing, and is reported after a quarter of an hour', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    world.elapse(15 * 60_000 + 100);
    await settled();
    expect(tab.news).toMatchObject([
      {
        type: 'list.failed',
        message: saying('Nothing was changed in your follow list: the change was not signed.'),
      },
    ]);
    expect([signedIn(world), tab.records().map(stateOf)]).toEqual([[], ['unsigned']]);
  });

  test('a slow signature is used if nothing changed', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    world.elapse(60_000);
    await world.run();
    expect([tab.signer.requests.length, tab.news.map(({ type }) => type)]).toEqual([
      1,
      ['list.saved'],
    ]);
  });

  test('INV-BASE INV-SHRINK a source that went silent since needs consent, also for an orphaned edit', async () => {
    const slow = await signing({ held: two }, follow(cat));
    slow.world.elapse(5_100);
    for (const { world, tab } of [slow, await leftBehind(two, follow(cat))]) {
      elsewhere(world, dan, world.now() - 60, [RELAYS[1]]);
      const relay = world.sources.get(RELAYS[1]);
      Object.assign(relay ?? {}, { silent: true });
      const sent = world.deliveries.length;
      await world.run();
      world.elapse(10_100);
      await world.run();
      const { planned, base } = tab.list.getSnapshot().context;
      expect(
        tab.list.getSnapshot().hasTag('asking') && planned?.ok && planned.plan.reasons,
      ).toEqual(['unsure-base']);
      expect([base.unheard, world.deliveries.length]).toEqual([[RELAYS[1]], sent]);
      Object.assign(relay ?? {}, { silent: false });
      tab.send({ type: 'list.confirm' });
      await world.run();
      expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
    }
  });

  test('INV-REPLY an edit ordered while another awaits new consent keeps its own job', async () => {
    const { world, tab } = await signing({ held: all }, follow(cat, false));
    for (const source of world.sources.values()) source.up = false;
    await world.run();
    for (const source of world.sources.values()) source.up = true;
    world.publishElsewhere([
      ['p', bob],
      ['p', cat],
    ]);
    tab.retry();
    await world.run();
    expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
    // the replaced version is forgotten
    expect(tab.list.getSnapshot().context.queue).toMatchObject([
      { version: undefined, job: undefined, tries: 1 },
    ]);
    tab.edit(follow(dan));
    await world.run();
    tab.send({ type: 'list.confirm' });
    await world.run();
    expect(world.entries().keys).toEqual([bob, dan].map((pubkey) => `p:${pubkey}`));
    const taken = tab.records().filter((record) => stateOf(record) === 'accepted');
    expect(
      taken.map(({ wish, event }) => [wish.type === 'list' && wish.intents, event?.tags]),
    ).toEqual([
      [[follow(dan)], expect.arrayContaining([['p', dan]])],
      [[follow(cat, false)], [['p', bob]]],
    ]);
  });

  test('INV-SERIAL an edit that another tab still sends is left to it, without a failure here', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    await sign(world, tab);
    const other = world.open();
    await settled();
    world.elapse(35_000);
    await settled();
    expect([other.news, other.isBusy()]).toEqual([[], false]);
    await world.run();
    expect([tab.news.map(({ type }) => type), other.news]).toEqual([['list.saved'], []]);
    // a user who orders it themselves is notified
    tab.edit(follow(dan));
    await world.run(false);
    await sign(world, tab);
    other.resume(tab.records().at(-1)?.job ?? '');
    world.elapse(35_000);
    expect(other.news.map(({ type }) => type)).toEqual(['list.failed']);
  });

  test('INV-OUTCOME INV-SHRINK a later version of another device: the edit is redone, then saved', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    const later = elsewhere(world, dan, world.now() + 30);
    await sign(world, tab);
    world.answer();
    world.settle();
    expect(tab.news).toEqual([]);
    await world.run();
    expect(world.entries().newest?.created_at).toBe(inSeconds(later.created_at) + 1);
    expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
    expect(tab.news.map(({ type }) => type)).toEqual(['list.saved']);
  });

  test('INV-PROGRESS an edit that is overtaken repeatedly finally fails', async () => {
    const world = listWorld({ held: two });
    const tab = world.open();
    tab.edit(follow(cat));
    for (let round = 0; round < 12 && tab.news.length === 0; round++) {
      await world.run(false);
      elsewhere(world, dan, world.now() + 30 + round * 10);
      tab.approve();
      await settled();
      world.settle();
    }
    expect(tab.news).toMatchObject([
      {
        type: 'list.failed',
        message: saying('Another app keeps changing your follow list. Please try again.'),
      },
    ]);
    await world.run();
    tab.retry();
    await world.run();
    expect(tab.news.at(-1)?.type).toBe('list.saved');
    expect(world.entries().keys).toContain(`p:${cat}`);
  });

  test('INV-SERIAL without locks between tabs nothing is changed, and the reason is shown', async () => {
    const world = listWorld({ held: two, turns: 'none' });
    const tab = world.open();
    tab.edit(follow(cat));
    await world.run();
    expect(tab.news).toMatchObject([
      { type: 'list.failed', message: saying(/can’t keep other open tabs from changing it/) },
    ]);
    expect([signedIn(world), world.questions]).toEqual([[], []]);
  });

  /** Start a page that ended with a signed but not accepted version. */
  async function left(held = all, ...intents: Parameters<typeof signing>[1][]) {
    const { world, tab } = await signing(
      { held },
      ...(intents.length > 0 ? intents : [follow(cat, false)]),
    );
    await sign(world, tab);
    world.crash(tab);
    return world;
  }

  const leftBehind = async (...course: Parameters<typeof left>) => {
    const world = await left(...course);
    return { world, tab: world.open() };
  };

  test('INV-BASE E-48 an orphaned version is sent after a new lookup that keeps other changes', async () => {
    const world = await left();
    const version = signedIn(world)[0];
    expect(version?.tags).toEqual(two);
    const created_at = inSeconds(world.first?.created_at ?? seconds(0)) + 1;
    expect(created_at).toBeLessThan(inSeconds(version?.created_at ?? seconds(0)));
    world.publishElsewhere([...two, ['p', cat], ['p', dan]], created_at);
    const again = world.open();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan].map((pubkey) => `p:${pubkey}`));
    expect(again.records().map(stateOf)).toEqual(['discarded', 'accepted']);
    expect(world.lost).toEqual([]);
  });

  test('INV-BASE E-48 without other changes, the orphaned version is sent as it was signed', async () => {
    const world = await left();
    const again = world.open();
    await world.run(false);
    expect([world.entries().newest?.id, again.prompts()]).toEqual([signedIn(world)[0]?.id, []]);
    expect(again.records().map(stateOf)).toEqual(['accepted']);
  });

  test('INV-SERIAL an orphaned version comes first in another tab, and the next edit is based on it', async () => {
    const world = listWorld({ held: all });
    const [tab, other] = [world.open(), world.open()];
    tab.edit(follow(cat, false));
    await world.run(false);
    await sign(world, tab);
    world.crash(tab);
    other.edit(follow(dan));
    await world.run();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan].map((pubkey) => `p:${pubkey}`));
    expect(other.records().map(stateOf)).toEqual(['accepted', 'accepted']);
  });
});

describe('relays refuse a version because they have a newer one', () => {
  const keysOf = (...pubkeys: readonly string[]) => pubkeys.map((pubkey) => `p:${pubkey}`);
  const strictWorld = () => listWorld({ held: two, isLenient: false });

  /** Two devices of one account, with the same relays and caching service. */
  function twoDevices() {
    const [one, other] = [strictWorld(), strictWorld()];
    for (const [name, source] of one.sources) other.sources.set(name, source);
    return [one, other] as const;
  }

  test.each(['first', 'last'])(
    'INV-NO-LOSS two devices follow in one second, and the valid version comes %s: both are followed',
    async (place) => {
      const worlds = twoDevices();
      const tabs = worlds.map((world) => world.open());
      tabs.forEach((tab, at) => tab.edit(follow(at === 0 ? cat : dan)));
      for (const world of worlds) await world.run(false);
      // both versions are signed on the same base before a relay has one of them
      for (const [at, world] of worlds.entries()) await sign(world, tabs[at] ?? world.open());
      const versionOf = (world: ReturnType<typeof listWorld>) => signedIn(world)[0];
      const [one, other] = worlds.map(versionOf);
      expect(one?.created_at).toBe(other?.created_at);
      const isValidFirst = (one?.id ?? '') < (other?.id ?? '');
      const arriving = isValidFirst === (place === 'first') ? worlds : worlds.toReversed();
      for (const world of arriving) world.answer();
      for (let round = 0; round < 4; round++) for (const world of arriving) await world.run();
      const saved = ['list.saved'];
      expect(tabs.map(({ news }) => news.map(({ type }) => type))).toEqual([saved, saved]);
      expect(worlds[0].entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan));
      const isLeft = tabs.flatMap((tab) => tab.records().filter(isUnfinished));
      expect(isLeft).toEqual([]);
    },
  );

  test('INV-NO-LOSS Send again redoes a refused edit on the newest list, with a new date', async () => {
    const { world, tab } = await signing({ held: two, isLenient: false }, follow(cat));
    await sign(world, tab);
    for (const source of world.sources.values()) source.up = false;
    await world.run();
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed']);
    for (const source of world.sources.values()) source.up = true;
    const newer = world.publishElsewhere([...two, ['p', dan]], world.now() + 5);
    tab.retry();
    await world.run();
    await world.run();
    expect(tab.news.at(-1)?.type).toBe('list.saved');
    expect(world.entries().keys).toEqual(keysOf(ann, bob, dan, cat));
    expect(world.entries().newest?.created_at).toBe(inSeconds(newer.created_at) + 1);
  });

  test('INV-PROGRESS an edit fails after four versions if relays hide the newer one', async () => {
    const world = strictWorld();
    for (const source of world.sources.values()) source.hides = true;
    const tab = world.open();
    tab.edit(follow(cat));
    for (let round = 0; round < 4; round++) await world.run();
    expect(tab.news).toMatchObject([
      { type: 'list.failed', message: saying(/Another app keeps changing your follow list/) },
    ]);
    const dates = signedIn(world).map(({ created_at }) => inSeconds(created_at));
    expect(dates).toEqual([0, 1, 2, 3].map((later) => (dates[0] ?? 0) + later));
  });
});
