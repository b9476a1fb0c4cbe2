import { partsOf } from './changes.ts';
import type { SentEvent } from './history.ts';

/** The event by which the read model receives events from outside. */
const RECEIVED = 'facts.received';
/** Depth of an id in it: `events`, a signed event, `id`. */
const DEPTH = 3;

/** Return the first event of a history that brought a signed event to the read model. */
export function broughtBy(events: readonly SentEvent[], id: string): SentEvent | undefined {
  return events.find(({ event }) => event.type === RECEIVED && holds(event, id, DEPTH));
}

function holds(value: unknown, text: string, depth: number): boolean {
  if (value === text) return true;
  if (depth === 0) return false;
  return [...(partsOf(value)?.parts.values() ?? [])].some((one) => holds(one, text, depth - 1));
}
