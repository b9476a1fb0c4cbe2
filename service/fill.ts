import { inSeconds, seconds } from '../src/events/core/time.ts';
import { type Counts, countInserted, noCounts } from './transfer/import-counts.ts';
import { readFiles } from './transfer/import-files.ts';
import type { Blobs } from './media/blobs.ts';
import { importStream, isArchive, isStreamed } from './transfer/import-stream.ts';
import type { Store } from './store/store.ts';
import { type DemoAccount, openDemoTown } from './demo-town.ts';
import { UnusableStore } from './errors.ts';
import { openEcashEarly } from './money/open-bank.ts';
import { markUnfinishedWhile } from './transfer/data-directory.ts';
import type { EventVerifier } from './verify.ts';

export interface Filling {
  readonly data?: string;
  /** Files with one signed event per line. */
  readonly imports?: readonly string[];
  /** Builds the demo town if there are no events yet. A number: that fraction of it, for tests. */
  readonly town?: boolean | number;
  readonly onProgress?: (done: number, total: number, what: string) => void;
  readonly onImported?: (added: number, known: number, refused: number) => void;
  /**
   * Called with the town's former address, after the service has moved and the town has published
   * its new address.
   */
  readonly onMoved?: (from: string) => void;
  /** Called at every start with the accounts of the town that anyone may use. */
  readonly onDemo?: (accounts: readonly DemoAccount[]) => void;
}

export interface FillTarget {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly gate: EventVerifier;
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string;
}

const SEED = 21;
/**
 * Set while the town is built. A partly built town in a file is deleted at the next start. A
 * database is left to its owner.
 */
const UNFINISHED = 'town_unfinished';
const HALF =
  'the demo town in it is being built, or building it was cut off: start again in a few minutes, else make the database anew';
/** Lease until the note is stored. */
const ALONE = seconds(60);

/** Import files and build the town. */
export async function fill(vessel: FillTarget, filling: Filling): Promise<void> {
  const { store } = vessel;
  if ((await store.noted(UNFINISHED)) === 'yes') throw new UnusableStore(HALF);
  const empty = await store.isEmpty();
  const { imports = [], onProgress = () => undefined } = filling;
  if (imports.length > 0) {
    const { added, known, refused } = await importAll(vessel, imports, onProgress);
    filling.onImported?.(
      added,
      known,
      [...refused.values()].reduce((sum, count) => sum + count, 0),
    );
  }
  const { town: size = false } = filling;
  // If several processes start on an empty database, only one builds.
  if (size !== false && empty && !(await store.onlyHere('building', ALONE)))
    throw new UnusableStore(HALF);
  if (size !== false && empty)
    await markUnfinishedWhile(filling.data, () =>
      build(vessel, size === true ? 1 : size, onProgress),
    );
  const town = openDemoTown(store, vessel.blobs, vessel.baseUrl);
  const from = await town.announceAddress(inSeconds(store.now()));
  if (from !== undefined) filling.onMoved?.(from);
  const demo = await town.demoAccounts();
  if (demo.length > 0) filling.onDemo?.(demo);
}

/**
 * Import files and return the result. Small files are read completely before any write. Archives
 * and compressed files are streamed first, and the first archive goes into an empty store.
 */
async function importAll(
  vessel: FillTarget,
  files: readonly string[],
  onProgress: NonNullable<Filling['onProgress']>,
): Promise<Counts> {
  const { store, gate } = vessel;
  const counts = noCounts();
  const streamed = await Promise.all(files.map(isStreamed));
  const whole = files.filter((_, n) => streamed[n] !== true);
  const events = await readFiles(gate, whole, (count) => onProgress(count, 0, 'Verifying events'));
  let isSecond = false;
  for (const file of files.filter((_, n) => streamed[n] === true)) {
    await importStream(
      vessel,
      file,
      (lines) => onProgress(lines, 0, `Importing ${file}`),
      counts,
      isSecond,
    );
    isSecond ||= await isArchive(file);
  }
  countInserted(counts, await store.insert(events));
  return counts;
}

async function build(
  { store, blobs, gate, baseUrl }: FillTarget,
  scale: number,
  onProgress: NonNullable<Filling['onProgress']>,
): Promise<void> {
  await store.note(UNFINISHED, 'yes');
  const now = inSeconds(store.now());
  const ecash = await openEcashEarly(store, gate);
  await openDemoTown(store, blobs, baseUrl, ecash).build({
    seed: SEED,
    now,
    onProgress: (share) => onProgress(share, 1, 'Making the demo town'),
    scale,
  });
  await store.note(UNFINISHED, 'no');
}
