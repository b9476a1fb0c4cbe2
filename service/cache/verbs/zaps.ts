import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds, minus, seconds } from '../../../src/events/core/time.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { enrich } from '../results/enrich-page.ts';
import {
  countOf,
  hexesOf,
  hexOf,
  isHex64,
  type PageRequest,
  type Payload,
  pageOf,
  Refusal,
  requiredHex,
} from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import { rangeResult, type Source, readPage } from '../feeds/page-range.ts';
import { joined, type Result, synthetic } from '../results.ts';
import { targetsOf } from '../results/stat-results.ts';
import { moderateAccount } from '../../../src/events/reading/moderation/moderation.ts';
import type { FilterScope } from '../../../src/events/account/lists/list-intents.ts';
import { moderationListsFor } from '../results/visibility.ts';
import { requestedSubject } from '../requested-subject.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import type { ZapList, ZapRow } from '../../store/reading/zaps.ts';
import { zapResult } from '../results/zap-results.ts';

const RULES = { limit: 20, max: 1_000 };
/** Paging limits for lists of people. */
const SHORT = { limit: 20, max: 50, capped: true };
const DAY = seconds(86_400);
const MOST_INVOICES = 1_000;

/** Zaps of one note or article, largest first. */
export async function eventZapsBySatszapped(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const subject = await requestedSubject(context.store, payload);
  if (!subject) return [];
  return zapPage(context, payload, { by: 'target', of: subject.targets, order: 'amount_sats' });
}

/** Zaps that an account sent, newest first. */
export function userZapsSent(context: CacheContext, payload: Payload): Promise<Result[]> {
  return zapPage(context, payload, {
    by: 'sender',
    of: [requiredHex(payload, 'sender')],
    order: 'created_at',
  });
}

/** Zaps that an account sent or received, newest first. */
export async function userZaps(context: CacheContext, payload: Payload): Promise<Result[]> {
  const sender = hexOf(payload, 'sender');
  const receiver = hexOf(payload, 'receiver');
  if (sender === undefined && receiver === undefined)
    throw new Refusal('either sender or receiver argument has to be specified');
  const list =
    sender !== undefined
      ? { by: 'sender' as const, of: [sender] }
      : { by: 'receiver' as const, of: [receiver ?? ''] };
  return keptKinds(
    payload,
    await zapPage(context, payload, { ...list, order: 'created_at' }, SHORT),
  );
}

/** Zaps that any of some accounts sent or received, newest first. */
export async function zapsFeed(context: CacheContext, payload: Payload): Promise<Result[]> {
  const of = hexesOf(payload, 'pubkeys');
  return keptKinds(
    payload,
    await zapPage(context, payload, { by: 'party', of, order: 'created_at' }, SHORT),
  );
}

/** Keep only results of the requested kinds, if any are given. */
function keptKinds(payload: Payload, results: Result[]): Result[] {
  const kinds = field(payload, 'kinds');
  if (!Array.isArray(kinds) || kinds.length === 0) return results;
  return results.filter((result) => {
    const value = parseJson(result);
    return isRecord(value) && kinds.includes(field(value, 'kind'));
  });
}

/** Zaps that an account received, largest first. */
export function userZapsBySatszapped(context: CacheContext, payload: Payload): Promise<Result[]> {
  return zapPage(context, payload, {
    by: 'receiver',
    of: [requiredHex(payload, 'receiver')],
    order: 'amount_sats',
  });
}

/** Return the largest recent zaps with their targets. */
export async function exploreZaps(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store } = context;
  const page = pageOf(payload, { limit: 20, max: 50, capped: true });
  const createdAfter = seconds(
    countOf(payload, 'created_after', inSeconds(minus(store.now(), DAY))),
  );
  const source: Source<ZapRow> = (slice) => store.zapsSince(createdAfter, slice);
  const { zaps, results } = await zapResults(context, payload, source, {
    page,
    order: 'amount_sats',
    scope: 'trending',
  });
  const view = await viewOf(context, payload);
  return joined(await enrich(context, await zappedBy(context, zaps), view), results);
}

/** Return receipts by the paid invoices (10000177). Invoices without one are missing. */
export async function invoicesToZapReceipts(
  { store }: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const asked = field(payload, 'invoices');
  if (!Array.isArray(asked)) throw new Refusal('error');
  if (asked.length > MOST_INVOICES) throw new Refusal('limit too big');
  const invoices = asked.filter((each) => typeof each === 'string');
  const receipts = [...(await store.receiptsByInvoice(invoices))].map(([invoice, event]) => [
    invoice,
    parseStored(event),
  ]);
  return [synthetic(RESULT.InvoicesToZapReceipts, Object.fromEntries(receipts))];
}

async function zapPage(
  context: CacheContext,
  payload: Payload,
  list: ZapList,
  rules = RULES,
): Promise<Result[]> {
  const wanted = { page: pageOf(payload, rules), order: list.order };
  return (await zapResults(context, payload, (slice) => context.store.zapsOf(list, slice), wanted))
    .results;
}

/**
 * Return for each zap the receipt, the target and the summary, then the people, and a RANGE of
 * receipts.
 */
async function zapResults(
  context: CacheContext,
  payload: Payload,
  source: Source<ZapRow>,
  {
    page,
    order,
    scope,
  }: { readonly page: PageRequest; readonly order: string; readonly scope?: FilterScope },
) {
  const { store } = context;
  const { viewer } = await viewOf(context, payload);
  const reader = viewer === undefined ? undefined : await moderationListsFor(store, viewer);
  const isSeen = ({ sender }: ZapRow) =>
    reader === undefined || moderateAccount(reader, sender, scope).verdict !== 'hide';
  const keep = reader && (async (rows: readonly ZapRow[]) => rows.filter(isSeen));
  const zaps = await readPage(source, page, keep);
  const zapped = await zappedBy(context, zaps);
  const ids = await targetsOf(store, zapped);
  const people = [...new Set(zaps.flatMap(({ sender, receiver }) => [sender, receiver]))];
  const keys = zaps.map(({ key }) => key);
  const results = [
    ...zaps.map(({ raw }) => raw),
    ...zapped.map(({ raw }) => raw),
    ...zaps.map((zap) =>
      zapResult(zap, ids.get(zap.target ?? '') ?? (isHex64(zap.target) ? zap.target : undefined)),
    ),
    ...(await peopleResults(context, people)),
    rangeResult(
      keys,
      zaps.map(({ id }) => id),
      order,
    ),
  ];
  return { zaps, results };
}

async function zappedBy({ store }: CacheContext, zaps: readonly ZapRow[]): Promise<StoredEvent[]> {
  const targets = [...new Set(zaps.flatMap(({ target }) => target ?? []))];
  const found = [
    ...(await store.events(targets.filter((target) => !target.includes(':')))),
    ...(await store.latestOf(targets.filter((target) => target.includes(':')))),
  ];
  return [...new Map(found.map((event) => [event.id, event])).values()];
}
