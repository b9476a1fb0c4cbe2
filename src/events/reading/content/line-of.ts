import { field, isRecord, parseJson } from '../../core/json.ts';
import { type Draft, tagValue } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { isText, withMedia } from './text-kinds.ts';

/** Kinds that have cards, and a text for readers as their content. */
const WORDED: ReadonlySet<number> = new Set([
  KIND.Poll,
  KIND.ZapPoll,
  KIND.ZapGoal,
  KIND.Highlight,
  KIND.Nutzap,
]);

/**
 * Return the words of an event for a line about it. Content that is for programs, such as JSON,
 * ciphertext or the address of a recording, is replaced by the event's name (NOTE-02).
 */
export function lineOf<E extends Draft>(event: E): Pick<E, 'content' | 'tags'> {
  if (isText(event.kind) || WORDED.has(event.kind)) return withMedia(event);
  const fields = parseJson(event.content);
  const name =
    tagValue(event, 'title') ??
    tagValue(event, 'name') ??
    (isRecord(fields) ? field(fields, 'name') : undefined);
  return { content: typeof name === 'string' ? name : '', tags: [] };
}
