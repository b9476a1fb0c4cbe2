import type { Tag } from './event.ts';

/** Whether a value of unknown origin is a row of texts, as the rows of an event are. It may be empty. */
export function isTag(value: unknown): value is Tag {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
