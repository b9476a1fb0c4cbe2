import type { Filter } from '../../src/events/connection/filter.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import type { RelayLine } from './relay-client.ts';
import { takeIn, type Taking } from './ingest.ts';

/** A stretch of time, in seconds, both included. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

/** How a relay is caught up with; `negentropy` is forgotten where it turns out not to speak it. */
export interface Way extends Taking {
  readonly line: RelayLine;
  negentropy: boolean;
}

const DAY = 86_400;
const PAGE = 500;
const IDS = 200;
/** Events that are compared at once. */
const MOST_COMPARED = 50_000;
/** Below so many the next stretch is twice as long. */
const FEW = 2_000;
/** Nothing was said on the network before (November 2020); what claims to be older is looked at in one go. */
const BEGINNING = 1_604_188_800;

/**
 * Fetches what a relay has of a filter and is not here, from the end of a period to its beginning: by comparing where the relay speaks
 * that, else page by page. `reached` is told, and waited for, up to where everything was fetched: from there on it can be gone on with.
 */
export async function catchUp(
  way: Way,
  filter: Filter,
  { since, until }: Period,
  reached: (until: number) => Promise<void>,
): Promise<void> {
  let length = DAY;
  let end = until;
  while (end >= since && way.negentropy) {
    const begin = Math.max(since, end <= BEGINNING ? 0 : end - length + 1);
    const compared = await compare(way, { ...filter, since: seconds(begin), until: seconds(end) });
    if (compared === 'unknown') way.negentropy = false;
    else if (compared === 'too many' && begin === end) await page(way, filter, { since: begin, until: end }, async () => undefined);
    else if (compared === 'too many') {
      length = Math.max(1, Math.ceil((end - begin + 1) / 2));
      continue;
    }
    if (!way.negentropy) break;
    end = begin - 1;
    await reached(end);
    if (compared !== 'too many' && compared !== 'unknown' && compared < FEW) length *= 2;
  }
  if (end >= since) await page(way, filter, { since, until: end }, reached);
}

/** How many events a stretch holds, once those that were missing are fetched. */
async function compare(way: Way, filter: Filter): Promise<number | 'unknown' | 'too many'> {
  const own: { id: string; time: number }[] = [];
  for await (const { id, created_at } of way.store.walk([filter], MOST_COMPARED + 1)) own.push({ id, time: inSeconds(created_at) });
  if (own.length > MOST_COMPARED) return 'too many';
  const lacking = await way.line.compare(filter, own);
  if (typeof lacking === 'string') return lacking;
  // older versions and what was deleted are known, and not among what is compared
  const need: string[] = [];
  for (const id of lacking) if (!(await way.store.isStored(id))) need.push(id);
  for (let from = 0; from < need.length; from += IDS) {
    const ids = need.slice(from, from + IDS);
    await takeIn(way, await way.line.ask({ ids }), [{ ids }]);
  }
  return own.length + lacking.length;
}

/**
 * Fetches all that a relay has of a filter in a period, whether it is here or not. Newest first, each page from the time on at which the one
 * before ended, as several events share a second: when nothing new comes of it, from the second before, so that more events of one second than
 * a page holds are not found. A relay may give shorter pages than it is asked for, so only an empty one is the last.
 */
export async function page(way: Way, filter: Filter, { since, until }: Period, reached: (until: number) => Promise<void>): Promise<void> {
  let end = until;
  let seen: ReadonlySet<string> = new Set();
  while (end >= since) {
    const asked = { ...filter, since: seconds(since), until: seconds(end), limit: PAGE };
    const { ids, oldest } = await takeIn(way, await way.line.ask(asked), [asked]);
    if (oldest === undefined) break;
    const isNew = [...ids].some((id) => !seen.has(id));
    end = isNew && oldest < end ? oldest : end - 1;
    seen = ids;
    await reached(end);
  }
  await reached(since - 1);
}
