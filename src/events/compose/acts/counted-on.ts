import type { Draft } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { quotesOf } from '../../reading/content/mentions.ts';
import { referencesOf, replyTarget, repostTarget } from '../../facts/references.ts';

/**
 * Return the ids of the events whose counts change with this one: those that it answers, quotes,
 * repeats or reacts to.
 */
export function countedOn(event: Draft): readonly string[] {
  return [...new Set(targetsOf(event).flatMap((one) => (one?.type === 'event' ? [one.key] : [])))];
}

function targetsOf(event: Draft): ReadonlyArray<ReturnType<typeof replyTarget>> {
  switch (event.kind) {
    case KIND.Text:
    case KIND.Comment:
      return [replyTarget(event), ...quotesOf(event)];
    case KIND.Repost:
    case KIND.GenericRepost:
      return [repostTarget(event)];
    case KIND.Reaction:
      return [referencesOf(event, 'e').at(-1)];
    default:
      return [];
  }
}
