import type { NoteParam } from '../../nostr/route-param.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { query, type Verbs } from '../../connection/verbs.ts';

/** Number of replies in one answer (LIMIT-02). */
export const REPLIES_ASKED = 100;

/** Return the query for a note or an article with its replies, as `viewer` sees them. */
export function threadQuery(
  target: NoteParam,
  viewer: string,
  paging: Pick<Verbs['thread_view'], 'since' | 'until' | 'offset'> = {},
): CacheQuery {
  const common = { limit: REPLIES_ASKED, user_pubkey: viewer, ...paging };
  if (target.type === 'note') return query('thread_view', { event_id: target.id, ...common });
  const { kind, pubkey, identifier } = target;
  return query('long_form_content_thread_view', { pubkey, identifier, kind, ...common });
}
