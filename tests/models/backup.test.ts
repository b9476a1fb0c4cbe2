import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allVersions, openVersions } from '../../src/adapters/account/lists/list-version-store.ts';
import { allDrafts, draftsName, openDrafts } from '../../src/adapters/compose/draft-store.ts';
import { deleteDatabase } from '../../src/adapters/core/indexed-db.ts';
import { newestDrafts, readStoredDraft } from '../../src/events/compose/stored-draft.ts';
import { inMillis } from '../../src/events/core/time.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { archiveDevice, follows, ME } from '../support/account/archive-world.ts';
import { runs } from '../support/runs.ts';

const ACTS = [
  'write',
  'write',
  'article',
  'choose',
  'follow',
  'make',
  'make',
  'bring',
  'bring',
  'crash',
] as const;
const THEMES = ['ice', 'midnight', 'sunset'] as const;
const steps = fc.array(
  fc.record({
    device: fc.nat({ max: 1 }),
    act: fc.constantFrom(...ACTS),
    pick: fc.nat({ max: 11 }),
  }),
  {
    minLength: 4,
    maxLength: 16,
  },
);
type Steps = ReadonlyArray<{
  readonly device: number;
  readonly act: (typeof ACTS)[number];
  readonly pick: number;
}>;
type Device = Awaited<ReturnType<typeof archiveDevice>>;
/** The way to import a file. `isKilled`: the page closes during the import. */
type Bring = (
  device: Device,
  file: Blob,
  isKilled: (() => Promise<void>) | undefined,
) => Promise<void>;

/**
 * The content of one device: the date of each text, versions of articles and lists, and its theme.
 */
async function held({ idb, storages, kept }: Device) {
  const [texts, lists] = await Promise.all([
    openDrafts(idb.factory, ME),
    openVersions(idb.factory, ME),
  ]);
  const rows = texts ? await allDrafts(texts) : [];
  const versions = lists ? await allVersions(lists) : [];
  for (const db of [texts, lists]) db?.close();
  const drafts = newestDrafts(rows.flatMap((row) => readStoredDraft(row) ?? []));
  return {
    drafts: new Map(
      [...drafts].map(([target, { at, writing }]) => [
        target,
        { at: inMillis(at), text: writing.text },
      ]),
    ),
    articles: new Set((await kept()).written),
    versions: new Set(versions.flatMap((row) => readEvent(row)?.id ?? [])),
    theme: storages.account(ME).read('theme'),
  };
}
type Held = Awaited<ReturnType<typeof held>>;

const bring: Bring = async (device, file, kill) => {
  await device.look(file);
  const written = device.tell({ type: 'archive.write' });
  await (kill ? kill() : written);
};

/** Entries of `before` that `after` lacks. `after` may only have more entries and later texts. */
function lostOf(before: Held, after: Held): readonly string[] {
  const texts = [...before.drafts].flatMap(([target, { at, text }]) => {
    const now = after.drafts.get(target);
    return now && (now.at > at || now.text === text) ? [] : [`INV-NO-LOSS ${text} is nowhere`];
  });
  const lists = [...before.versions].some((id) => !after.versions.has(id))
    ? ['INV-NO-LOSS a version is nowhere']
    : [];
  const theme =
    before.theme === undefined || before.theme === after.theme ? [] : ['a choice was overwritten'];
  const articles = [...before.articles].flatMap((one) =>
    after.articles.has(one) ? [] : [`INV-NO-LOSS the article ${one} is nowhere`],
  );
  return [...texts, ...articles, ...lists, ...theme];
}

/**
 * Two devices of one account exchange files, in any order and repeatedly, and may be killed
 * meanwhile. Returns the violations.
 */
async function play(all: Steps, way: Bring = bring): Promise<readonly string[]> {
  const devices: [Device, Device] = [await archiveDevice(), await archiveDevice()];
  const files: Array<{ readonly file: Blob; readonly held: Held }> = [];
  const faults: string[] = [];
  let now = 1;
  for (const { device, act, pick } of all) {
    const at = device === 0 ? 0 : 1;
    const one = devices[at];
    const before = await held(one);
    const carried = files[pick % Math.max(1, files.length)];
    switch (act) {
      case 'write': {
        await one.write(`place ${pick % 2}`, now, `text ${now}`);
        break;
      }
      case 'article':
        await one.writeArticle(`draft ${pick % 2}`, `text ${now}`, now);
        break;
      case 'choose':
        if (before.theme === undefined)
          one.storages.account(ME).write('theme', THEMES[pick % THEMES.length]);
        break;
      case 'follow':
        await one.keepVersions(follows(now));
        break;
      case 'make': {
        await one.make();
        const file = one.saved.at(-1);
        if (file) files.push({ file, held: before });
        break;
      }
      case 'bring':
      case 'crash': {
        if (!carried) break;
        const restart = async () => {
          for (let turn = 0; turn < pick * 3; turn++) await Promise.resolve();
          one.kill();
          devices[at] = await archiveDevice({}, one);
        };
        await way(one, carried.file, act === 'crash' ? restart : undefined);
        faults.push(...lostOf(before, await held(devices[at])));
        // import the interrupted file again, and all its content is there
        if (act === 'crash') await way(devices[at], carried.file, undefined);
        faults.push(
          ...lostOf({ ...carried.held, theme: undefined }, await held(devices[at])).map(
            (fault) => `${fault}, of a file`,
          ),
        );
        break;
      }
    }
    faults.push(...lostOf(before, await held(devices[at])));
    now++;
  }
  for (const device of devices) device.stop();
  return faults;
}

test('INV-NO-LOSS BEYOND-16 two devices exchange files in any order and lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      expect(await play(all)).toEqual([]);
    }),
    { numRuns: runs(40) },
  );
});

const CARRIED: Steps = [
  { device: 0, act: 'write', pick: 0 },
  { device: 0, act: 'article', pick: 0 },
  { device: 0, act: 'choose', pick: 0 },
  { device: 0, act: 'make', pick: 0 },
  { device: 0, act: 'write', pick: 0 },
  { device: 1, act: 'write', pick: 1 },
  { device: 1, act: 'choose', pick: 1 },
  { device: 1, act: 'crash', pick: 0 },
  { device: 0, act: 'bring', pick: 0 },
];

test('INV-NO-LOSS an import that replaces data, overwrites choices or skips a retry is caught (planted)', async () => {
  expect(await play(CARRIED)).toEqual([]);
  const replacing: Bring = async (device, file, kill) => {
    await deleteDatabase(device.idb.factory, draftsName(ME));
    await bring(device, file, kill);
  };
  expect(await play(CARRIED, replacing)).toContain('INV-NO-LOSS text 5 is nowhere');
  const choosing: Bring = async (device, file, kill) => {
    device.storages.account(ME).remove('theme');
    await bring(device, file, kill);
  };
  expect(await play(CARRIED, choosing)).toContain('a choice was overwritten');
  const once = new Set<Blob>();
  const forgetful: Bring = async (device, file, kill) => {
    if (once.has(file)) return;
    once.add(file);
    await bring(device, file, kill);
  };
  expect(await play(CARRIED, forgetful)).toContain('INV-NO-LOSS text 1 is nowhere, of a file');
});
