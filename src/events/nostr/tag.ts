import type { Tag } from './event.ts';

/**
 * True if a value of unknown origin is an array of texts, like the tags of an event. It may be
 * empty.
 */
export function isTag(value: unknown): value is Tag {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
