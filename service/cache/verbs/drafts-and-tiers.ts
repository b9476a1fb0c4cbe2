import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import type { CacheContext } from '../cache-context.ts';
import { countOf, isHex64, type Payload, pageOf, requiredHex } from '../payload.ts';
import { rangeResult } from '../feeds/page-range.ts';
import type { Result } from '../results.ts';
import { requireParty } from '../signed-request.ts';

const MOST_TIERS = 50;
const MOST_DRAFTS = 2_000;
/**
 * Return drafts of an account for events of a kind, newest first (with a RANGE). They are encrypted
 * (NIP-37), or plain from older clients (kind 30024). The protocol lets anyone ask. Here they go to
 * their author alone, as NIP-37 requires of relays.
 */
export async function drafts(context: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  await requireParty(context, payload, [pubkey]);
  const kind = String(countOf(payload, 'kind', KIND.LongForm));
  const page = pageOf(payload, { limit: 20, max: 100, capped: true });
  const kept = await context.store.newestOf(
    pubkey,
    [KIND.Draft, KIND.LongFormDraft],
    page,
    MOST_DRAFTS,
  );
  const found = kept.filter((draft) => isFor(draft, kind));
  const shown = found.slice(page.offset, page.offset + page.limit);
  const times = shown.map(({ created_at }) => inSeconds(created_at));
  return [
    ...shown.map(({ raw }) => raw),
    rangeResult(
      times,
      shown.map(({ id }) => id),
      'created_at',
    ),
  ];
}

/** Return an author's subscription tiers: their list, and the tiers on it by the same author. */
export async function creatorPaidTiers(
  { store }: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  const list = await store.latest(`${KIND.TierList}:${pubkey}:`);
  if (!list) return [];
  const { tags } = parseStored(list);
  const ids = tags.flatMap(([name, id]) => (name === 'e' && isHex64(id) ? [id] : []));
  const addresses = tags.flatMap(([name, address]) =>
    name === 'a' && address !== undefined ? [address] : [],
  );
  const tiers = [
    ...(await store.events([...new Set(ids)].slice(0, MOST_TIERS))),
    ...(await store.latestOf(addresses.slice(0, MOST_TIERS))),
  ];
  const own = new Map(
    tiers
      .filter((tier) => tier.kind === KIND.Tier && tier.pubkey === pubkey)
      .map((tier) => [tier.id, tier.raw]),
  );
  return [list.raw, ...own.values()];
}

/** A draft names its target kind in a tag (`k`). Kind 30024 can only become an article. */
function isFor(draft: StoredEvent, kind: string): boolean {
  if (draft.kind === KIND.LongFormDraft) return kind === String(KIND.LongForm);
  return parseStored(draft).tags.some((tag) => tag[1] === kind);
}
