import { isPurpose } from '../../connection/purposes.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { EventTemplate } from './signed-answer.ts';

/**
 * True if a caching service could accept the event as a proof of identity. The proof opens private
 * messages, drafts and paid features. The purpose is in the d tag, which has two elements in all
 * other events of this kind.
 */
export function isServiceProof({ kind, tags }: Pick<EventTemplate, 'kind' | 'tags'>): boolean {
  if (kind !== KIND.Settings) return false;
  return tags.some(
    ([name, ...said]) =>
      name === 'challenge' || (name === 'd' && (said.length > 1 || said.some(isPurpose))),
  );
}
