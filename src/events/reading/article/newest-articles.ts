import { addressOf } from '../../nostr/address.ts';
import { replaces, type VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inSeconds } from '../../core/time.ts';
import { readArticle } from './article.ts';

/**
 * Return the articles of that account, each once in its newest version, the last published first
 * (COMPOSE-09).
 */
export function newestVersions(
  events: readonly VerifiedEvent[],
  author: string,
): readonly VerifiedEvent[] {
  const newest = new Map<string, VerifiedEvent>();
  for (const event of events) {
    const address = addressOf(event) ?? '';
    if (
      event.kind === KIND.LongForm &&
      event.pubkey === author &&
      replaces(event, newest.get(address))
    )
      newest.set(address, event);
  }
  return [...newest.values()].toSorted(
    (one, other) =>
      inSeconds(readArticle(other).publishedAt) - inSeconds(readArticle(one).publishedAt),
  );
}
