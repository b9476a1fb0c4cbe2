import type { Filter } from '../../src/events/connection/filter.ts';
import { seconds } from '../../src/events/core/time.ts';
import type { RelayClient } from './relay-client.ts';
import { ingestEvents, type IngestOptions } from './ingest.ts';

/** A time range in seconds, both bounds inclusive. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

/** State of catching up with a relay. `negentropy` is cleared if the relay does not support it. */
export interface SyncMethod extends IngestOptions {
  readonly line: RelayClient;
  negentropy: boolean;
}

const DAY = 86_400;
const PAGE = 500;
const IDS = 200;
/** Events that are compared at once. */
const MOST_COMPARED = 50_000;
/** Below this number the next time range is twice as long. */
const FEW = 2_000;
/**
 * The start of the network (November 2020). Events with an earlier date are fetched in one range.
 */
const BEGINNING = 1_604_188_800;

/**
 * Fetch missing events of a filter from a relay, from the end of a period to its beginning. It
 * compares if the relay supports that, else it reads page by page. `reached` is awaited with the
 * time down to which everything is fetched, so that the fetch can be resumed there.
 */
export async function catchUp(
  way: SyncMethod,
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
    else if (compared === 'too many' && begin === end)
      await page(way, filter, { since: begin, until: end }, async () => undefined);
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

/** Return the number of events in a range after fetching the missing ones. */
async function compare(way: SyncMethod, filter: Filter): Promise<number | 'unknown' | 'too many'> {
  const own: { readonly id: string; readonly time: number }[] = [];
  for await (const some of way.store.walkIds([filter], MOST_COMPARED + 1)) own.push(...some);
  if (own.length > MOST_COMPARED) return 'too many';
  const lacking = await way.line.compare(filter, own);
  if (typeof lacking === 'string') return lacking;
  // Older versions and deleted events are known, but not part of the comparison.
  const need: string[] = [];
  for (const id of lacking) if (!(await way.store.isStored(id))) need.push(id);
  for (let from = 0; from < need.length; from += IDS) {
    const ids = need.slice(from, from + IDS);
    await ingestEvents(way, await way.line.ask({ ids }), [{ ids }]);
  }
  return own.length + lacking.length;
}

/**
 * Fetch all events of a filter in a period from a relay, even known ones. Newest first, and each
 * page starts at the time where the previous one ended, as several events share a second. Without
 * new events the next page starts a second earlier, so a second with more events than a page is
 * incomplete. A relay may send shorter pages than requested, so only an empty one is the last.
 */
export async function page(
  way: SyncMethod,
  filter: Filter,
  { since, until }: Period,
  reached: (until: number) => Promise<void>,
): Promise<void> {
  let end = until;
  let seen: ReadonlySet<string> = new Set();
  while (end >= since) {
    const asked = { ...filter, since: seconds(since), until: seconds(end), limit: PAGE };
    const { ids, oldest } = await ingestEvents(way, await way.line.ask(asked), [asked]);
    if (oldest === undefined) break;
    const isNew = [...ids].some((id) => !seen.has(id));
    end = isNew && oldest < end ? oldest : end - 1;
    seen = ids;
    await reached(end);
  }
  await reached(since - 1);
}
