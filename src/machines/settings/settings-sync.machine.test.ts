import { describe, expect, test } from 'vitest';
import { saying } from '../../../tests/support/views/in-english.ts';
import { ME, startSync, stored } from '../../../tests/support/settings/settings-sync-world.ts';
import type { Claim } from '../../events/connection/claims.ts';
import { SECRET_KEPT, signingFailure } from '../../events/account/signing/signing-error.ts';
import { RESULT } from '../../events/nostr/kinds.ts';
import { type Seconds, seconds } from '../../events/core/time.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { DEFAULT_ZAPS } from '../../events/settings/zap-settings.ts';

const SECRET_KEY = `nsec1${'q'.repeat(58)}`;
const DEFAULTS: Claim = {
  claim: 'other',
  kind: RESULT.DefaultSettings,
  content: { theme: 'sunrise', feeds: [1], contentModeration: [] },
};

/** Return a sync whose settings were loaded with an open key. */
function loaded(content = '{"theme":"ice","other":{"big":12345678901234567890}}', isLocal = true) {
  const world = startSync(true, isLocal);
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored(content)] });
  return world;
}

test('ZAP-01 SETTINGS-05 zap amounts are stored on the device when known or changed, and read first', () => {
  const world = startSync(true);
  expect(world.kept()).toEqual([]);
  const zaps = pressed({ ...DEFAULT_ZAPS, zapDefault: { amount: 7, message: '', emoji: '' } });
  world.local.last().report({ type: 'local.kept', zaps, shown: 7 });
  expect(world.actor.getSnapshot().context.kept).toEqual(zaps);
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored('{"zapDefault":{"amount":9,"message":"","emoji":""}}')] });
  expect(world.kept()).toEqual([9]);
  world.change({ zapDefault: { amount: 11, message: '', emoji: '' } });
  expect(world.kept()).toEqual([9, 11]);
  // the sync of a feed list stores no zap amounts
  const feeds = startSync(true, true, 'homeFeeds');
  feeds.change({ feeds: { before: [], after: [] } });
  expect(feeds.kept()).toEqual([]);
});

describe('loading', () => {
  test('SETTINGS-01 ACCOUNT-18 with an open key settings are requested with a proof and applied here', () => {
    const world = startSync(true);
    expect(world.signer.open()).toEqual([]);
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([
      { quiet: true, reason: saying('Read your settings') },
    ]);
    world.settle();
    expect(world.verbs()).toEqual(['get_app_settings']);
    world.bus.answer({
      events: [
        stored('{"theme":"sunset"}', 'b'.repeat(64)),
        stored('{"theme":"ice","animated":false}'),
      ],
    });
    expect([world.adopted(), world.said, world.value()]).toEqual([
      [{ theme: 'ice', animated: false }],
      [],
      'ready',
    ]);
  });

  test('SETTINGS-01 settings merged by the service are applied, and its default values are not', () => {
    const merged = startSync(true);
    merged.wait(1_000);
    merged.settle();
    merged.bus.answer({
      claims: [
        { claim: 'other', kind: 30_078, content: { pubkey: ME, content: '{"theme":"midnight"}' } },
      ],
    });
    const fresh = startSync(true);
    fresh.wait(1_000);
    fresh.settle();
    fresh.bus.answer({ claims: [DEFAULTS] });
    expect([merged.adopted(), fresh.adopted(), fresh.value()]).toEqual([
      [{ theme: 'midnight' }],
      [],
      'ready',
    ]);
  });

  test('BEYOND-03 without an open key there is no request and no prompt, and settings load once it opens', () => {
    const world = startSync(false);
    for (let times = 0; times < 20; times++) {
      world.wait(16_000);
      expect(world.signer.open().every(({ quiet }) => quiet)).toBe(true);
      world.settle();
    }
    expect([world.verbs(), world.said, world.logged()]).toEqual([[], [], []]);
    world.open();
    world.wait(16_000);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"ice"}')] });
    expect(world.adopted()).toEqual([{ theme: 'ice' }]);
  });

  test('SETTINGS-03 settings that fail to load are reported once, and the settings of this device apply', () => {
    const endings: ReadonlyArray<(world: ReturnType<typeof startSync>) => void> = [
      (world) => world.bus.refuse(),
      (world) => world.wait(11_000),
      (world) => world.bus.answer({ events: [stored('no JSON')] }),
    ];
    const logged = endings.map((end) => {
      const world = startSync(true);
      world.wait(1_000);
      world.settle();
      end(world);
      world.wait(60_000);
      expect([world.said, world.adopted()]).toEqual([
        ['warning: Failed to load settings. Will be using local settings.'],
        [],
      ]);
      return world.logged();
    });
    expect(logged).toEqual([
      ['settings.notLoaded: notice: error'],
      ['settings.notLoaded: timeout'],
      ['settings.notLoaded: unreadable'],
    ]);
  });

  test('SETTINGS-03 a load that fails offline is not reported, and is repeated once back online', () => {
    const world = startSync(true);
    world.actor.send({ type: 'network.offline', on: true });
    world.wait(1_000);
    world.settle();
    world.wait(60_000);
    expect([world.value(), world.said, world.logged()]).toEqual([
      'unheard',
      [],
      ['settings.notLoaded: timeout'],
    ]);
    world.actor.send({ type: 'network.offline', on: false });
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"ice"}')] });
    expect([world.value(), world.said, world.adopted()]).toEqual(['ready', [], [{ theme: 'ice' }]]);
  });
});

describe('saving', () => {
  test('SETTINGS-02 INV-PRESERVE a change is saved on top of the newest version and keeps unknown fields', () => {
    const world = loaded();
    world.change({ theme: 'midnight' });
    world.change({ animated: false });
    expect(world.signer.open()).toEqual([]);
    world.wait(1_000);
    world.settle();
    expect(world.verbs()).toEqual(['get_app_settings']);
    const other =
      '{"theme":"sunset", "other":{"big":12345678901234567890},"zapDefault":{"amount":7}}';
    world.bus.answer({ events: [stored(other)] });
    expect(world.adopted().at(-1)).toEqual({ theme: 'midnight', animated: false });
    expect(world.signer.open()).toMatchObject([
      { quiet: true, reason: saying('Save your settings') },
    ]);
    world.settle();
    expect(world.saving()).toBe(
      '{"theme":"midnight", "other":{"big":12345678901234567890},"zapDefault":{"amount":7},"description":"Sync app settings","animated":false}',
    );
    world.bus.answer({});
    expect([world.value(), world.said, world.actor.getSnapshot().context.change]).toEqual([
      'ready',
      [],
      {},
    ]);
  });

  test('SETTINGS-01 empty moderation rules are saved as the defaults, also for an account without settings', () => {
    const world = startSync(true);
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [DEFAULTS] });
    world.change({ theme: 'ice' });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [DEFAULTS] });
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toEqual({
      theme: 'ice',
      feeds: [1],
      contentModeration: [
        { name: 'primal_spam', scopes: ['content', 'trending'] },
        { name: 'primal_nsfw', scopes: ['trending'] },
      ],
      description: 'Sync app settings',
    });
  });

  test('BEYOND-03 INV-BASE a signer with prompts is asked at the first change, then once per batch', () => {
    const world = startSync(false, false);
    world.wait(1_000);
    world.settle();
    world.change({ theme: 'ice' });
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([
      { quiet: false, reason: saying('Read your settings') },
    ]);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"sunset","x":1}')] });
    world.settle();
    expect(world.saving()).toBe('{"theme":"ice","x":1,"description":"Sync app settings"}');
    world.bus.answer({ events: [stored(world.saving() ?? '')] });
    for (const theme of ['sunset', 'sunrise', 'midnight'] as const) {
      world.change({ theme });
      world.wait(500);
    }
    world.wait(1_000);
    world.settle();
    expect(world.signer.open()).toMatchObject([
      { quiet: false, reason: saying('Save your settings') },
    ]);
    world.settle();
    expect(world.saving()).toBe('{"theme":"midnight","x":1,"description":"Sync app settings"}');
  });

  test('BEYOND-03 a locked local key causes no prompt, and the change is saved once the key is open', () => {
    const world = startSync(false);
    world.change({ theme: 'ice' });
    for (let times = 0; times < 5; times++) {
      world.wait(16_000);
      expect(world.signer.open().every(({ quiet }) => quiet)).toBe(true);
      world.settle();
    }
    expect([world.value(), world.said, world.verbs()]).toEqual(['waiting', [], []]);
    world.change({ animated: false });
    world.open();
    world.wait(16_000);
    world.settle();
    world.bus.answer({ events: [stored('{}')] });
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toMatchObject({ theme: 'ice', animated: false });
  });

  test('SETTINGS-02 BEYOND-03 a key on this device reads and saves quietly', () => {
    const world = startSync(true, true, 'settings');
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([
      { quiet: true, reason: saying('Read your settings') },
    ]);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"sunset"}')] });
    world.change({ theme: 'ice' });
    world.wait(1_000);
    expect(world.signer.open()).toMatchObject([
      { quiet: true, reason: saying('Read your settings') },
    ]);
    world.settle();
    world.bus.answer({ events: [stored('{"theme":"sunset"}')] });
    expect(world.signer.open()).toMatchObject([
      { quiet: true, reason: saying('Save your settings') },
    ]);
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toMatchObject({ theme: 'ice' });
  });

  test('SETTINGS-02 a change made during a save is saved next', () => {
    const world = loaded();
    world.change({ theme: 'midnight', animated: false });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ events: [stored('{}')] });
    world.settle();
    world.change({ theme: 'sunset' });
    world.bus.answer({});
    expect([world.value(), world.actor.getSnapshot().context.change]).toEqual([
      'pausing',
      { theme: 'sunset' },
    ]);
    world.wait(1_000);
    world.settle();
    world.bus.answer({ events: [stored('{"animated":false}')] });
    world.settle();
    expect(world.saving()).toBe(
      '{"animated":false,"description":"Sync app settings","theme":"sunset"}',
    );
  });

  test('SETTINGS-02 SETTINGS-03 an unsaved change is reported, stays here and is saved with the next one', () => {
    const unread = loaded();
    unread.change({ theme: 'midnight' });
    unread.wait(1_000);
    unread.settle();
    unread.bus.refuse();
    const unsigned = loaded(undefined, false);
    unsigned.change({ theme: 'midnight' });
    unsigned.wait(1_000);
    unsigned.settle();
    unsigned.bus.answer({ events: [stored('{}')] });
    unsigned.signer.refuse();
    const refused = loaded();
    refused.change({ theme: 'midnight' });
    refused.wait(1_000);
    refused.settle();
    refused.bus.answer({ events: [stored('{}')] });
    refused.settle();
    refused.bus.refuse();
    for (const world of [unread, unsigned, refused]) {
      expect([world.said, world.value()]).toEqual([
        ['warning: Failed to save settings'],
        'unsaved',
      ]);
      world.wait(60_000);
      expect([world.signer.open(), world.said.length]).toEqual([[], 1]);
      world.change({ animated: false });
      world.wait(1_000);
      world.settle();
      world.bus.answer({ events: [stored('{}')] });
      world.settle();
      expect(JSON.parse(world.saving() ?? '')).toMatchObject({
        theme: 'midnight',
        animated: false,
      });
    }
    expect([unread.logged(), unsigned.logged(), refused.logged()].map(([line]) => line)).toEqual([
      'settings.notSaved: notice: error',
      expect.stringContaining('settings.notSaved: unsigned'),
      'settings.notSaved: notice: error',
    ]);
  });

  test('SETTINGS-03 TRUST-05 settings with a private key are not saved, and the reason names the part', () => {
    const zapDefault = { amount: 21, message: `here: ${SECRET_KEY}`, emoji: '' };
    const inZap = loaded();
    inZap.change({ zapDefault });
    const other = loaded(JSON.stringify({ theme: 'ice', note: SECRET_KEY }));
    other.change({ theme: 'midnight' });
    for (const world of [inZap, other]) {
      world.wait(1_000);
      world.settle();
      const { content } = (world.actor.getSnapshot().context.base ?? {}) as { content: string };
      world.bus.answer({ events: [stored(content)] });
      world.signer.refuse(undefined, signingFailure('event_not_signed', { code: SECRET_KEPT }));
      world.wait(60_000);
    }
    expect([inZap.said, other.said].flat()).toEqual([
      expect.stringContaining('the message of a zap amount contains a private key'),
      expect.stringContaining('a setting contains a private key'),
    ]);
    inZap.change({ zapDefault: { ...zapDefault, message: 'here' } });
    inZap.wait(1_000);
    inZap.settle();
    inZap.bus.answer({ events: [stored('{}')] });
    inZap.settle();
    expect(JSON.parse(inZap.saving() ?? '')).toMatchObject({ zapDefault: { message: 'here' } });
  });

  test('SETTINGS-02 a change made offline says that it waits, and is saved once back online', () => {
    const world = loaded();
    world.actor.send({ type: 'network.offline', on: true });
    world.change({ theme: 'midnight' });
    world.wait(1_000);
    world.settle();
    world.wait(60_000);
    expect([world.value(), world.said]).toEqual([
      'unsaved',
      ['info: You are offline. Your settings are saved when you are back.'],
    ]);
    world.actor.send({ type: 'network.offline', on: false });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ events: [stored('{"other":1}')] });
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toMatchObject({ theme: 'midnight', other: 1 });
  });
});

describe('feed lists of a page', () => {
  const feed = (name: string, over: object = {}) => ({
    name,
    spec: `{"id":"${name}"}`,
    enabled: true,
    feedkind: 'user',
    ...over,
  });
  const listed = (...feeds: unknown[]): Claim => ({
    claim: 'other',
    kind: RESULT.AppSubsettings,
    content: feeds,
  });
  const asked = ({ bus }: ReturnType<typeof startSync>) =>
    bus.open().map(({ query }) => {
      const { event_from_user: proof } = query.payload as {
        event_from_user: { content: string; tags: unknown };
      };
      return [query.verb, JSON.parse(proof.content), proof.tags];
    });
  /** Start the sync of a list loaded with an open key. */
  const loadedList = (...feeds: unknown[]) => {
    const world = startSync(true, true, 'readsFeeds');
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [listed(...feeds)] });
    return world;
  };

  test('SETTINGS-13 SETTINGS-01 feeds are requested under their own name, with a proof, and applied here', () => {
    const world = startSync(true, true, 'homeFeeds');
    world.wait(1_000);
    world.settle();
    expect(asked(world)).toEqual([
      [
        'get_app_subsettings',
        { subkey: 'user-home-feeds' },
        [['d', 'Starling', 'get_app_subsettings_home']],
      ],
    ]);
    world.bus.answer({ claims: [listed(feed('a'), feed('b'))] });
    const list = [feed('a'), feed('b')];
    expect([world.adopted(), world.value()]).toEqual([
      [{ feeds: { before: list, after: list } }],
      'ready',
    ]);
  });

  test('SETTINGS-13 FEED-06 INV-PRESERVE feed edits are merged into the newest list with unknown fields', () => {
    const world = loadedList(feed('a'), feed('b'));
    world.change({
      feeds: { before: [feed('a'), feed('b')], after: [feed('b', { enabled: false }), feed('a')] },
    });
    world.wait(1_000);
    world.settle();
    world.bus.answer({
      claims: [listed(feed('a', { theirs: { x: 1 } }), feed('b'), feed('c'), 'unread')],
    });
    world.settle();
    const saved = [feed('b', { enabled: false }), feed('c'), feed('a', { theirs: { x: 1 } })];
    expect(asked(world)).toEqual([
      [
        'set_app_subsettings',
        { subkey: 'user-reads-feeds', settings: [...saved, 'unread'] },
        [['d', 'Starling', 'set_app_subsettings_reads']],
      ],
    ]);
    world.bus.answer({});
    expect([
      world.value(),
      world.actor.getSnapshot().context.change,
      world.adopted().at(-1),
    ]).toEqual(['ready', {}, { feeds: { before: saved, after: saved } }]);
  });

  test('SETTINGS-13 an edit made during a save is saved next', () => {
    const world = loadedList(feed('a'), feed('b'));
    world.change({ feeds: { before: [feed('a'), feed('b')], after: [feed('b'), feed('a')] } });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [listed(feed('a'), feed('b'))] });
    world.settle();
    world.change({ feeds: { before: [feed('a'), feed('b')], after: [feed('b')] } });
    world.bus.answer({});
    expect(world.adopted().at(-1)).toEqual({
      feeds: { before: [feed('b'), feed('a')], after: [feed('b')] },
    });
    world.wait(1_000);
    world.settle();
    world.bus.answer({ claims: [listed(feed('b'), feed('a'))] });
    world.settle();
    expect(asked(world)[0]?.[1]).toEqual({ subkey: 'user-reads-feeds', settings: [feed('b')] });
  });

  test('SETTINGS-13 SETTINGS-01 a service without feeds or a response changes nothing and warns only once', () => {
    const none = loadedList();
    const silent = startSync(true, true, 'readsFeeds');
    silent.wait(1_000);
    silent.settle();
    silent.wait(11_000);
    expect([none.adopted(), silent.adopted(), silent.said, silent.logged()]).toEqual([
      [],
      [],
      [],
      ['settings.notLoaded: timeout'],
    ]);
    none.change({ feeds: { before: [], after: [feed('a')] } });
    none.wait(1_000);
    none.settle();
    none.bus.answer({ claims: [listed()] });
    none.settle();
    none.bus.refuse();
    expect([none.value(), none.said]).toEqual(['unsaved', ['warning: Failed to save settings']]);
  });
});

test('INV-SCOPE stopping the account cancels the prompt of its settings', () => {
  const world = loaded();
  world.change({ theme: 'midnight' });
  world.wait(1_000);
  world.actor.stop();
  expect(
    world.signer.open().some(({ from }) => from.getSnapshot().status === 'active') ||
      !world.local.last().ended,
  ).toBe(false);
});

describe('changes on another device', () => {
  const theirs = (content: string, at: number) => ({ events: [stored(content, ME, at)] });

  const changed = (newest: Seconds) =>
    ({ type: 'record.changed', record: 'settings', newest }) as const;

  /** A sync that knows a version of that date. */
  function knowing(at: number) {
    const world = startSync(true);
    world.wait(1_000);
    world.settle();
    world.bus.answer(theirs('{"theme":"ice"}', at));
    return world;
  }

  test('SETTINGS-02 TRUST-07 a changed record is loaded with a proof, and an unsigned one sets looks only', () => {
    const world = knowing(10);
    const zapDefault = { amount: 9, message: '', emoji: '' };
    world.actor.send(changed(seconds(12)));
    expect([world.value(), world.signer.open()[0]?.quiet]).toEqual(['rechecking', true]);
    world.settle();
    world.bus.answer(theirs(JSON.stringify({ theme: 'midnight', zapDefault }), 12));
    expect([world.value(), world.adopted().at(-1), world.kept().at(-1)]).toEqual([
      'ready',
      { theme: 'midnight' },
      9,
    ]);
    world.actor.send(changed(seconds(13)));
    world.settle();
    const content = JSON.stringify({
      theme: 'sunset',
      proxyThroughPrimal: true,
      zapDefault: { ...zapDefault, amount: 90_000 },
    });
    world.bus.answer({
      claims: [{ claim: 'other', kind: 30_078, content: { pubkey: ME, content } }],
    });
    expect([world.adopted().at(-1), world.kept().at(-1)]).toEqual([{ theme: 'sunset' }, 9]);
  });

  test('SETTINGS-02 a known version is no change; a failed load keeps the settings and shows nothing', () => {
    const world = knowing(10);
    world.actor.send(changed(seconds(10)));
    expect(world.value()).toBe('ready');
    world.actor.send(changed(seconds(11)));
    world.settle();
    world.bus.refuse();
    expect([world.value(), world.adopted(), world.said]).toEqual(['ready', [{ theme: 'ice' }], []]);
  });

  test('INV-NO-LOSS a change made meanwhile wins over theirs, and is saved on top of it', () => {
    const world = knowing(10);
    world.actor.send(changed(seconds(12)));
    world.change({ animated: false });
    world.settle();
    world.bus.answer(theirs('{"theme":"midnight","animated":true}', 12));
    expect(world.adopted().at(-1)).toEqual({ theme: 'midnight', animated: false });
    expect(world.value()).toBe('pausing');
    world.actor.send(changed(seconds(14)));
    world.wait(1_000);
    world.settle();
    world.bus.answer(theirs('{"theme":"sunset"}', 14));
    world.settle();
    expect(JSON.parse(world.saving() ?? '')).toMatchObject({ theme: 'sunset', animated: false });
  });
});
