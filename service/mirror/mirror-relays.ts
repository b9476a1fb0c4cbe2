import { setTimeout as sleep } from 'node:timers/promises';
import type { Filter } from '../../src/events/connection/filter.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import { noCounts } from '../transfer/import-counts.ts';
import { sha256Hex } from '../hash.ts';
import type { Policy } from '../relay/policy.ts';
import type { Store } from '../store/store.ts';
import type { EventVerifier } from '../verify.ts';
import { accountsWithin } from './followed-accounts.ts';
import { catchUp, page, type SyncMethod } from './catch-up.ts';
import { connectRelay } from './relay-client.ts';
import { type RelayCounts, ingestEvents } from './ingest.ts';

/**
 * The mirrored accounts: all of them without keys, else those within a depth of follows, since a
 * time (seconds).
 */
export interface MirrorPlan {
  readonly relays: readonly string[];
  readonly keys: readonly string[];
  readonly depth: number;
  readonly since: number;
}

/** State of one relay. `reached`: the existing events after this time are fetched (seconds). */
export interface MirrorNews {
  readonly relay: string;
  readonly state: 'catching up' | 'following' | 'away';
  readonly reason?: string;
  readonly reached?: number;
  readonly counts: RelayCounts;
}

interface MirrorParts {
  readonly store: Store;
  readonly gate: EventVerifier;
  readonly plan: MirrorPlan;
  readonly told: (news: MirrorNews) => void;
  readonly policy?: Policy | undefined;
  /** Milliseconds: the first delay of a retry, and the timeout of a relay's response. */
  readonly wait?: number;
  readonly deadline?: number;
}

/**
 * Stored progress of one relay: the time down to which events are fetched, the newest time then,
 * and the filter.
 */
interface Reached {
  readonly top: number;
  readonly filter: number;
  readonly until: number;
}

const WAIT = 1_000;
const LONGEST_WAIT = 300_000;
/** Longer than a relay may take to show that it is silent or refuses. Milliseconds. */
const HELD = 60_000;
/** Seconds by which events may reach a relay late. This much is fetched again. */
const LATE = 3_600;
const AUTHORS = 500;

/**
 * Fetch events of relays, then follow them, independently and until stopped, with retries. Returns
 * the function that stops it.
 */
export function mirrorRelays(parts: MirrorParts): () => Promise<void> {
  const stopping = new AbortController();
  const running = parts.plan.relays.map((relay) => mirrorRelay(parts, relay, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(running);
  };
}

async function mirrorRelay(parts: MirrorParts, relay: string, signal: AbortSignal): Promise<void> {
  const counts: RelayCounts = { ...noCounts(), seen: 0 };
  const first = parts.wait ?? WAIT;
  let wait = first;
  while (!signal.aborted) {
    const before = counts.seen;
    const since = performance.now();
    try {
      const line = await connectRelay(relay, signal, parts.deadline);
      try {
        await mirrorLine(parts, { ...parts, relay, counts, line, negentropy: true }, signal);
      } finally {
        line.close();
      }
    } catch (error) {
      if (signal.aborted) return;
      // The relay or the own store may have failed. Progress is recorded only for stored events.
      parts.told({
        relay,
        state: 'away',
        reason: error instanceof Error ? error.message : 'unknown',
        counts,
      });
    }
    if (isGood({ brought: counts.seen - before, held: performance.now() - since })) wait = first;
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
}

/** True if the relay is retried soon after this connection: it brought events or was stable. */
export function isGood({
  brought,
  held,
}: {
  readonly brought: number;
  readonly held: number;
}): boolean {
  return brought > 0 || held >= HELD;
}

/** Run one connection until it ends. */
async function mirrorLine(parts: MirrorParts, way: SyncMethod, signal: AbortSignal): Promise<void> {
  const { store, plan, told } = parts;
  const { relay, counts } = way;
  const filters = await filtersOf(plan, way);
  const note = `mirror ${sha256Hex(JSON.stringify([relay, plan.since, filters]))}`;
  const now = inSeconds(store.now());
  const before = readReached(await store.noted(note));
  const keep = (reached: Reached) => store.note(note, JSON.stringify(reached));
  told({ relay, state: 'catching up', counts });
  // First the events since the last run, then the rest of those from the first run.
  if (before)
    for (const filter of filters)
      await catchUp(
        way,
        filter,
        { since: Math.max(plan.since, before.top - LATE), until: now },
        async () => undefined,
      );
  let place: Reached = { top: now, filter: before?.filter ?? 0, until: before?.until ?? now };
  await keep(place);
  for (let filter = filters[place.filter]; filter; filter = filters[place.filter]) {
    await catchUp(way, filter, { since: plan.since, until: place.until }, async (until) => {
      place = { ...place, until };
      await keep(place);
      told({ relay, state: 'catching up', reached: until, counts });
    });
    place = { ...place, filter: place.filter + 1, until: now };
    await keep(place);
  }
  told({ relay, state: 'following', counts });
  await follow(way, filters, now, async () => {
    place = { ...place, top: inSeconds(store.now()) };
    await keep(place);
    if (!signal.aborted) told({ relay, state: 'following', counts });
  });
}

async function follow(
  way: SyncMethod,
  filters: readonly Filter[],
  from: number,
  taken: () => Promise<void>,
): Promise<void> {
  const asked = filters.map((filter): Filter => ({ ...filter, since: seconds(from - 60) }));
  await way.line.follow(asked, async (events) => {
    await ingestEvents(way, events, asked);
    await taken();
  });
}

/** One filter for all accounts, else one for every few accounts, always in the same order. */
async function filtersOf({ keys, depth }: MirrorPlan, way: SyncMethod): Promise<readonly Filter[]> {
  if (keys.length === 0) return [{}];
  const until = inSeconds(way.store.now());
  const fetch = (filter: Filter) => page(way, filter, { since: 0, until }, async () => undefined);
  const accounts = (await accountsWithin(way.store, keys, depth, fetch)).toSorted();
  return Array.from({ length: Math.ceil(accounts.length / AUTHORS) }, (_, n) => ({
    authors: accounts.slice(n * AUTHORS, (n + 1) * AUTHORS),
  }));
}

function readReached(noted: string | undefined): Reached | undefined {
  const value = parseJson(noted ?? '');
  const [top, filter, until] = isRecord(value)
    ? [field(value, 'top'), field(value, 'filter'), field(value, 'until')]
    : [];
  return typeof top === 'number' && typeof filter === 'number' && typeof until === 'number'
    ? { top, filter, until }
    : undefined;
}
