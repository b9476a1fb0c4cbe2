import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { fakeSeal } from '../../../../tests/support/account/test-keys.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type { ReadArticlesStoreSignal } from '../../../machines/reading/article/read-articles.machine.ts';
import { readArticleStore, eraseReadArticles } from './read-article-store.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';

const ME = '1'.repeat(64);
const NAME = `starling-read-${ME}`;
const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const article = (created_at: number, d = 'essay', content = 'secret reading') =>
  trusted({ kind: 30_023, created_at, content, tags: [['d', d]] });
const trusting: Verify = (event) => event as VerifiedEvent;

function open(
  idb: ReturnType<typeof fakeIdb> | undefined,
  seal: DeviceSeal | undefined,
  check = trusting,
) {
  const found: Array<readonly VerifiedEvent[]> = [];
  const logic = readArticleStore({
    factory: idb?.factory,
    seal,
    verify: () => Promise.resolve(check),
  });
  const parent = setup({
    types: { events: {} as ReadArticlesStoreSignal },
    actors: { logic },
  }).createMachine({
    invoke: { id: 'port', src: 'logic', input: { account: ME } },
    on: { 'readArticlesStore.found': { actions: ({ event }) => found.push(event.events) } },
  });
  const actor = createActor(parent).start();
  const stop = () => actor.stop();
  stops.push(stop);
  const keep = (event: VerifiedEvent) =>
    actor.getSnapshot().children['port']?.send({ type: 'readArticlesStore.keep', event } as never);
  const read = () => vi.waitFor(() => expect(found).toHaveLength(1)).then(() => found[0]);
  return { keep, read, stop };
}
const rows = (idb: ReturnType<typeof fakeIdb>) => idb.rows(NAME, 'articles');

test('THREAD-04 articles that were read survive the page in their newest version, sealed on disk', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = open(idb, seal);
  await one.read();
  one.keep(article(1));
  one.keep(article(3));
  one.keep(article(2, 'other'));
  await vi.waitFor(() => expect(rows(idb)).toHaveLength(2));
  expect(JSON.stringify(rows(idb))).not.toMatch(/secret|essay|30023/);
  one.stop();
  // two rows may be two versions of one article: a closing page still finishes its work
  await vi.waitFor(async () =>
    expect(await open(idb, seal).read()).toEqual([article(3), article(2, 'other')]),
  );
});

test('THREAD-04 E-28 the last 30 are stored, and no huge one', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = open(idb, seal);
  await one.read();
  one.keep(article(1, 'huge', 'x'.repeat(300_000)));
  for (let at = 0; at < 33; at++) one.keep(article(at, `n${at}`));
  await vi.waitFor(async () => {
    const next = open(idb, seal);
    const kept = (await next.read())?.map(({ tags }) => tags[0]?.[1]) ?? [];
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([30, 'n3', 'n32']);
  });
});

test('THREAD-04 INV-VERIFIED rows that do not verify or open are dropped; without a seal none is stored', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = open(idb, seal);
  await one.read();
  one.keep(article(1));
  await vi.waitFor(() => expect(rows(idb)).toHaveLength(1));
  expect(await open(idb, seal, () => undefined).read()).toEqual([]);
  expect(await open(idb, fakeSeal()).read()).toEqual([]);
  const bare = open(fakeIdb(), undefined);
  expect(await bare.read()).toEqual([]);
  expect(await open(undefined, seal).read()).toEqual([]);
});

test('ACCOUNT-06 E-35 erasing an account removes the articles it read, and the key that opens them', async () => {
  const [idb, seal] = [fakeIdb(), fakeSeal()];
  const one = open(idb, seal);
  await one.read();
  one.keep(article(1));
  await vi.waitFor(() => expect(rows(idb)).toHaveLength(1));
  one.stop();
  await eraseReadArticles(idb.factory, seal, ME);
  expect(await open(idb, seal).read()).toEqual([]);
});
