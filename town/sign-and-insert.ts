import type { SignedEvent, VerifiedEvent } from '../src/events/nostr/event.ts';
import { inSeconds } from '../src/events/core/time.ts';
import { verifyWith } from '../src/events/nostr/verify.ts';
import type { WorkerPool } from './workers/worker-pool.ts';
import type { SignJob } from './workers/jobs.ts';
import { eventOf, type EventList } from './story/event-list.ts';

const SLICE = 2000;

/**
 * Sign the events of a ledger, oldest first, and deliver finished batches while the workers
 * continue. Events that wrap signed ones come last. Returns the number of events.
 */
export async function publishInOrder(
  ledger: EventList,
  hands: WorkerPool,
  insert: (events: readonly VerifiedEvent[]) => Promise<unknown>,
  each: (count: number) => void,
): Promise<number> {
  const wrapped = new Set(ledger.wraps.map((wrap) => wrap.id));
  const inner = new Map<string, SignedEvent>();
  const first = await signAndInsert(ledger.jobs, hands, each, async (events) => {
    for (const event of events) if (wrapped.has(event.id)) inner.set(event.id, event);
    await insert(events.filter((event) => !ledger.enclosed.has(event.id)));
  });
  const wraps = ledger.wraps.flatMap(({ id, make }) => {
    const event = inner.get(id);
    if (!event) return [];
    const saying = make(event);
    return [{ event: eventOf(saying), secret: saying.author.secret }];
  });
  return first - ledger.enclosed.size + (await signAndInsert(wraps, hands, each, insert));
}

async function signAndInsert(
  jobs: readonly SignJob[],
  hands: WorkerPool,
  each: (count: number) => void,
  insert: (events: readonly VerifiedEvent[]) => Promise<unknown>,
): Promise<number> {
  const sorted = [...jobs].sort(
    (a, b) => inSeconds(a.event.created_at) - inSeconds(b.event.created_at),
  );
  const slices: SignJob[][] = [];
  for (let i = 0; i < sorted.length; i += SLICE) slices.push(sorted.slice(i, i + SLICE));
  const signing = slices.map((slice) => hands.sign(slice, each));
  let count = 0;
  for (const [i, slice] of slices.entries()) {
    const events = verifySigned(slice, (await signing[i]) ?? []);
    count += events.length;
    await insert(events);
  }
  return count;
}

/** Return the events as verified, because they were just signed here by the key that they name. */
export function verifySigned(
  jobs: readonly SignJob[],
  signatures: readonly string[],
): VerifiedEvent[] {
  const made = new Map(
    jobs.map((job, i): [string, SignedEvent] => [
      job.event.id,
      { ...job.event, sig: signatures[i] ?? '' },
    ]),
  );
  const verify = verifyWith(
    (event) => made.get(event.id)?.sig === event.sig && event.sig.length === 128,
  );
  return [...made.values()].flatMap((event) => verify(event) ?? []);
}
