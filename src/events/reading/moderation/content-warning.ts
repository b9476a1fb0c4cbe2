import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { clipLine } from '../../core/text.ts';

const LONGEST = 200;

/** Why readers should be asked before they see what an event holds (NIP-36); empty where no reason is given, undefined without a warning. */
export function warningOf(event: Pick<SignedEvent, 'tags'>): string | undefined {
  if (!event.tags.some(([name]) => name === 'content-warning')) return undefined;
  return clipLine(tagValue(event, 'content-warning') ?? '', LONGEST);
}
