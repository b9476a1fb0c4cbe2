import type { Facts } from '../facts.ts';
import { KIND } from '../kinds.ts';
import { isDeleted } from '../selectors.ts';
import { rowsOf } from '../table.ts';
import { repostTarget } from './references.ts';

/** Who reposted something, as far as reposts of it were seen: public keys. It walks over all events: not for what is drawn often. */
export function repostersOf(facts: Facts, id: string): readonly string[] {
  const found = new Set<string>();
  for (const [, event] of rowsOf(facts.events)) {
    const isRepost = event.kind === KIND.Repost || event.kind === KIND.GenericRepost;
    if (isRepost && repostTarget(event)?.key === id && !isDeleted(facts, event)) found.add(event.pubkey);
  }
  return [...found];
}
