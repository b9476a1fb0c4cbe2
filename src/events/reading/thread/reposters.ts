import type { Facts } from '../../facts/facts.ts';
import { KIND } from '../../nostr/kinds.ts';
import { isDeleted } from '../../facts/selectors.ts';
import { rowsOf } from '../../core/table.ts';
import { repostTarget } from '../../facts/references.ts';

/**
 * Return the public keys of known reposters. It walks over all events, so do not call it while
 * rendering rows.
 */
export function repostersOf(facts: Facts, id: string): readonly string[] {
  const found = new Set<string>();
  for (const [, event] of rowsOf(facts.events)) {
    const isRepost = event.kind === KIND.Repost || event.kind === KIND.GenericRepost;
    if (isRepost && repostTarget(event)?.key === id && !isDeleted(facts, event))
      found.add(event.pubkey);
  }
  return [...found];
}
