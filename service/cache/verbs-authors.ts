import { KIND } from '../../src/events/kinds.ts';
import { field } from '../../src/events/json.ts';
import { inSeconds } from '../../src/events/time.ts';
import { parseStored, type StoredEvent } from '../store/stored.ts';
import type { CacheContext } from './context.ts';
import { countOf, isHex64, type Payload, pageOf, Refusal, requiredHex } from './payload.ts';
import { rangeResult } from './range.ts';
import type { Result } from './results.ts';
import { signedRequest } from './signed-request.ts';

const MOST_TIERS = 50;
const MOST_DRAFTS = 2_000;
/** NIP-44 and NIP-04: base64, the latter with its start value behind it. */
const ENCRYPTED = /^[A-Za-z0-9+/]{32,}={0,2}(\?iv=[A-Za-z0-9+/]+={0,2})?$/;

/**
 * Drafts of an account for events of a kind, newest first (4.9; with a RANGE, 18.4). Anybody may ask, as there is no signature in the
 * protocol, so what is given is only what nobody but its author can read: encrypted drafts (NIP-37). The plain ones that older clients
 * kept (kind 30024) go to their author, who says so by a signed request.
 */
export async function drafts(context: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  const isAuthor = isAskedBy(context, payload, pubkey);
  const kind = String(countOf(payload, 'kind', KIND.LongForm));
  const page = pageOf(payload, { limit: 20, max: 100, capped: true });
  const kinds = isAuthor ? [KIND.Draft, KIND.LongFormDraft] : [KIND.Draft];
  const found = (await context.store.newestOf(pubkey, kinds, page, MOST_DRAFTS)).filter((draft) => isFor(draft, kind, isAuthor));
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

/** What an author offers to subscribers: their list of tiers and the tiers on it that are their own (4.10). */
export async function creatorPaidTiers({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  const list = await store.latest(`${KIND.TierList}:${pubkey}:`);
  if (!list) return [];
  const { tags } = parseStored(list);
  const ids = tags.flatMap(([name, id]) => (name === 'e' && isHex64(id) ? [id] : []));
  const addresses = tags.flatMap(([name, address]) => (name === 'a' && address !== undefined ? [address] : []));
  const tiers = [
    ...(await store.events([...new Set(ids)].slice(0, MOST_TIERS))),
    ...(await store.latestOf(addresses.slice(0, MOST_TIERS))),
  ];
  const own = new Map(tiers.filter((tier) => tier.kind === KIND.Tier && tier.pubkey === pubkey).map((tier) => [tier.id, tier.raw]));
  return [list.raw, ...own.values()];
}

function isAskedBy(context: CacheContext, payload: Payload, pubkey: string): boolean {
  if (field(payload, 'event_from_user') === undefined) return false;
  if (signedRequest(context, payload).pubkey !== pubkey) throw new Refusal('verification failed');
  return true;
}

/** A draft names the kind it is to become in a tag (`k`); kind 30024 can only become an article. */
function isFor(draft: StoredEvent, kind: string, isAuthor: boolean): boolean {
  if (draft.kind === KIND.LongFormDraft) return kind === String(KIND.LongForm);
  const { tags, content } = parseStored(draft);
  return tags.some((tag) => tag[1] === kind) && (isAuthor || ENCRYPTED.test(content));
}
