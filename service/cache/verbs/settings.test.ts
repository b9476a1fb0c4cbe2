import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bitFlips } from '../../../tests/support/events/bit-flips.ts';
import {
  contents,
  key,
  memberOf,
  NOW,
  openVillage,
  requestFor,
  type Said,
  verify,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { DEFAULT_HOME_FEEDS } from '../../../src/events/reading/feed/default-feeds.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { sha256Hex } from '../../hash.ts';
import { answerStream } from '../answer-verb.ts';
import { runs } from '../../../tests/support/runs.ts';

/** Return a signed proof of the asking account. */
const request = (
  verb: string,
  n: number,
  content: unknown = { description: 'Sync app settings' },
  fields: { kind?: number; created_at?: number } = {},
) => requestFor(verb, n, content, fields);

const get = (village: Village, n: number) =>
  village.ask('get_app_settings', { event_from_user: request('get_app_settings', n) });
const get2 = (village: Village, n: number) =>
  village.ask('get_app_settings_2', { event_from_user: request('get_app_settings_2', n) });
const set = (village: Village, n: number, content: unknown) =>
  village.ask('set_app_settings', { settings_event: request('set_app_settings', n, content) });
const isSigned = ([said]: readonly Said[]) =>
  verify(readEvent(said?.result) ?? request('', 1)) !== undefined && said?.kind === KIND.Settings;

test('SETTINGS-01 an account without settings gets unsigned defaults; the second form returns no result', async () => {
  const village = openVillage();
  expect(await get2(village, 1)).toEqual([]);
  const [defaults, ...rest] = await get(village, 1);
  expect(rest).toEqual([]);
  expect(defaults?.result).toMatchObject({
    kind: RESULT.DefaultSettings,
    id: '0'.repeat(64),
    pubkey: '0'.repeat(64),
    sig: '0'.repeat(128),
    created_at: NOW,
    tags: [['d', 'Starling']],
  });
  expect(defaults?.content).toEqual(
    (await village.ask('get_default_app_settings', { client: 'x' }))[0]?.content,
  );
});

test('SETTINGS-02 saved settings are returned as signed, to their author only', async () => {
  const village = openVillage();
  const event = request('set_app_settings', 1, { theme: 'ice', animated: false });
  expect((await village.ask('set_app_settings', { settings_event: event }))[0]?.result).toEqual(
    event,
  );
  expect((await get(village, 1))[0]?.result).toEqual(event);
  expect((await get2(village, 1))[0]?.result).toEqual(event);
  expect(await get2(village, 2)).toEqual([]);
});

test('INV-BASE a save that was changed from an older version is refused, and one without is not', async () => {
  const village = openVillage();
  const save = (content: unknown, before?: string) => {
    const event = request('set_app_settings', 1, content);
    return village.notice('set_app_settings', { settings_event: event, before });
  };
  const first = request('set_app_settings', 1, { theme: 'ice' });
  expect(await village.notice('set_app_settings', { settings_event: first, before: '' })).toBe(
    undefined,
  );
  expect(await save({ theme: 'sunset' }, '')).toBe('changed since');
  expect(await save({ theme: 'sunset' }, 'f'.repeat(64))).toBe('changed since');
  expect((await get2(village, 1))[0]?.content).toEqual({ theme: 'ice' });
  // a repeated save of the stored version succeeds
  expect(await village.notice('set_app_settings', { settings_event: first, before: '' })).toBe(
    undefined,
  );
  expect(await save({ theme: 'sunset' }, first.id)).toBe(undefined);
  expect(await save({ theme: 'midnight' })).toBe(undefined);
  expect((await get2(village, 1))[0]?.content).toMatchObject({ theme: 'midnight' });
});

test('INV-BASE a list of feeds is not replaced by one that was changed from an older version', async () => {
  const village = openVillage();
  const save = (settings: unknown, before?: string) => {
    const event = request('set_app_subsettings_home', 1, { subkey: 'user-home-feeds', settings });
    return village.notice('set_app_subsettings', { event_from_user: event, before });
  };
  const none = sha256Hex(JSON.stringify(DEFAULT_HOME_FEEDS));
  expect(await save([1], none)).toBe(undefined);
  expect(await save([1, 2], none)).toBe('changed since');
  expect(await save([1], none)).toBe(undefined);
  expect(await save([1, 2], sha256Hex('[1]'))).toBe(undefined);
  expect(await save([3])).toBe(undefined);
  expect(await village.store.subsettingOf(key(1), 'user-home-feeds')).toBe('[3]');
});

test('SETTINGS-02 earlier keys are kept; the changed content then does not match the signature', async () => {
  const village = openVillage();
  await set(village, 1, { theme: 'ice', zapDefault: { amount: 42 } });
  const merged = await set(village, 1, { theme: 'midnight' });
  expect(merged[0]?.content).toEqual({ theme: 'midnight', zapDefault: { amount: 42 } });
  expect(isSigned(merged)).toBe(false);
  const whole = await set(village, 1, { theme: 'sunset', zapDefault: { amount: 7 } });
  expect(whole[0]?.content).toEqual({ theme: 'sunset', zapDefault: { amount: 7 } });
  expect(isSigned(whole)).toBe(true);
  expect(await get(village, 1)).toEqual(whole);
});

test('INV-PRESERVE after any saves, every key has the last value that was saved', async () => {
  const keys = fc.constantFrom('theme', 'animated', '__proto__', 'constructor', 'zapDefault');
  const content = fc.dictionary(keys, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 5 }), async (saves) => {
      const village = openVillage();
      const expected = new Map<string, unknown>();
      for (const each of saves) {
        await set(village, 1, each);
        for (const [name, value] of Object.entries(each))
          expected.set(name, JSON.parse(JSON.stringify(value)));
      }
      expect(new Map(Object.entries((await get(village, 1))[0]?.content ?? {}))).toEqual(expected);
    }),
    { numRuns: runs(40) },
  );
});

test('values beside the settings: feed lists have a default, others are absent until saved', async () => {
  const village = openVillage();
  const ask = (n: number, subkey: string) =>
    village.ask('get_app_subsettings', {
      event_from_user: request('get_app_subsettings', n, { subkey }),
    });
  const save = (subkey: string, settings: unknown) =>
    village.ask('set_app_subsettings', {
      event_from_user: request('set_app_subsettings', 1, { subkey, settings }),
    });
  expect(await ask(1, 'user-home-feeds')).toMatchObject([
    { kind: RESULT.AppSubsettings, content: DEFAULT_HOME_FEEDS },
  ]);
  expect((await ask(1, 'user-reads-feeds'))[0]?.content).toEqual(
    (await village.ask('get_reads_feeds'))[0]?.content,
  );
  expect(await ask(1, 'user-nwc')).toEqual([]);
  for (const [subkey, value] of [
    ['user-home-feeds', []],
    ['user-nwc', { nwcList: [['Alby', 'sealed']], nwcActive: [] }],
  ] as const) {
    expect(await save(subkey, value)).toEqual([]);
    expect(await ask(1, subkey)).toMatchObject([{ kind: RESULT.AppSubsettings, content: value }]);
  }
  expect(await ask(2, 'user-nwc')).toEqual([]);
  expect(
    await village.ask('get_default_app_subsettings', { subkey: 'user-home-feeds' }),
  ).toMatchObject([{ content: DEFAULT_HOME_FEEDS }]);
  expect(await village.notice('get_default_app_subsettings', { subkey: 'user-nwc' })).toBe(
    'invalid subkey',
  );
  for (const subkey of ['', 'x'.repeat(101), 7]) {
    expect(
      await village.notice('set_app_subsettings', {
        event_from_user: request('set_app_subsettings', 1, { subkey, settings: 1 }),
      }),
    ).toBe('invalid subkey');
  }
  expect(
    await village.notice('set_app_subsettings', {
      event_from_user: request('set_app_subsettings', 1, { subkey: 'x' }),
    }),
  ).toBe('error');
  for (let n = 2; n < 50; n++) await save(`k${n}`, n);
  expect(
    await village.notice('set_app_subsettings', {
      event_from_user: request('set_app_subsettings', 1, { subkey: 'one more', settings: 1 }),
    }),
  ).toBe('limit too big');
  expect(await save('k7', 8)).toEqual([]);
});

test('membership_status: name, tier and bytes of a member; strangers get no event', async () => {
  const village = openVillage({ origin: 'https://town.example' });
  const pubkey = key(1);
  await village.store.putMembers([
    memberOf(pubkey, { name: 'Ann', tier: 'premium', cohort1: 'Townsfolk', premiumSince: 1 }),
  ]);
  village.store.database.run("insert into blobs values ('b', 'image/png', 700, 0, 0, 1)", []);
  village.store.database.run("insert into uploads values ('b', ?, 1)", [pubkey]);
  const status = (n: number) =>
    village.ask('membership_status', { event_from_user: request('membership_status', n, {}) });
  expect(await status(2)).toEqual([]);
  expect(contents(await status(1), RESULT.MembershipStatus)).toMatchObject([
    {
      pubkey,
      tier: 'premium',
      name: 'ann',
      nostr_address: 'ann@town.example',
      cohort_1: 'Townsfolk',
      used_storage: 700,
    },
  ]);
  await village.store.putMembers([memberOf(key(3), { name: 'Ben', tier: '' })]);
  expect(contents(await status(3), RESULT.MembershipStatus)).toMatchObject([
    { pubkey: key(3), tier: 'free', name: 'ben', used_storage: 0 },
  ]);
});

test('E-15 INV-VERIFIED no private data is read or changed without a fresh signature', async () => {
  const village = openVillage();
  await set(village, 1, { theme: 'ice' });
  const before = await get(village, 1);
  const bad = (verb: string): [string, unknown][] => [
    ['error', undefined],
    ['error', 'x'],
    ['error', {}],
    ...bitFlips(request(verb, 1, { theme: 'stolen', subkey: 'user-nwc', settings: 1 })).map(
      (event): [string, unknown] => ['verification failed', event],
    ),
    ['event from the future', request(verb, 1, {}, { created_at: NOW + 300 })],
    ['event too old', request(verb, 1, {}, { created_at: NOW - 300 })],
    ['invalid event kind', request(verb, 1, {}, { kind: KIND.Text })],
  ];
  for (const verb of [
    'get_app_settings',
    'get_app_settings_2',
    'get_app_subsettings',
    'set_app_subsettings',
    'membership_status',
  ]) {
    for (const [text, event] of bad(verb))
      expect([verb, await village.notice(verb, { event_from_user: event })]).toEqual([verb, text]);
  }
  for (const [text, event] of bad('set_app_settings'))
    expect(await village.notice('set_app_settings', { settings_event: event })).toBe(text);
  expect(
    await village.notice('set_app_settings', {
      settings_event: request('set_app_settings', 1, 'none'),
    }),
  ).toBe('error');
  expect(await get(village, 1)).toEqual(before);
});

describe('versions of settings', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const subkeys = ['user-home-feeds'];
  const watch = (village: Village, event_from_user: unknown) =>
    answerStream(village.context, 'settings_versions', { event_from_user, subkeys });
  const saveFeeds = (village: Village, name: string) =>
    village.ask('set_app_subsettings', {
      event_from_user: request('set_app_subsettings', 1, {
        subkey: 'user-home-feeds',
        settings: [{ name }],
      }),
    });
  /** Streams read again only after a rest. */
  const rest = () => vi.advanceTimersByTimeAsync(1_000);

  test('SETTINGS-02 they are streamed to the account that proves itself, on each change', async () => {
    const village = openVillage();
    const said: unknown[] = [];
    await set(village, 1, { theme: 'ice' });
    const proof = request('get_app_settings', 1);
    const { answer, open } = watch(village, proof);
    const stop = open?.((result) => said.push(JSON.parse(JSON.parse(result).content)));
    const first = await answer();
    expect(
      'results' in first && first.results.map((text) => JSON.parse(JSON.parse(text).content)),
    ).toEqual([
      {
        settings: { id: expect.stringMatching(/^[0-9a-f]{64}$/), created_at: NOW },
        beside: { 'user-home-feeds': null },
      },
    ]);
    await saveFeeds(village, 'Mine');
    await rest();
    expect(said).toMatchObject([{ beside: { 'user-home-feeds': expect.any(String) } }]);
    await set(village, 1, { theme: 'midnight' });
    await rest();
    expect(said).toHaveLength(2);
    await set(village, 2, { theme: 'sunset' });
    await saveFeeds(village, 'Mine');
    await rest();
    expect(said).toHaveLength(2);
    stop?.();
    await saveFeeds(village, 'Other');
    await rest();
    expect(said).toHaveLength(2);
    expect(await watch(village, proof).answer()).toMatchObject({
      notice: expect.stringContaining('this signature was used before'),
    });
    for (const bad of [undefined, 'x', request('set_app_settings', 1)])
      expect(await watch(village, bad).answer()).toHaveProperty('notice');
  });

  test('SETTINGS-02 they are streamed also if the service keeps no notifications for the account', async () => {
    const village = openVillage();
    const said: unknown[] = [];
    vi.spyOn(village.context.options.guard, 'objectionToKeeping').mockImplementation(
      // this many for an account with notifications
      async ({ bytes }) => (bytes === 100 ? 'blocked: full' : undefined),
    );
    watch(village, request('get_app_settings', 1)).open?.((result) => said.push(result));
    await set(village, 1, { theme: 'ice' });
    await rest();
    expect(await village.store.isReceiver(key(1))).toBe(false);
    expect(said).toHaveLength(1);
  });

  test('TRUST-09 a like reads no settings, and a changed feed list counts no notifications', async () => {
    const village = openVillage();
    await set(village, 1, { theme: 'ice' });
    const counted: unknown[] = [];
    watch(village, request('get_app_settings', 1)).open?.(() => undefined);
    const stop = answerStream(village.context, 'notification_counts', { pubkey: key(1) }).open?.(
      (result) => counted.push(result),
    );
    await rest();
    const [ofStream, ofCounter] = [
      vi.spyOn(village.store, 'subsettingOf'),
      vi.spyOn(village.store, 'isReceiver'),
    ];
    await saveFeeds(village, 'Mine');
    await rest();
    expect(ofStream).toHaveBeenCalledTimes(1);
    expect(ofCounter).not.toHaveBeenCalled();
    village.like(2, village.note(1, 'tea'));
    await rest();
    expect(ofStream).toHaveBeenCalledTimes(1);
    expect(ofCounter).toHaveBeenCalled();
    expect(counted).toHaveLength(2);
    stop?.();
  });
});
