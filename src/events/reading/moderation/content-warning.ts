import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { clipLine } from '../../core/text.ts';

const LONGEST = 200;

/**
 * Return the reason of an event's content warning (NIP-36). Empty if no reason is given,
 * `undefined` without a warning.
 */
export function warningOf(event: Pick<SignedEvent, 'tags'>): string | undefined {
  if (!event.tags.some(([name]) => name === 'content-warning')) return undefined;
  return clipLine(tagValue(event, 'content-warning') ?? '', LONGEST);
}
