import type { AnyActorRef } from 'xstate';
import type { ScreensActor } from './screens.machine.ts';
import { childrenOf } from '../core/supervision.ts';

/**
 * Return the ids of all events that live screens show, or will show when the user goes back. The
 * read model must keep them.
 */
export function retainedBy(screens: ScreensActor): ReadonlySet<string> {
  const keep = new Set<string>();
  for (const child of Object.values(childrenOf(screens)))
    if (child) for (const id of idsIn(child)) keep.add(id);
  return keep;
}

function* idsIn(screen: AnyActorRef): Iterable<string> {
  const { context }: { context?: unknown } = screen.getSnapshot();
  if (typeof context !== 'object' || context === null) return;
  for (const part of Object.values(context)) yield* strings(part, 0);
}

/**
 * Yield the ids in a screen's context: lists of ids or of rows with ids. Other values are skipped.
 */
function* strings(value: unknown, depth: number): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value) && depth < 3)
    for (const one of value) yield* strings(one, depth + 1);
  else if (
    typeof value === 'object' &&
    value !== null &&
    depth < 3 &&
    Object.getPrototypeOf(value) === Object.prototype
  ) {
    for (const one of Object.values(value)) yield* strings(one, depth + 1);
  }
}
