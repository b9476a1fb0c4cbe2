import { expect, test } from 'vitest';
import { trusted } from '../tests/support/events/trusted.ts';
import { onEachEngine, type TriedStore } from '../tests/support/store/engines.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { StoreUnavailable } from './errors.ts';
import { startBackfill } from './start-backfill.ts';
import { MEDIA } from './store/schema.ts';

const picture = (name: string) => `https://pictures.example/${name}.png`;
const EVENTS = [
  trusted({
    content: picture('film.mp4'),
    created_at: 1_001,
    tags: [['imeta', `url ${picture('film.mp4')}`, `image ${picture('still')}`]],
  }),
  trusted({ kind: KIND.VoiceMessage, content: picture('voice'), created_at: 1_001, tags: [] }),
  trusted({
    kind: KIND.LiveEvent,
    created_at: 1_000,
    tags: [
      ['d', 'show'],
      ['image', picture('live')],
    ],
  }),
  trusted({
    content: `:cat: ${picture('text')}`,
    created_at: 1_001,
    tags: [
      ['emoji', 'cat', picture('cat')],
      ['emoji', 'dog', picture('dog')],
    ],
  }),
  trusted({ content: 'the word "emoji" alone', created_at: 1_002, tags: [] }),
  trusted({
    kind: KIND.Reaction,
    content: ':cow:',
    created_at: 1_003,
    tags: [['emoji', 'cow', picture('cow')]],
  }),
];
const LINKS = 'select seq, n, url, media from links order by seq, n';
const PLACE = "select value from meta where name = 'decorations 2'";
const unexpected = (where: string, error: unknown) => {
  throw new Error(where, { cause: error });
};

onEachEngine((open) => {
  /** A store as an earlier version left it, and the links that it should have. */
  async function old(): Promise<{ store: TriedStore; links: unknown }> {
    const store = await open({});
    for (const event of EVENTS) await store.insert([event]);
    const links = await store.rows(LINKS);
    expect(links).toHaveLength(8);
    await store.rows(`delete from links where media = ${MEDIA.decoration}`);
    return { store, links };
  }

  test('MEDIA-06 pictures of events that an earlier version stored are found after a while', async () => {
    const { store, links } = await old();
    const urls = ['live', 'cat', 'dog', 'cow', 'still', 'voice'].map(picture);
    expect(await store.namedMedia(urls)).toBeUndefined();
    const stop = startBackfill(store, unexpected, 0);
    await expect.poll(() => store.rows(PLACE)).toEqual([{ value: '1' }]);
    await stop();
    expect(await store.rows(LINKS)).toEqual(links);
    for (const url of urls) expect(await store.namedMedia([url])).toBe(url);
    // Another start has nothing to do.
    await store.rows(`delete from links where media = ${MEDIA.decoration}`);
    await startBackfill(store, unexpected, 0)();
    expect(await store.namedMedia(urls)).toBeUndefined();
    await store.close();
  });

  test('MEDIA-06 each step reads a bounded number of events, newest first, and goes on from there', async () => {
    const { store, links } = await old();
    const found = async () => {
      const known = await Promise.all(
        ['live', 'cat', 'cow'].map((name) => store.namedMedia([picture(name)])),
      );
      return known.map((url) => url !== undefined);
    };
    const steps: unknown[] = [];
    for (let isMore = true; isMore; ) {
      isMore = await store.backfillDecorations(1);
      steps.push(await found());
    }
    expect(steps.slice(0, 4)).toEqual([
      [false, false, true],
      [false, false, true],
      [false, true, true],
      [true, true, true],
    ]);
    expect(await store.rows(LINKS)).toEqual(links);
    expect(await store.backfillDecorations(1)).toBe(false);
    await store.close();
  });

  test('MEDIA-06 an empty store has nothing to fill, also after events came', async () => {
    const store = await open({});
    expect(await store.backfillDecorations(500)).toBe(false);
    expect(await store.rows(PLACE)).toEqual([{ value: '1' }]);
    for (const event of EVENTS) await store.insert([event]);
    await store.rows(`delete from links where media = ${MEDIA.decoration}`);
    expect(await store.backfillDecorations(1)).toBe(false);
    expect(await store.namedMedia([picture('cat')])).toBeUndefined();
    await store.close();
  });
});

test('INV-ISOLATE the background work waits while the store is away, and reports other errors', async () => {
  const failures: unknown[] = [];
  const failed = (where: string, error: unknown) => failures.push([where, String(error)]);
  const store = (error: Error) => ({
    onlyHere: async () => true,
    backfillDecorations: async (): Promise<boolean> => {
      throw error;
    },
  });
  await startBackfill(store(new StoreUnavailable('away')), failed)();
  expect(failures).toEqual([]);
  await startBackfill(store(new Error('broken')), failed)();
  expect(failures).toEqual([['backfill', 'Error: broken']]);
});
