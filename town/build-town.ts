import { storeClip } from './video-clip.ts';
import { createTownBase, openWorld } from './found-town.ts';
import { type WorkerPool, openWorkerPool } from './workers/worker-pool.ts';
import { demoAccounts, memberOf } from './town-members.ts';
import { drawPictures } from './draw-pictures.ts';
import { DEFAULT_NAME } from './people/cast.ts';
import { rngOf } from './prng.ts';
import { publishInOrder } from './sign-and-insert.ts';
import { saveTown } from './saved-town.ts';
import { tellStory } from './story/tell-story.ts';
import { named, type World } from './story/world.ts';
import {
  type BuildTarget,
  DEMO_ROW,
  type DemoAccount,
  type OnProgress,
  TOWN_ROW,
  type TownInfo,
} from './town-target.ts';

export interface TownOptions {
  readonly seed: number;
  /** The moment of the newest note, in seconds. */
  readonly now: number;
  readonly onProgress: OnProgress;
  /** 1 is the whole town. Tests build a fraction. */
  readonly scale?: number;
}

const PEOPLE = 300;
const FEWEST = 40;
const NOTES = 6000;

/**
 * Build the demo town and write it into `target`. The same seed, time and address give the same
 * events.
 */
export async function buildTown(target: BuildTarget, options: TownOptions): Promise<TownInfo> {
  const hands = openWorkerPool();
  try {
    return await build(target, options, hands);
  } finally {
    await hands.close();
  }
}

/** Share of the whole time that drawing pictures takes. */
const DRAWN = 0.4;

async function build(
  target: BuildTarget,
  { seed, now, onProgress, scale = 1 }: TownOptions,
  hands: WorkerPool,
): Promise<TownInfo> {
  const founded = await createTownBase(seed, Math.max(FEWEST, Math.round(PEOPLE * scale)));
  const { people, essays } = founded;
  const wishes = { rng: rngOf(`pictures ${seed}`), people, scale };
  const painted = await drawPictures(target, hands, wishes, (done, total) =>
    onProgress((done / total) * DRAWN),
  );
  const world = openWorld(founded, painted.shelf, {
    baseUrl: target.baseUrl,
    now,
    chapter: 'story',
    ecash: target.ecash,
  });
  tellStory(world, essays, Math.round(NOTES * scale), await storeClip(target));
  const total = world.ledger.jobs.length + world.ledger.wraps.length;
  let done = 0;
  const signed = (count: number) => onProgress(DRAWN + ((done += count) / total) * (1 - DRAWN));
  const events = await publishInOrder(world.ledger, hands, (batch) => target.insert(batch), signed);
  const demo = demoAccounts(people);
  await settle(target, world, demo);
  return {
    defaultPubkey: named(world, DEFAULT_NAME).pubkey,
    demo,
    accounts: people.length,
    events,
    pictures: painted.count,
    pictureBytes: painted.bytes,
  };
}

/** Store names at this domain, badges, the state of the town, and the accounts for everybody. */
async function settle(
  target: BuildTarget,
  world: World,
  demo: readonly DemoAccount[],
): Promise<void> {
  const { seed, baseUrl, provider, people, shelf, ledger } = world;
  await target.keepInvoices(ledger.invoices);
  await target.ecash?.issue(ledger.tokens);
  await target.putMembers(people.map((person) => memberOf(world, person)));
  await target.setMeta('default_pubkey', named(world, DEFAULT_NAME).pubkey);
  await target.setMeta(
    TOWN_ROW,
    saveTown({ seed, people: people.length, baseUrl, provider, shelf }),
  );
  await target.setMeta(DEMO_ROW, JSON.stringify(demo));
}
