import type { SignedEvent } from '../src/events/nostr/event.ts';
import { inSeconds } from '../src/events/core/time.ts';
import { createTownBase, type TownBase, openWorld } from './found-town.ts';
import { openGuests } from './greet-guests.ts';
import type { SignJob } from './workers/jobs.ts';
import { rngOf } from './prng.ts';
import { verifySigned } from './sign-and-insert.ts';
import { readTown, type SavedTown } from './saved-town.ts';
import { tellNext } from './story/tell-next.ts';
import { eventOf, type Wrap } from './story/event-list.ts';
import type { World } from './story/world.ts';
import { type TownTarget, TOWN_ROW } from './town-target.ts';

export interface GrowOptions {
  /** The service's clock, in seconds. */
  readonly now: () => number;
  /** Run a function after some milliseconds. Returns the function that cancels it. */
  readonly later: (milliseconds: number, run: () => Promise<void>) => () => void;
  /**
   * True if this process, of those that share the store, grows the town. It is called at each step.
   */
  readonly isOurs?: () => Promise<boolean>;
  /**
   * Pay a zap (NIP-57) with newly issued play sats, and publish its receipt. Returns true if it
   * succeeded. Without it the town writes its receipts itself.
   */
  readonly payZap?: (request: SignedEvent) => Promise<boolean>;
  /** True for an error after which the store may come back. */
  readonly isUnavailable: (error: unknown) => boolean;
}

/**
 * A scheduled event: one to sign, possibly only for embedding in another (`hidden`), or one to
 * create from a signed event.
 */
type Due = (SignJob & { readonly at: number; readonly hidden: boolean }) | Wrap;

const STRETCH = 600;
const NEWS = 400;
const LONGEST_WAIT = 20;
const REMEMBERED = 2000;

/**
 * Grow the town while the service runs: a few notes a minute with replies, likes, zaps and reposts.
 * Some minutes are planned ahead, and each event is published when it is due. It also looks after
 * guests (`guests.ts`). Returns the function that stops it after the current step, or `undefined`
 * without a town.
 */
export async function growTown(
  target: TownTarget,
  { now, later, isOurs = async () => true, payZap, isUnavailable }: GrowOptions,
): Promise<(() => Promise<void>) | undefined> {
  const saved = readTown(
    (await target.getMeta(TOWN_ROW)) ?? '',
    target.baseUrl,
    rngOf(`grow ${Math.floor(now())}`),
  );
  if (!saved) return undefined;
  const founded = await createTownBase(saved.seed, saved.people);
  let queue: Due[] = [];
  let planned = Math.floor(now());
  let callOff: (() => void) | undefined;
  let isOver = false;
  let running: Promise<void> = Promise.resolve();
  const signed = new Map<string, SignedEvent>();
  const said = new Map<string, number>();
  const attend = openGuests(target, (id) => signed.has(id));
  const tick = async () => {
    if (!(await isOurs())) {
      queue = [];
      if (!isOver) callOff = later(LONGEST_WAIT * 1000, next);
      return;
    }
    const time = now();
    if (planned - time < STRETCH / 4) {
      planned = Math.max(planned, Math.floor(time));
      queue = [...queue, ...(await planNext(target, founded, saved, said, planned))].sort(
        (a, b) => a.at - b.at,
      );
      planned += STRETCH;
    }
    queue = [
      ...queue,
      ...(await planWith(founded, saved, target, `guests ${time}`, time, attend)),
    ].sort((a, b) => a.at - b.at);
    const due = queue.filter((one) => one.at <= time);
    queue = queue.slice(due.length);
    await publishDue({ target, founded, payZap }, due, signed);
    for (const words of [...said.keys()].slice(0, Math.max(0, said.size - REMEMBERED)))
      said.delete(words);
    const wait = Math.min(LONGEST_WAIT, Math.max(0.25, (queue[0]?.at ?? time) - time));
    if (!isOver) callOff = later(wait * 1000, next);
  };
  const next = () =>
    (running = tick().catch((error: unknown) => {
      // The planned events are dropped. The town continues when the store is back.
      if (!isUnavailable(error)) throw error;
      if (!isOver) callOff = later(LONGEST_WAIT * 1000, next);
    }));
  await next();
  return async () => {
    isOver = true;
    callOff?.();
    await running.catch(() => undefined);
  };
}

async function planNext(
  target: TownTarget,
  founded: TownBase,
  saved: SavedTown,
  said: Map<string, number>,
  from: number,
): Promise<Due[]> {
  return planWith(founded, saved, target, `grow ${from}`, from + 4 * STRETCH, async (world) =>
    tellNext(world, await target.recentNotes(NEWS), said, from, from + STRETCH),
  );
}

/** Return the events that `tell` writes in a world of that time. */
async function planWith(
  founded: TownBase,
  { shelf }: SavedTown,
  target: TownTarget,
  chapter: string,
  now: number,
  tell: (world: World) => Promise<void>,
): Promise<Due[]> {
  const { baseUrl, ecash } = target;
  const world = openWorld(founded, shelf, { baseUrl, now, chapter, ecash });
  await tell(world);
  const { jobs, wraps, enclosed, invoices, tokens } = world.ledger;
  await target.keepInvoices(invoices);
  await ecash?.issue(tokens);
  return [
    ...jobs.map(
      (job): Due => ({
        ...job,
        at: inSeconds(job.event.created_at),
        hidden: enclosed.has(job.event.id),
      }),
    ),
    ...wraps,
  ];
}

interface Publishing {
  readonly payZap: GrowOptions['payZap'];
  readonly target: TownTarget;
  readonly founded: TownBase;
}

async function publishDue(
  { target, founded, payZap }: Publishing,
  due: readonly Due[],
  signed: Map<string, SignedEvent>,
): Promise<void> {
  for (const one of due) {
    const inner = 'event' in one ? undefined : signed.get(one.id);
    if (inner && 'isZap' in one && one.isZap && (await payZap?.(inner))) continue;
    const job = 'event' in one ? one : unwrap(one, inner);
    if (!job) continue;
    const [event] = verifySigned([job], [founded.signer.sign(job)]);
    if (!event) continue;
    signed.set(event.id, event);
    if (!('hidden' in job && job.hidden)) await target.insert([event]);
  }
  for (const id of [...signed.keys()].slice(0, Math.max(0, signed.size - REMEMBERED)))
    signed.delete(id);
}

function unwrap({ make }: Wrap, inner: SignedEvent | undefined): SignJob | undefined {
  if (!inner) return undefined;
  const saying = make(inner);
  return { event: eventOf(saying), secret: saying.author.secret };
}
