import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { fakeSeal } from '../../../../tests/support/account/test-keys.ts';
import { BLANK_ARTICLE } from '../../../events/compose/article/article-edit.ts';
import {
  type ArticleVersion,
  begunVersion,
  grownVersion,
  MOST_VERSIONS,
} from '../../../events/compose/article/article-versions.ts';
import { inMillis, millis } from '../../../events/core/time.ts';
import type {
  ArticlesCommand,
  ArticlesSignal,
} from '../../../machines/compose/article/article-protocol.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { openAccountStore } from '../../account/session/account-store.ts';
import { openStorages } from '../../core/storage.ts';
import { articleStore, eraseArticles } from './article-store.ts';

/** Unique for each test, because tabs of one account receive each other's messages. */
let ME = '';
let count = 0;
beforeEach(() => {
  ME = `7a${count++}`.padEnd(64, 'a');
});
const DRAFT = 'a-draft';
const SECRET = 'a secret of the quay';
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const version = (id: string, content: string, seen: readonly ArticleVersion[] = []) =>
  begunVersion(id, seen, {
    text: { ...BLANK_ARTICLE, title: 'T', content },
    base: undefined,
    now: millis(5),
  });

function open(
  idb: ReturnType<typeof fakeIdb> | undefined,
  seal: DeviceSeal | undefined,
  browser = fakeBrowser(),
) {
  const heard: ArticlesSignal[] = [];
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  const { device, page: window } = browser.tab();
  const storages = openStorages(device);
  const { parts } = openAccountStore(storages, window);
  const kept = { storage: storages.account, parts, newId: () => crypto.randomUUID() };
  const logic = articleStore({
    factory: idb?.factory,
    seal,
    ...kept,
    channel: (name) => new BroadcastChannel(name),
    page,
    document,
  });
  const parent = setup({
    types: { events: {} as ArticlesSignal },
    actors: { logic },
  }).createMachine({
    invoke: { id: 'port', src: 'logic', input: { account: ME } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  stops.push(() => actor.stop());
  const send = (command: ArticlesCommand) => actor.getSnapshot().children['port']?.send(command);
  const found = () =>
    vi.waitFor(() => {
      const signal = heard.find((one) => one.type === 'articles.found');
      if (!signal) throw new Error('nothing found');
      return signal.drafts;
    });
  const until = (count: number, type: ArticlesSignal['type']) =>
    vi.waitFor(
      () => expect(heard.filter((one) => one.type === type).length).toBeGreaterThanOrEqual(count),
      { timeout: 10_000 },
    );
  return {
    heard,
    page,
    found,
    until,
    keep: (one: ArticleVersion, hurry?: true) =>
      send({ type: 'articles.keep', draft: DRAFT, version: one, ...(hurry ? { hurry } : {}) }),
    drop: (...all: readonly ArticleVersion[]) =>
      send({
        type: 'articles.drop',
        draft: DRAFT,
        until: Object.fromEntries(all.map(({ id, at }) => [id, inMillis(at)])),
      }),
    stop: () => actor.stop(),
  };
}

test('INV-NO-LOSS E-36 a version that is reported as stored is on disk, sealed, in its last form', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const first = open(idb, seal);
  expect(await first.found()).toEqual(new Map());
  const begun = version('a', SECRET);
  first.keep(begun);
  await first.until(1, 'articles.kept');
  const grown = grownVersion(begun, {
    text: { ...begun.text, content: `${SECRET}, and more` },
    base: undefined,
    now: millis(9),
  });
  first.keep(grown);
  await first.until(2, 'articles.kept');
  expect(first.heard.filter(({ type }) => type === 'articles.kept')).toEqual(
    [begun, grown].map(({ id, at }) => ({
      type: 'articles.kept',
      draft: DRAFT,
      until: { [id]: inMillis(at) },
    })),
  );
  idb.crash();
  const again = open(idb, seal);
  expect(await again.found()).toEqual(new Map([[DRAFT, new Map([['a', grown]])]]));
  expect(JSON.stringify(idb.rows(`starling-articles-${ME}`, 'articles'))).not.toContain(SECRET);
});

test('INV-NO-LOSS an urgent version is found before the disk has it, sealed meanwhile', async () => {
  const [idb, seal, browser] = [fakeIdb(), fakeSeal(), fakeBrowser()];
  const first = open(idb, seal, browser);
  await first.found();
  // the key of the page is created once the disk was read
  await new Promise<void>((resolve) => setImmediate(resolve));
  first.keep(version('a', SECRET), true);
  first.stop();
  idb.crash();
  expect(browser.texts.size).toBeGreaterThan(0);
  expect(JSON.stringify([...browser.texts])).not.toContain(SECRET);
  const again = open(idb, seal, browser);
  expect(
    [...((await again.found()).get(DRAFT)?.values() ?? [])].map(({ text }) => text.content),
  ).toEqual([SECRET]);
});

test('INV-NO-LOSS a disk that is slow to open is waited for, and its drafts are not reported as gone', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const first = open(idb, seal);
  await first.found();
  first.keep(version('a', SECRET));
  await first.until(1, 'articles.kept');
  first.stop();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const slow = open({ ...idb, factory: slowly(idb.factory, 8_000) }, seal);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(
      [...((await slow.found()).get(DRAFT)?.values() ?? [])].map(({ text }) => text.content),
    ).toEqual([SECRET]);
  } finally {
    vi.useRealTimers();
  }
});

/** The same databases, each opened that many milliseconds late. */
function slowly(factory: IDBFactory, ms: number): IDBFactory {
  const later = (name: string, number?: number) => {
    const state: { result?: IDBDatabase; error: null } = { error: null };
    const request = Object.assign(new EventTarget(), state);
    setTimeout(() => {
      const real = factory.open(name, number);
      for (const type of ['upgradeneeded', 'success'])
        real.addEventListener(type, () => {
          request.result = real.result;
          request.dispatchEvent(new Event(type));
        });
    }, ms);
    return request as unknown as IDBOpenDBRequest;
  };
  return Object.assign(Object.create(factory) as IDBFactory, { open: later });
}

test('INV-NO-LOSS urgent versions of two tabs are both found again while a third tab writes', async () => {
  const [seal, browser] = [fakeSeal(), fakeBrowser()];
  // the disks of the closing tabs never have it
  const disk = fakeIdb();
  const [stays, ...goes] = [
    open(disk, seal, browser),
    open(fakeIdb(), seal, browser),
    open(fakeIdb(), seal, browser),
  ];
  for (const tab of [stays, ...goes]) await tab.found();
  await new Promise<void>((resolve) => setImmediate(resolve));
  goes.forEach((tab, at) => tab.keep(version(`b${at}`, `goes ${at}`), true));
  const left = new Map(browser.texts);
  for (const tab of goes) tab.stop();
  await vi.waitFor(() => expect(browser.texts.size).toBe(0));
  for (const [key, value] of left) browser.texts.set(key, value);
  stays.keep(version('a', 'stays'), true);
  await stays.until(1, 'articles.kept');
  const contents = async (tab: ReturnType<typeof open>) =>
    [...((await tab.found()).get(DRAFT)?.values() ?? [])]
      .map(({ text }) => text.content)
      .toSorted();
  const next = open(disk, seal, browser);
  expect(await contents(next)).toEqual(['goes 0', 'goes 1', 'stays']);
  await next.until(2, 'articles.kept');
  await vi.waitFor(() => expect(browser.texts.size).toBe(0));
  expect(await contents(open(disk, seal, browser))).toEqual(['goes 0', 'goes 1', 'stays']);
});

test("tabs receive each other's writes and drops; a drop covers only the version that it names", async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const [one, other] = [open(idb, seal), open(idb, seal)];
  await Promise.all([one.found(), other.found()]);
  const begun = version('a', 'one');
  one.keep(begun);
  await other.until(1, 'articles.updated');
  expect(other.heard).toContainEqual({ type: 'articles.updated', draft: DRAFT, version: begun });
  const grown = grownVersion(begun, {
    text: { ...begun.text, content: 'on' },
    base: undefined,
    now: millis(90),
  });
  one.keep(grown);
  await one.until(2, 'articles.kept');
  one.drop(begun);
  await other.until(1, 'articles.removed');
  expect((await open(idb, seal).found()).get(DRAFT)?.size).toBe(1);
  // also by a tab that did not write it
  other.drop(grown);
  await one.until(1, 'articles.removed');
  expect((await open(idb, seal).found()).get(DRAFT)).toBeUndefined();
});

test('old versions of a draft are limited, and after erasing none opens', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const tab = open(idb, seal);
  await tab.found();
  let last = version('v0', '0');
  for (let nth = 1; nth < 30; nth++) {
    tab.keep(last);
    last = version(`v${nth}`, String(nth), [last]);
  }
  await tab.until(29, 'articles.kept');
  await vi.waitFor(async () =>
    expect((await open(idb, seal).found()).get(DRAFT)?.size).toBe(MOST_VERSIONS),
  );
  tab.stop();
  for (const stop of stops.splice(0)) stop();
  await eraseArticles(idb.factory, seal, ME);
  expect(await open(idb, seal).found()).toEqual(new Map());
});

test('without storage it reports that nothing outlives the page', async () => {
  const tab = open(undefined, undefined);
  await tab.found();
  tab.keep(version('a', 'x'));
  await tab.until(1, 'articles.writeFailed');
  expect(tab.heard.at(-1)).toEqual({ type: 'articles.writeFailed', reason: 'blocked' });
  tab.page.dispatchEvent(new Event('pagehide'));
  await tab.until(1, 'articles.flush');
});
