import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Device, findDevice, openStorages } from './storage.ts';
import { ACCOUNT_KEYS, GLOBAL_KEYS } from './storage-keys.ts';

const ALICE = 'a'.repeat(64);
const BOB = 'b'.repeat(64);

const FLAGS = [
  'cacheServer',
  'mediaServer',
  'noBinary',
  'devMode',
  'forcedTheme',
  'forcedLanguage',
];
/** Marks that an earlier version's records were converted. Not part of any state. */
const OURS: ReadonlySet<string> = new Set(['upcast']);

/** An in-memory storage whose parts can be made to fail. */
function fakeDevice() {
  const texts = new Map<string, string>();
  const faults: { get?: unknown; set?: unknown; remove?: unknown } = {};
  const device: Device = {
    getItem: (key) => {
      if (faults.get) throw faults.get;
      return texts.get(key) ?? null;
    },
    setItem: (key, text) => {
      if (faults.set) throw faults.set;
      texts.set(key, text);
    },
    removeItem: (key) => {
      if (faults.remove) throw faults.remove;
      texts.delete(key);
    },
  };
  return { texts, faults, device };
}
const quota = new DOMException('full', 'QuotaExceededError');
const denied = new DOMException('denied', 'SecurityError');

test('ACCOUNT-15 every documented key is stored for each account and visitors, and survives a restart', () => {
  const { device, texts } = fakeDevice();
  const scopes = [undefined, ALICE, BOB];
  for (const who of scopes)
    for (const key of ACCOUNT_KEYS)
      expect(
        openStorages(device)
          .account(who)
          .write(key, { who: who ?? null, key }),
      ).toBeUndefined();
  for (const key of GLOBAL_KEYS)
    expect(openStorages(device).global.write(key, key)).toBeUndefined();
  expect(texts.size).toBe(scopes.length * ACCOUNT_KEYS.length + GLOBAL_KEYS.length);
  for (const who of scopes)
    for (const key of ACCOUNT_KEYS)
      expect(openStorages(device).account(who).read(key)).toEqual({ who: who ?? null, key });
  for (const key of GLOBAL_KEYS) expect(openStorages(device).global.read(key)).toBe(key);
});

test('ACCOUNT-15 the keys are those that the documents list, and our own', () => {
  const listed =
    'following followingSince muted mutedPrivate mutedSince relaySettings likes feeds homeFeeds readsFeeds theme homeSidebarSelection userProfile recomended ' +
    'emojiHistory noteDraft noteDraftUserRefs uploadTime selectedFeed selectedHomeFeed selectedReadsFeed selectedBookmarksFeed bookmarks animated ' +
    'dmLastConversation dmLastRelation premiumReminder dvms usePrimalRelay nwc nwcActive useSystemDarkMode msgContacts dmConversations';
  expect(ACCOUNT_KEYS.join(' ')).toBe(
    `${listed} gettingStarted feedsBefore nostrStats readingPlaces searches dataSaver ownPictures linkCards singleKeys readingSize seenReleases notifications notificationsAdditional alerts moderation letters payments language devices zaps articles nutzaps unsaved relayPermits relayDials relayDialUses looked`,
  );
});

test('STATE-01 STATE-02 docs/storage.md names the place of each key of an account and of the browser', () => {
  const rows =
    readFileSync(join(import.meta.dirname, '../../../docs/storage.md'), 'utf8').match(
      /^\|.*\|$/gm,
    ) ?? [];
  const named = new Set(rows.flatMap((row) => row.match(/\w+/g) ?? []));
  expect(
    [...ACCOUNT_KEYS, ...GLOBAL_KEYS, ...FLAGS].filter((key) => !named.has(key) && !OURS.has(key)),
  ).toEqual([]);
  expect(rows.join(' ')).not.toMatch(/not there yet/);
});

test("INV-SCOPE no other account or visitor reads an account's values, in any order of writes", () => {
  const write = fc.record({
    who: fc.constantFrom(undefined, ALICE, BOB),
    key: fc.constantFrom(...ACCOUNT_KEYS),
    part: fc.option(fc.string(), { nil: undefined }),
    value: fc.jsonValue(),
  });
  fc.assert(
    fc.property(fc.array(write), (writes) => {
      const storages = openStorages(fakeDevice().device);
      const expected = new Map<string, unknown>();
      for (const { who, key, part, value } of writes) {
        storages.account(who).write(key, value, part);
        expected.set(JSON.stringify([who, key, part]), JSON.parse(JSON.stringify(value)));
      }
      for (const { who, key, part } of writes)
        expect(storages.account(who).read(key, part)).toEqual(
          expected.get(JSON.stringify([who, key, part])),
        );
    }),
  );
});

test('parts of one name are separate records, and removing one leaves the others', () => {
  const { device } = fakeDevice();
  const drafts = openStorages(device).account(ALICE);
  drafts.write('noteDraft', 'to the root');
  drafts.write('noteDraft', 'to x', 'x');
  drafts.remove('noteDraft', 'x');
  expect([drafts.read('noteDraft'), drafts.read('noteDraft', 'x')]).toEqual([
    'to the root',
    undefined,
  ]);
});

test('E-47 ACCOUNT-15 corrupt storage counts as empty, never throws, and can be overwritten', () => {
  const { device, texts } = fakeDevice();
  const junk = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom(
      '',
      'null',
      '[]',
      '{"version":"1","value":2}',
      '{"value":2}',
      '{"version":0,"value":2}',
      '{"version":1',
    ),
  );
  fc.assert(
    fc.property(junk, (text) => {
      texts.set(`starling/${ALICE}/theme`, text);
      const scope = openStorages(device).account(ALICE);
      const value = scope.read('theme');
      expect(value === undefined || JSON.parse(text).version === 1).toBe(true);
      expect(scope.write('theme', 'ice')).toBeUndefined();
      expect(openStorages(device).account(ALICE).read('theme')).toBe('ice');
    }),
  );
});

test('E-47 full or blocked storage is reported; the new value lasts until the page closes', () => {
  for (const [error, reason] of [
    [quota, 'full'],
    [denied, 'blocked'],
    [new Error('odd'), 'blocked'],
  ] as const) {
    const { device, faults, texts } = fakeDevice();
    const storages = openStorages(device);
    storages.account(ALICE).write('theme', 'ice');
    const before = new Map(texts);
    faults.set = error;
    expect(storages.account(ALICE).write('theme', 'sunset')).toBe(reason);
    expect(storages.account(ALICE).read('theme')).toBe('sunset');
    expect(texts).toEqual(before);
    expect(openStorages(device).account(ALICE).read('theme')).toBe('ice');
    delete faults.set;
    expect(storages.account(ALICE).write('theme', 'midnight')).toBeUndefined();
    expect(openStorages(device).account(ALICE).read('theme')).toBe('midnight');
  }
});

test('E-47 without any storage, or one that throws on every access, the app starts and works', () => {
  const { device, faults } = fakeDevice();
  Object.assign(faults, { get: denied, set: denied, remove: denied });
  for (const storages of [openStorages(undefined), openStorages(device)]) {
    const scope = storages.account(undefined);
    expect(scope.read('theme')).toBeUndefined();
    expect(scope.write('theme', 'ice')).toBe('blocked');
    expect(scope.read('theme')).toBe('ice');
    scope.remove('theme');
    expect(scope.read('theme')).toBeUndefined();
    expect(storages.flag('noBinary')).toBeUndefined();
  }
  const page = Object.defineProperty({} as Pick<Window, 'localStorage'>, 'localStorage', {
    get: () => {
      throw denied;
    },
  });
  expect(findDevice(page)).toBeUndefined();
  expect(
    findDevice({
      localStorage: Object.assign(device, { length: 0, clear: () => undefined, key: () => null }),
    }),
  ).toBe(device);
});

test('E-47 a record of a newer version is not read, overwritten or removed', () => {
  const { device, texts } = fakeDevice();
  const newer = '{"version":2,"value":{"theme":"ice"},"more":1}';
  texts.set(`starling/${ALICE}/theme`, newer);
  const scope = openStorages(device).account(ALICE);
  expect(scope.read('theme')).toBeUndefined();
  expect(scope.write('theme', 'sunset')).toBe('newer');
  expect(scope.read('theme')).toBe('sunset');
  scope.remove('theme');
  expect(texts.get(`starling/${ALICE}/theme`)).toBe(newer);
});

test('flags are the plain texts that a user has set', () => {
  const { device, texts } = fakeDevice();
  texts.set('noBinary', 'true');
  texts.set('cacheServer', 'wss://a.example/v1');
  const { flag } = openStorages(device);
  expect([flag('noBinary'), flag('cacheServer'), flag('devMode')]).toEqual([
    'true',
    'wss://a.example/v1',
    undefined,
  ]);
});
