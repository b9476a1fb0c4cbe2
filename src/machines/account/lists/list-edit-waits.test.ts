import { saying } from '../../../../tests/support/views/in-english.ts';
import { describe, expect, test } from 'vitest';
import { SECRET_KEPT, signingFailure } from '../../../events/account/signing/signing-error.ts';
import {
  listWorld,
  settled,
  sign,
  signedIn,
  signing,
} from '../../../../tests/support/lists/list-world.ts';
import { follow, mute } from '../../../events/account/lists/list-intents.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';

const [ann, bob, cat, dan] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const two = [
  ['p', ann, 'wss://a.example', 'Ann'],
  ['p', bob],
];
const all = [...two, ['p', cat]];
const UNSIGNED = 'Nothing was changed in your mute list: the change was not signed.';

describe('a signer that has to decrypt and encrypt', () => {
  const sealed = `sealed:${JSON.stringify([['p', cat]])}`;
  const secretly = mute({ type: 'user', pubkey: dan }, { secret: true });
  /** The tab's open sign requests, except for silent ones of the lists actor. */
  const asked = (tab: ReturnType<ReturnType<typeof listWorld>['open']>) =>
    tab.signer.open().filter(({ quiet }) => !quiet);
  const begun = async () => signing({ list: 'mutes', held: two, content: sealed }, secretly);

  test('INV-PROGRESS a signer that never decrypts times out after twelve minutes', async () => {
    const { world, tab } = await begun();
    expect(asked(tab).map(({ act }) => act.do)).toEqual(['decrypt']);
    world.elapse(11 * 60_000);
    expect(tab.news).toEqual([]);
    world.elapse(61_000);
    expect(tab.news).toMatchObject([
      {
        type: 'list.failed',
        message: saying('The private part of your mute list didn’t open. Nothing was changed.'),
      },
    ]);
    expect([asked(tab), signedIn(world)]).toEqual([[], []]);
  });

  test.each(['never seals it', 'will not seal it'])(
    'INV-PROGRESS a signer that decrypts the private part and %s has not signed',
    async (how) => {
      const { world, tab } = await begun();
      for (const request of asked(tab))
        tab.signer.sign(
          request.act.do === 'decrypt' ? request.act.text.slice('sealed:'.length) : '',
          request,
        );
      const [seal] = asked(tab);
      expect(seal?.act.do).toBe('encrypt');
      if (how === 'will not seal it' && seal) tab.signer.refuse(seal);
      else {
        world.elapse(11 * 60_000);
        expect(tab.news).toEqual([]);
        world.elapse(61_000);
      }
      expect(tab.news).toMatchObject([{ type: 'list.failed', message: saying(UNSIGNED) }]);
      expect([asked(tab), signedIn(world)]).toEqual([[], []]);
    },
  );

  test('INV-BASE a private part decrypted for one edit is not used for the next', async () => {
    const { world, tab } = await begun();
    await world.run();
    const mine = world.entries().newest;
    const elsewhere = `sealed:${JSON.stringify([['p', bob]])}`;
    for (const source of world.sources.values())
      source.newest = {
        ...mine!,
        id: '9'.repeat(64),
        created_at: seconds(inSeconds(mine!.created_at) + 10),
        content: elsewhere,
      };
    tab.edit(secretly);
    await world.run();
    expect(world.entries().newest?.content).toBe(
      `sealed:${JSON.stringify([
        ['p', bob],
        ['p', dan],
      ])}`,
    );
  });
});

describe('an edit that two tabs hold', () => {
  test('INV-ONE-PROMPT INV-OUTCOME an edit that another tab signed is saved without another signature here', async () => {
    const world = listWorld({ held: two, turns: 'lawless' });
    const [tab, other] = [world.open(), world.open()];
    tab.edit(follow(cat));
    await world.run(false);
    other.resume(tab.records()[0]?.job ?? '');
    await world.run(false);
    await sign(world, other);
    await world.run(false);
    expect([
      signedIn(world).length,
      tab.prompts().length,
      tab.news.map(({ type }) => type),
    ]).toEqual([1, 0, ['list.saved']]);
    expect(world.entries().keys).toEqual([ann, bob, cat].map((pubkey) => `p:${pubkey}`));
  });

  test('INV-NO-LOSS a retried orphaned edit fails with a message while another tab has the lock', async () => {
    const before = await signing({ held: all }, follow(cat, false));
    const { world } = before;
    await sign(world, before.tab);
    world.crash(before.tab);
    for (const source of world.sources.values()) source.mute = true;
    const [tab, other] = [world.open(), world.open()];
    for (let round = 0; round < 3; round++) {
      await world.run(false);
      world.elapse(20_000);
    }
    expect([tab, other].flatMap(({ news }) => news)).not.toEqual([]);
    const failed = tab.failures().length > 0 ? tab : other;
    const holder = failed === tab ? other : tab;
    for (const source of world.sources.values()) source.mute = false;
    holder.edit(follow(dan));
    await world.run(false);
    const told = failed.news.length;
    failed.retry();
    world.elapse(31_000);
    expect(failed.news.slice(told)).toMatchObject([
      {
        type: 'list.failed',
        message: saying('Another tab is changing your follow list. Please try again.'),
      },
    ]);
    expect(failed.records().map(stateOf)).not.toContain('discarded');
    await settled();
  });
});

describe('a retry', () => {
  test('INV-NO-LOSS a retry joins the edit in progress: both are done', async () => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    tab.refuse();
    tab.edit(follow(dan));
    await world.run(false);
    tab.retry();
    await world.run();
    await world.run();
    expect(world.entries().keys).toEqual([ann, bob, dan, cat].map((pubkey) => `p:${pubkey}`));
  });

  test('ACCOUNT-08 a retry needs new consent, although the user agreed before the failure', async () => {
    const { world, tab } = await signing({ held: two }, follow(bob, false));
    tab.send({ type: 'list.confirm' });
    await world.run(false);
    tab.refuse();
    expect(tab.failures().map(({ fault }) => fault)).toEqual(['unsigned']);
    tab.retry();
    await world.run();
    expect([tab.list.getSnapshot().hasTag('asking'), signedIn(world)]).toEqual([true, []]);
  });
});

test('TRUST-05 a list that would publish a private key is not signed, and the message says so', async () => {
  const { tab } = await signing({ held: two }, follow(cat));
  tab.refuse(signingFailure('event_not_signed', { code: SECRET_KEPT }));
  expect(tab.news).toMatchObject([
    {
      type: 'list.failed',
      message: { code: 'list.secret', params: { list: 'follows' } },
    },
  ]);
  await settled();
});

describe('a closed question', () => {
  test.each([
    ['of the signer', signingFailure('event_not_signed', { code: 'signer.cancelled' })],
    ['for the PIN', signingFailure('sign-no-nsec', { code: 'pin.missing' })],
  ])('BEYOND-05 %s drops the edit, which is not offered again', async (_, failure) => {
    const { world, tab } = await signing({ held: two }, follow(cat));
    tab.refuse(failure);
    expect(tab.news).toMatchObject([
      {
        type: 'list.failed',
        message: saying('Nothing was changed in your follow list: the change was not signed.'),
      },
    ]);
    await world.run();
    expect([tab.failures(), tab.records().map(stateOf)]).toEqual([[], ['discarded']]);
    expect(world.entries().keys).toHaveLength(2);
  });

  test('BEYOND-05 for a private part, too', async () => {
    const world = listWorld({ list: 'mutes', held: two, content: 'sealed:[]' });
    const tab = world.open();
    tab.edit(mute({ type: 'user', pubkey: bob }, { on: false }));
    await world.run(false);
    const open = tab.signer.open().find(({ id }) => id === 'open');
    tab.signer.refuse(open, signingFailure('sign-no-nsec', { code: 'pin.missing' }));
    await world.run();
    expect([tab.failures(), tab.records().map(stateOf)]).toEqual([[], ['discarded']]);
  });
});

test('BEYOND-05 an edit that is saved settles the failed ones that wanted the same', async () => {
  const world = listWorld({ held: two });
  const tab = world.open();
  for (const source of world.sources.values()) source.up = false;
  for (const pubkey of [cat, cat, dan]) tab.edit(follow(pubkey));
  await world.run();
  await world.run();
  expect(tab.failures()).toHaveLength(3);
  for (const source of world.sources.values()) source.up = true;
  tab.retry();
  await world.run();
  expect(tab.records().map(stateOf).toSorted()).toEqual(['accepted', 'discarded', 'intended']);
  expect(world.entries().keys).toEqual([ann, bob, cat].map((pubkey) => `p:${pubkey}`));
});
