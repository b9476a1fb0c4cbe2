import { field, isRecord } from '../../src/events/core/json.ts';
import { EVENT_LIMITS } from '../../src/events/nostr/event-shape.ts';

/**
 * Return the reason why an offered event is too large for this relay, by the prefixes of NIP-01, or
 * `undefined`. NIP-11 names the same limits.
 */
export function sizeFault(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const [content, tags] = [field(value, 'content'), field(value, 'tags')];
  if (typeof content === 'string' && content.length > EVENT_LIMITS.content)
    return tooLarge('characters of content', content.length, EVENT_LIMITS.content);
  if (!Array.isArray(tags)) return undefined;
  if (tags.length > EVENT_LIMITS.tags) return tooLarge('tags', tags.length, EVENT_LIMITS.tags);
  const values: unknown[] = tags.flat();
  if (values.length > EVENT_LIMITS.tagValues)
    return tooLarge('values in tags', values.length, EVENT_LIMITS.tagValues);
  const characters = values.reduce<number>(
    (sum, each) => sum + (typeof each === 'string' ? each.length : 0),
    0,
  );
  return characters > EVENT_LIMITS.tagCharacters
    ? tooLarge('characters in tags', characters, EVENT_LIMITS.tagCharacters)
    : undefined;
}

function tooLarge(what: string, count: number, most: number): string {
  return `invalid: too large: ${count} ${what}, at most ${most} are taken`;
}
