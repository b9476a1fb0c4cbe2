import { inEnglish, saying } from '../../../../tests/support/views/in-english.ts';
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
import { bookmark, follow, mute, relayUse } from '../../../events/account/lists/list-intents.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';

const key = (digit: string) => digit.repeat(64);
const [ann, bob, cat, dan] = [key('a'), key('b'), key('c'), key('d')];
const two = [
  ['p', ann, 'wss://a.example', 'Ann'],
  ['p', bob],
];
const where = (tab: { list: { getSnapshot: () => { value: unknown } } }) =>
  tab.list.getSnapshot().value;

describe('following', () => {
  test('ACCOUNT-08 a fresh list is fetched, the key added, all else kept, and a newer list published', async () => {
    const world = listWorld({ held: [...two, ['t', 'kept']], content: '{"wss://old":{}}' });
    const tab = world.open();
    tab.edit(follow(cat));
    await settled();
    expect(world.questions.map(({ url }) => url)).toEqual(RELAYS);
    const asked = tab.bus.open().filter(({ query }) => query.verb === 'contact_list');
    // the lookup of all lists asks as well
    expect(asked).toMatchObject(
      Array.from({ length: 2 }, () => ({ query: { payload: { pubkey: ME } } })),
    );
    await world.run();
    expect(world.entries().newest).toMatchObject({
      kind: 3,
      content: '{"wss://old":{}}',
      tags: [...two, ['t', 'kept'], ['p', cat]],
    });
    expect(world.entries().newest?.created_at).toBeGreaterThan(
      inSeconds(world.first?.created_at ?? seconds(0)),
    );
    expect(tab.news).toEqual([
      {
        type: 'list.saved',
        list: 'follows',
        intents: [follow(cat)],
        accepted: {
          version: world.entries().newest,
          base: { state: 'known', event: world.first, unheard: [] },
          acceptedAt: world.now(),
          isShown: false,
        },
      },
    ]);
    expect(tab.records().map(stateOf)).toEqual(['accepted']);
  });

  test('ACCOUNT-08 INV-SERIAL two quick follows both survive, in one tab and in two', async () => {
    const world = listWorld({ held: two });
    const [one, other] = [world.open(), world.open()];
    one.edit(follow(cat));
    one.edit(follow(dan));
    other.edit(follow(key('e')));
    await world.run();
    await world.run();
    expect(new Set(world.entries().keys)).toEqual(
      new Set([ann, bob, cat, dan, key('e')].map((pubkey) => `p:${pubkey}`)),
    );
    const times = signedIn(world).map(({ created_at }) => created_at);
    expect(times).toHaveLength(3);
    expect(new Set(times).size).toBe(3);
  });

  test('ACCOUNT-08 fewer than two entries left needs consent to the exact difference; a no signs nothing', async () => {
    const world = listWorld({ held: two });
    const tab = world.open();
    tab.edit(follow(bob, false));
    await world.run();
    expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
    const { planned } = tab.list.getSnapshot().context;
    expect(planned?.ok && [planned.plan.reasons, planned.plan.diff.removed]).toEqual([
      ['few-follows'],
      [{ tag: ['p', bob], secret: false }],
    ]);
    tab.send({ type: 'list.cancel' });
    await world.run();
    expect([signedIn(world), where(tab), tab.records().map(stateOf)]).toEqual([
      [],
      'idle',
      ['discarded'],
    ]);
    tab.edit(follow(bob, false));
    await world.run();
    tab.send({ type: 'list.confirm' });
    await world.run();
    expect(world.entries().keys).toEqual([`p:${ann}`]);
  });

  test('changes during a confirmation are confirmed again', async () => {
    const world = listWorld({ held: two });
    const tab = world.open();
    tab.edit(follow(bob, false));
    await world.run();
    world.publishElsewhere(
      [
        ['p', bob, 'new'],
        ['p', cat],
      ],
      world.now() + 1,
    );
    tab.send({ type: 'list.confirm' });
    await world.run();
    const { planned } = tab.list.getSnapshot().context;
    expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
    expect(planned?.ok && planned.plan.diff.removed).toEqual([
      { tag: ['p', bob, 'new'], secret: false },
    ]);
    expect(signedIn(world)).toEqual([]);
  });

  test('ACCOUNT-09 INV-BASE without an answer nothing is built, and a network error is shown', async () => {
    const world = listWorld({ held: two });
    for (const source of world.sources.values()) source.up = false;
    const tab = world.open();
    tab.edit(follow(cat));
    tab.edit(follow(bob, false));
    await world.run();
    await world.run();
    expect(tab.news).toEqual([
      {
        type: 'list.failed',
        list: 'follows',
        message: saying(
          'Failed to complete the follow possibly due to a network error. Please try again.',
        ),
      },
      {
        type: 'list.failed',
        list: 'follows',
        message: saying(
          'Failed to complete the unfollow possibly due to a network error. Please try again.',
        ),
      },
    ]);
    expect(signedIn(world)).toEqual([]);
    expect(tab.signer.requests).toEqual([]);
    for (const source of world.sources.values()) source.up = true;
    tab.retry();
    await world.run();
    expect(world.entries().keys).toEqual([`p:${ann}`, `p:${bob}`, `p:${cat}`]);
    tab.dismiss();
    expect(tab.list.getSnapshot().context.failures).toEqual([]);
    expect(tab.records().map(stateOf)).toEqual(['accepted', 'discarded']);
  });

  test('INV-BASE a service without a list starts none while a relay has it, or without consent', async () => {
    const world = listWorld({ held: two });
    const cache = world.sources.get('cache');
    if (cache) cache.newest = undefined;
    const tab = world.open();
    tab.edit(follow(cat));
    await settled();
    tab.bus.answer({}, 'contact_list');
    await world.run();
    expect(world.entries().keys).toHaveLength(3);
    const empty = listWorld();
    const other = empty.open();
    other.edit(follow(cat), follow(dan));
    await empty.run();
    const { planned } = other.list.getSnapshot().context;
    expect(
      other.list.getSnapshot().hasTag('asking') && planned?.ok && planned.plan.reasons,
    ).toEqual(['new-list']);
    expect(signedIn(empty)).toEqual([]);
  });

  test('BEYOND-01 INV-SHRINK silent sources are named as a reason for consent: a relay or the service', async () => {
    for (const [name, trouble] of [
      [RELAYS[1], 'silent'],
      [RELAYS[0], 'down'],
      ['cache', 'down'],
    ] as const) {
      const world = listWorld({ held: two });
      const source = world.sources.get(name);
      if (source && trouble === 'silent') source.silent = true;
      else if (source) source.up = false;
      const tab = world.open();
      tab.edit(follow(cat));
      await world.run();
      world.elapse(10_100);
      await world.run();
      const { planned, base } = tab.list.getSnapshot().context;
      expect(
        tab.list.getSnapshot().hasTag('asking') && planned?.ok && planned.plan.reasons,
      ).toEqual(['unsure-base']);
      expect(base.unheard).toEqual([name]);
      expect(signedIn(world)).toEqual([]);
    }
  });

  test('BEYOND-01 silence that the user accepted is not asked about again in this visit', async () => {
    const world = listWorld({ held: two });
    const source = world.sources.get(RELAYS[1]);
    if (source) source.up = false;
    const tab = world.open();
    tab.edit(follow(cat));
    await world.run();
    expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
    tab.send({ type: 'list.confirm' });
    await world.run();
    tab.approve();
    await world.run();
    tab.edit(follow(dan));
    await world.run();
    tab.approve();
    await world.run();
    expect(tab.list.getSnapshot().hasTag('asking')).toBe(false);
    expect(signedIn(world)).toHaveLength(2);
  });
});

describe('outcomes', () => {
  test('a refused signature changes nothing, says so, and can be retried', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    tab.refuse();
    expect(tab.news).toMatchObject([
      {
        type: 'list.failed',
        message: saying('Nothing was changed in your follow list: the change was not signed.'),
      },
    ]);
    tab.retry();
    await world.run();
    expect(world.entries().keys).toHaveLength(3);
  });

  test('INV-OUTCOME a signed but not accepted version is a failure; a retry sends the same event', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    for (const source of world.sources.values()) source.up = false;
    await world.run();
    expect(tab.news).toMatchObject([{ type: 'list.failed' }]);
    for (const source of world.sources.values()) source.up = true;
    tab.retry();
    await world.run();
    expect(tab.news.at(-1)?.type).toBe('list.saved');
    expect(signedIn(world)).toHaveLength(1);
    expect(world.entries().newest).toEqual(signedIn(world)[0]);
    tab.retry();
    await world.run();
    expect(tab.news.at(-1)?.type).toBe('list.saved');
    expect(signedIn(world)).toHaveLength(1);
  });

  /** Sign these edits and let no source accept the version. */
  const failed = async (...intents: ReturnType<typeof follow>[]) => {
    const { world, tab } = await signing({ held: [...two, ['p', cat]] }, ...intents);
    for (const source of world.sources.values()) source.up = false;
    await world.run();
    for (const source of world.sources.values()) source.up = true;
    return { world, tab };
  };

  test('INV-BASE a version that was not accepted is no base; a retry builds on the newer one', async () => {
    const { world, tab } = await failed(follow(cat, false));
    tab.edit(follow(dan));
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, cat, dan].map((pubkey) => `p:${pubkey}`));
    tab.retry();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan].map((pubkey) => `p:${pubkey}`));
    expect(tab.records().map(stateOf)).toEqual(['discarded', 'accepted', 'accepted']);
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed', 'list.saved', 'list.saved']);
  });

  test('INV-SHRINK BEYOND-02 a failed, dismissed removal is in no later version, even if a relay has it', async () => {
    const { world, tab } = await failed(follow(cat, false));
    const [given] = signedIn(world);
    tab.dismiss();
    await world.run();
    if (given) world.keep(RELAYS[0], given);
    tab.edit(follow(dan));
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, cat, dan].map((pubkey) => `p:${pubkey}`));
    expect(world.entries().newest?.created_at).toBeGreaterThan(
      inSeconds(given?.created_at ?? seconds(0)),
    );
  });

  test('INV-OUTCOME a late OK to an overtaken version is saved only after the edit is redone', async () => {
    const { world, tab } = await failed(follow(dan));
    tab.edit(follow(key('e')));
    await world.run();
    const late = world.deliveries.find(({ event }) => event.id === signedIn(world)[0]?.id);
    if (late) world.confirm(late, 'accepted');
    world.settle();
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed', 'list.saved']);
    await world.run();
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed', 'list.saved', 'list.saved']);
    expect(world.entries().keys).toEqual(
      [ann, bob, cat, key('e'), dan].map((pubkey) => `p:${pubkey}`),
    );
  });

  test('INV-OUTCOME a late OK to a version that was not overtaken saves it as signed', async () => {
    const { world, tab } = await failed(follow(dan));
    const late = world.deliveries.find(({ event }) => event.id === signedIn(world)[0]?.id);
    if (late) world.confirm(late, 'accepted');
    world.keep(RELAYS[0], signedIn(world)[0]!);
    await world.run();
    expect(tab.news.map(({ type }) => type)).toEqual(['list.failed', 'list.saved']);
    expect([
      signedIn(world).length,
      tab.signer.requests.length,
      tab.list.getSnapshot().context.failures,
    ]).toEqual([1, 1, []]);
    expect(world.entries().newest).toEqual(signedIn(world)[0]);
  });

  test('PUBLISH-04 a version signed before a crash is saved as it is, without another prompt', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    await sign(world, tab);
    world.crash(tab);
    const again = world.open();
    again.resume(again.records()[0]?.job ?? '');
    await world.run();
    expect(again.news.map(({ type }) => type)).toEqual(['list.saved']);
    expect([signedIn(world).length, again.signer.requests, again.records().map(stateOf)]).toEqual([
      1,
      [],
      ['accepted'],
    ]);
  });

  test('an edit left by a crash stays in the outbox and runs when it is resumed', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    world.crash(tab);
    const again = world.open();
    await world.run();
    const [record] = again.records();
    expect([record && stateOf(record), again.signer.requests]).toEqual(['drafted', []]);
    again.resume(record?.job ?? '');
    await world.run();
    expect(world.entries().keys).toHaveLength(3);
    expect(again.records()).toHaveLength(1);
  });

  test('ACCOUNT-13 bookmarks: the first public one and removing the last are confirmed', async () => {
    const note = trusted({ pubkey: ann });
    const world = listWorld({ list: 'bookmarks', held: [['title', 'mine']] });
    const tab = world.open();
    tab.edit(bookmark(note));
    await world.run();
    expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
    tab.send({ type: 'list.confirm' });
    await world.run();
    expect(world.entries().newest?.tags).toEqual([
      ['title', 'mine'],
      ['e', note.id],
    ]);
    tab.edit(bookmark(note, { on: false }));
    await world.run();
    expect(tab.list.getSnapshot().hasTag('asking')).toBe(true);
    tab.send({ type: 'list.confirm' });
    await world.run();
    expect(world.entries().keys).toEqual([]);
  });

  test('a relay list also goes to the relays it names', async () => {
    const world = listWorld({ list: 'relays', held: [['r', RELAYS[0]]] });
    const tab = world.open();
    const intent = relayUse('wss://new.example', { read: true, write: true });
    if (intent) tab.edit(intent);
    await world.run();
    const relays = [...(tab.records()[0]?.relays.keys() ?? [])];
    expect(relays).toEqual([RELAYS[0], 'wss://new.example', RELAYS[1]]);
  });
});

/** The sign requests that may prompt the user. */
const askedOf = (tab: ReturnType<ReturnType<typeof listWorld>['open']>) =>
  tab.signer.requests.flatMap(({ act, quiet }) => (quiet ? [] : [act.do]));

describe('private parts', () => {
  const sealed = `sealed:${JSON.stringify([
    ['p', cat],
    ['strange', 'x'],
  ])}`;

  test('INV-OPAQUE a private mute decrypts the private part, adds to it, keeps the rest and encrypts it', async () => {
    const world = listWorld({ list: 'mutes', held: two, content: sealed });
    const tab = world.open();
    tab.edit(mute({ type: 'user', pubkey: dan }, { secret: true }));
    await world.run();
    expect(askedOf(tab)).toEqual(['decrypt', 'encrypt', 'sign']);
    expect(world.entries().newest).toMatchObject({
      tags: two,
      content: `sealed:${JSON.stringify([
        ['p', cat],
        ['strange', 'x'],
        ['p', dan],
      ])}`,
    });
    // just encrypted content need not be decrypted
    const tags = [
      ['p', cat],
      ['strange', 'x'],
      ['p', dan],
    ];
    expect(tab.opened().get(world.entries().newest?.content ?? '')).toEqual(tags);
  });

  test('a public mute asks only for the signature, and keeps the private part byte for byte', async () => {
    const world = listWorld({ list: 'mutes', held: two, content: sealed });
    const tab = world.open();
    tab.edit(mute({ type: 'word', word: 'spam' }));
    await world.run();
    expect(askedOf(tab)).toEqual(['sign']);
    expect(world.entries().newest).toMatchObject({
      tags: [...two, ['word', 'spam']],
      content: sealed,
    });
  });

  test('if decryption fails, a private edit is refused, and a public one leaves the part alone', async () => {
    const world = listWorld({ list: 'mutes', held: two, content: 'unreadable' });
    const tab = world.open();
    tab.edit(mute({ type: 'user', pubkey: dan }, { secret: true }));
    tab.edit(mute({ type: 'user', pubkey: ann }, { on: false }));
    await world.run();
    await world.run();
    expect(
      tab.news.map((one) => (one.type === 'list.failed' ? inEnglish(one.message) : one.type)),
    ).toEqual([
      'The private part of your mute list didn’t open. Nothing was changed.',
      'list.saved',
    ]);
    expect(world.entries().newest).toMatchObject({ tags: [two[1]], content: 'unreadable' });
  });
});

test('INV-PROGRESS a tab that keeps the lock and a silent recall both time out', async () => {
  const world = listWorld({ held: two });
  const [one, other] = [world.open(), world.open()];
  one.edit(follow(cat));
  await world.run(false);
  other.edit(follow(dan));
  world.elapse(31_000);
  expect(other.news).toMatchObject([
    {
      type: 'list.failed',
      message: saying('Another tab is changing your follow list. Please try again.'),
    },
  ]);
});
