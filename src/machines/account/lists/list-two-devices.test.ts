import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ListTab,
  type ListWorld,
  listWorld,
  settled,
  signedIn,
} from '../../../../tests/support/lists/list-world.ts';
import { ME, RELAYS } from '../../../../tests/support/publish/outbox-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { LIST_DEFINITIONS, type ListName } from '../../../events/account/lists/list-definitions.ts';
import { follow, type ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { inSeconds } from '../../../events/core/time.ts';
import { runs } from '../../../../tests/support/runs.ts';

const [ann, bob, cat, dan, eve, fay] = ['a', 'b', 'c', 'd', 'e', 'f'].map((digit) =>
  digit.repeat(64),
) as [string, string, string, string, string, string];
const two: readonly Tag[] = [
  ['p', ann],
  ['p', bob],
];
const p = (pubkey: string): Tag => ['p', pubkey];
const keysOf = (...pubkeys: readonly string[]) => pubkeys.map((pubkey) => `p:${pubkey}`).toSorted();

interface Device {
  readonly world: ListWorld;
  readonly tab: ListTab;
}

/** Start devices of one account, with the same relays and caching service. */
function devices(count: number, held: readonly Tag[]): Device[] {
  const worlds = Array.from({ length: count }, () => listWorld({ held }));
  const [first] = worlds;
  for (const { sources } of worlds)
    for (const [name, source] of first?.sources ?? []) sources.set(name, source);
  return worlds.map((world) => ({ world, tab: world.open() }));
}

/** One step of a device: all others answer it, or its signer signs. */
async function step({ world, tab }: Device, isSigning: boolean): Promise<void> {
  await settled();
  world.settle();
  if (isSigning) tab.approve();
  else world.answer();
  world.settle();
}

/** Let all devices go on for that long. */
async function pass(all: readonly Device[], inAll: number): Promise<void> {
  for (let at = 0; at < inAll; at++) {
    for (const device of all) {
      device.world.elapse(1_000);
      for (const isSigning of [false, true, false]) await step(device, isSigning);
    }
  }
}

const keeper = ({ tab }: Device) => tab.child('lists').getSnapshot();
const losses = (device: Device) => keeper(device).context.losses;

describe('INV-NO-LOSS two devices edit a list from the same base', () => {
  /** Steps of the devices 0 and 1, and seconds that pass (2). */
  const orders = fc.shuffledSubarray(
    Array.from({ length: 16 }, (_, at) => (at < 14 ? at % 2 : 2)),
    { minLength: 16 },
  );
  const acts = fc.tuple(
    fc.constantFrom(follow(cat), follow(bob, false)),
    fc.constantFrom(follow(dan), follow(ann, false)),
  );
  const skews = fc.integer({ min: -1, max: 1 });

  test('every order of their steps leaves both edits in the list, without a question', async () => {
    const lost = [1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 2, 2, 0, 0, 1, 1];
    await fc.assert(
      fc.asyncProperty(orders, acts, skews, async (order, intents, skew) => {
        const all = devices(2, [...two, ['p', eve], ['p', fay]]);
        const counts = [0, 0];
        for (const [at, { tab, world }] of all.entries()) {
          world.device.skew = at * skew;
          tab.edit(intents[at] ?? follow(cat));
        }
        for (const who of order) {
          const device = all[who];
          if (!device) for (const { world } of all) world.elapse(1_000);
          else await step(device, (counts[who] = (counts[who] ?? 0) + 1) % 2 === 0);
        }
        await pass(all, 9);
        const expected = new Set([ann, bob, eve, fay]);
        for (const { act, tag } of intents)
          expected[act === 'add' ? 'add' : 'delete'](tag[1] ?? '');
        expect(all[0]?.world.entries().keys.toSorted()).toEqual(keysOf(...expected));
        expect(all.flatMap(losses)).toEqual([]);
        for (const { world } of all) expect(signedIn(world).length).toBeLessThanOrEqual(4);
      }),
      {
        numRuns: runs(8),
        examples: [[lost, [follow(cat), follow(dan)], 0]],
      },
    );
  });
});

test('INV-NO-LOSS three devices follow in one second: the two that lost both follow in the end', async () => {
  const all = devices(3, two);
  const wanted = [cat, dan, eve];
  for (const [at, { tab }] of all.entries()) tab.edit(follow(wanted[at] ?? cat));
  for (const isSigning of [false, true]) for (const device of all) await step(device, isSigning);
  // each version is confirmed as the newest before the next one arrives
  const versions = all.flatMap(({ world }) => signedIn(world).slice(0, 1));
  const byId = all.toSorted((one, other) =>
    (signedIn(one.world)[0]?.id ?? '') < (signedIn(other.world)[0]?.id ?? '') ? 1 : -1,
  );
  expect(new Set(versions.map(({ created_at }) => created_at)).size).toBe(1);
  for (const device of byId) for (let at = 0; at < 3; at++) await step(device, false);
  expect(all[0]?.world.entries().keys).toHaveLength(3);
  await pass(all, 20);
  expect(all[0]?.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, ...wanted));
  expect(all.flatMap(losses)).toEqual([]);
});

interface Course {
  readonly list?: ListName;
  readonly held?: readonly Tag[];
  readonly tags?: readonly Tag[];
  /** Seconds between our version and the other one. */
  readonly later?: number;
}

/** A device whose follow was saved, and a version of another device that relays prefer. */
async function overwritten(
  intents: readonly ListIntent[] = [follow(cat)],
  { list = 'follows', held = two, tags = [...two, ['p', dan]], later = 0 }: Course = {},
) {
  const world = listWorld({ list, held });
  const device = { world, tab: world.open() };
  device.tab.edit(...intents);
  await world.run();
  const [own] = signedIn(world);
  if (!own) throw new Error('nothing was signed');
  expect(device.tab.news.map(({ type }) => type)).toEqual(['list.saved']);
  return { ...device, own, device, publish: () => publish(world, list, own, tags, later) };
}

/** Publish a version that wins against ours. In the same second, that is one with a lower id. */
function publish(
  world: ListWorld,
  list: ListName,
  own: VerifiedEvent,
  tags: readonly Tag[],
  later: number,
): VerifiedEvent {
  const created_at = inSeconds(own.created_at) + later;
  const { kind } = LIST_DEFINITIONS[list];
  for (let tries = 0; ; tries++) {
    const event = trusted({
      pubkey: ME,
      kind,
      tags: [...tags, ['client', String(tries)]],
      created_at,
    });
    if (later === 0 && event.id >= own.id) continue;
    for (const name of ['cache', ...RELAYS]) world.keep(name, event);
    return event;
  }
}

describe('INV-NO-LOSS a saved edit that another device overwrote', () => {
  test('is made again after 3 to 5 seconds, once, and reported by nothing else', async () => {
    const it = await overwritten();
    it.publish();
    it.world.elapse(2_900);
    await it.world.run();
    expect(it.world.entries().keys).toEqual(keysOf(ann, bob, dan));
    it.world.elapse(2_200);
    await it.world.run();
    expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan));
    await pass([it.device], 60);
    expect(signedIn(it.world)).toHaveLength(2);
    expect(losses(it.device)).toEqual([]);
  });

  test('BEYOND-02 with four entries is made again, without a question about a shrunk list', async () => {
    const it = await overwritten([cat, eve, fay, '7'.repeat(64)].map((pubkey) => follow(pubkey)));
    it.publish();
    it.world.elapse(5_100);
    await it.world.run(false);
    expect(losses(it.device)).toEqual([]);
    await it.world.run();
    expect(it.world.entries().keys).toHaveLength(7);
    expect(losses(it.device)).toEqual([]);
  });

  test('is not made again after another tab of the device has undone it', async () => {
    const it = await overwritten();
    const other = it.world.open();
    await it.world.run();
    other.edit(follow(cat, false));
    await it.world.run();
    await pass([it.device], 30);
    expect(it.world.entries().keys).toEqual(keysOf(ann, bob));
    expect([losses(it.device), signedIn(it.world).length]).toEqual([[], 2]);
  });

  test('is made again if the other version comes only after the first look', async () => {
    const it = await overwritten();
    await pass([it.device], 8);
    it.publish();
    await pass([it.device], 20);
    expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan));
  });

  test.each<[ListName, ListIntent, Tag[], Tag]>([
    ['mutes', { act: 'add', tag: ['p', cat] }, [['p', ann]], ['word', 'x']],
    ['bookmarks', { act: 'add', tag: ['e', cat] }, [['e', ann]], ['e', dan]],
    [
      'relays',
      { act: 'set', tag: ['r', 'wss://three.example'] },
      [['r', RELAYS[0]]],
      ['r', 'wss://four.example'],
    ],
    [
      'mediaServers',
      { act: 'first', tag: ['server', 'https://b.example'] },
      [['server', 'https://a.example']],
      ['server', 'https://c.example'],
    ],
    [
      'allowlist',
      { act: 'add', tag: ['p', cat] },
      [
        ['d', 'allowlist'],
        ['p', ann],
      ],
      ['p', dan],
    ],
  ])('is made again in the list %s, too', async (list, intent, held, added) => {
    const it = await overwritten([intent], { list, held, tags: [...held, added] });
    it.publish();
    await pass([it.device], 8);
    const tags = it.world.entries().newest?.tags;
    expect(tags).toContainEqual(added);
    expect(tags).toContainEqual(intent.tag);
  });

  test('is made again twice at most; after that the user is asked, and can make it again', async () => {
    const it = await overwritten();
    for (let times = 0; times < 3; times++) {
      const own = signedIn(it.world).at(-1) ?? it.own;
      publish(it.world, 'follows', own, [...two, ['p', [dan, eve, fay][times] ?? '']], 0);
      await pass([it.device], 8);
    }
    expect(signedIn(it.world)).toHaveLength(3);
    expect(losses(it.device)).toMatchObject([
      { list: 'follows', own: { intents: [follow(cat)], isTried: true } },
    ]);
    it.tab.child('lists').send({ type: 'lists.restore', now: it.world.now() });
    await it.world.run();
    expect(losses(it.device)).toEqual([]);
    expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, fay));
  });

  test('is not made again if a version made from it undoes it', async () => {
    for (const [wait, later] of [
      [1, 1],
      [8, 8],
    ] as const) {
      const it = await overwritten([follow(cat)], { tags: two, later });
      await pass([it.device], wait);
      it.publish();
      await pass([it.device], 30);
      expect(signedIn(it.world)).toHaveLength(1);
      expect(it.world.entries().keys).toEqual(keysOf(ann, bob));
    }
  });

  test('is left to the user if the other version may have been made from it', async () => {
    const it = await overwritten([follow(cat)], { later: 10 });
    await pass([it.device], 10);
    it.publish();
    await pass([it.device], 20);
    expect(signedIn(it.world)).toHaveLength(1);
    expect(losses(it.device)).toMatchObject([{ own: { intents: [follow(cat)], isTried: false } }]);
  });

  test('is not made again after the user has undone it here', async () => {
    const it = await overwritten();
    it.tab.edit(follow(cat, false));
    it.publish();
    await pass([it.device], 30);
    expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, dan));
    expect(losses(it.device)).toEqual([]);
  });

  test('is made again on top of a later own edit that was built on the other version', async () => {
    const it = await overwritten();
    it.publish();
    it.tab.edit(follow(eve));
    await pass([it.device], 8);
    expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan, eve));
  });

  test('BEYOND-02 is reported as lost if the signer refuses the second signature', async () => {
    const it = await overwritten();
    it.publish();
    it.world.elapse(5_100);
    await it.world.run(false);
    expect(it.tab.prompts()).toHaveLength(1);
    it.tab.refuse();
    await it.world.run(false);
    expect(losses(it.device)).toMatchObject([
      { list: 'follows', own: { intents: [follow(cat)], isTried: true } },
    ]);
    await pass([it.device], 60);
    expect(signedIn(it.world)).toHaveLength(1);
    expect(losses(it.device)).toHaveLength(1);
  });

  test('E-48 is made again after the tab was offline or asleep, without a loss in between', async () => {
    const it = await overwritten();
    it.tab.scope.send({ type: 'network.offline', on: true });
    for (const source of it.world.sources.values()) source.up = false;
    it.publish();
    await pass([it.device], 50);
    expect([signedIn(it.world), losses(it.device)]).toMatchObject([{ length: 1 }, []]);
    for (const source of it.world.sources.values()) source.up = true;
    it.tab.scope.send({ type: 'network.offline', on: false });
    await pass([it.device], 4);
    expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan));
    const asleep = await overwritten();
    asleep.publish();
    asleep.world.elapse(8 * 3_600_000);
    await pass([asleep.device], 60);
    expect(asleep.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan));
  });

  describe('E-48 BEYOND-02 by a page that was closed at once', () => {
    const reopened = async (
      it: Awaited<ReturnType<typeof overwritten>>,
      { after = 3, stay = 40 } = {},
    ) => {
      it.tab.root.stop();
      it.world.elapse(after * 1_000);
      const device = { world: it.world, tab: it.world.open() };
      await pass([device], stay);
      return device;
    };

    test('the next page asks whether it is made again, and does so', async () => {
      const it = await overwritten();
      it.publish();
      const device = await reopened(it);
      expect(signedIn(it.world)).toHaveLength(1);
      expect(losses(device)).toMatchObject([
        { list: 'follows', own: { intents: [follow(cat)], isTried: false } },
      ]);
      device.tab.child('lists').send({ type: 'lists.restore', now: it.world.now() });
      await it.world.run();
      expect(losses(device)).toEqual([]);
      expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan));
    });

    test('a page that opens after the time of the last look asks within ten seconds', async () => {
      const it = await overwritten();
      it.publish();
      expect(losses(await reopened(it, { after: 30, stay: 10 }))).toHaveLength(1);
    });

    test('a page after that asks as well, although both devices have edited the list since', async () => {
      const it = await overwritten();
      const winner = it.publish();
      it.tab.root.stop();
      const next = { world: it.world, tab: it.world.open() };
      next.tab.edit(follow(eve));
      await pass([next], 3);
      publish(it.world, 'follows', winner, [...two, ...[dan, eve, fay].map(p)], 20);
      next.tab.root.stop();
      const last = { world: it.world, tab: it.world.open() };
      await pass([last], 40);
      expect(losses(last)).toMatchObject([{ own: { intents: [follow(cat)] } }]);
    });

    test('the next page says nothing if its edit is in the list, or was undone elsewhere', async () => {
      expect(losses(await reopened(await overwritten()))).toEqual([]);
      const undone = await overwritten([follow(cat)], { tags: two, later: 8 });
      await pass([undone.device], 8);
      undone.publish();
      expect(losses(await reopened(undone))).toEqual([]);
    });

    test('a tab that opens meanwhile does not ask about an edit that the first one makes again', async () => {
      const it = await overwritten();
      it.publish();
      it.world.elapse(1_000);
      const other = { world: it.world, tab: it.world.open() };
      await pass([it.device, other], 40);
      expect([losses(it.device), losses(other)]).toEqual([[], []]);
      expect(it.world.entries().keys.toSorted()).toEqual(keysOf(ann, bob, cat, dan));
    });
  });

  test('is left alone after the account was signed out', async () => {
    const it = await overwritten();
    it.publish();
    const asked = it.world.questions.length;
    it.tab.root.stop();
    it.world.elapse(60_000);
    await it.world.run();
    expect(it.world.questions).toHaveLength(asked);
    expect(signedIn(it.world)).toHaveLength(1);
  });
});
