import type { Claim } from '../../connection/claims.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';

/**
 * Why the viewer's filters keep or hide an account (SEARCH-05, PROFILE-09). `owner`: owner of the
 * mute list; '' if unknown.
 */
export type FilterReason =
  | { readonly by: 'allowlist' }
  | { readonly by: 'own' }
  | { readonly by: 'list'; readonly owner: string }
  | { readonly by: 'spam' | 'nsfw' | 'group' };

export function filterReasonQuery(pubkey: string, viewer: string): CacheQuery {
  return query('search_filterlist', { pubkey, user_pubkey: viewer });
}

/** Read the reason from an answer of the service; `undefined` if the account is in no list. */
export function filterReasonIn(claims: readonly Claim[], viewer: string): FilterReason | undefined {
  const found = claims.find((claim) => claim.claim === 'filtering');
  if (!found) return undefined;
  if (found.action === 'allow') return { by: 'allowlist' };
  if (found.group !== undefined)
    return {
      by: found.group === 'primal_spam' ? 'spam' : found.group === 'primal_nsfw' ? 'nsfw' : 'group',
    };
  return found.pubkey === undefined || found.pubkey === viewer
    ? { by: 'own' }
    : { by: 'list', owner: found.pubkey };
}
