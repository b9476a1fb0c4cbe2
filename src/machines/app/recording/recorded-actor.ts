import type { AnyActorRef } from 'xstate';
import { isPlain } from '../../../events/core/plain-object.ts';
import { isRef } from '../../core/refs.ts';
import { type ActorPath, pathOf } from './recorder.ts';

/** An actor within data of a recording that was read from a file. */
export class RecordedActor {
  readonly path: ActorPath;

  constructor(path: ActorPath) {
    this.path = path;
  }
}

/**
 * Return a function that replaces the actors within recorded data by those of a replay: a machine
 * answers the sender that an event names. `actorAt` finds one by its path. An unknown one stays.
 */
export function actorsReplaced(actorAt: (path: ActorPath) => AnyActorRef | undefined) {
  /** Data without actors. Recordings repeat signed events often. */
  const without = new WeakSet();
  return replaced;

  function replaced<T>(value: T): T;
  function replaced(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || without.has(value)) return value;
    if (value instanceof RecordedActor) return actorAt(value.path) ?? value;
    if (isRef(value)) return actorAt(pathOf(value)) ?? value;
    // ends circular references
    without.add(value);
    const found = partsReplaced(value);
    if (found !== value) without.delete(value);
    return found;
  }

  function partsReplaced(value: object): unknown {
    if (Array.isArray(value)) {
      const parts = value.map(replaced);
      return hasChanged(value, parts) ? parts : value;
    }
    if (value instanceof Map) {
      const [before, parts] = [[...value].flat(), [...value].flat().map(replaced)];
      return hasChanged(before, parts) ? new Map(pairs(parts)) : value;
    }
    if (value instanceof Set) {
      const parts = [...value].map(replaced);
      return hasChanged([...value], parts) ? new Set(parts) : value;
    }
    if (!isPlain(value)) return value;
    const before: readonly unknown[] = Object.values(value);
    const parts = before.map(replaced);
    if (!hasChanged(before, parts)) return value;
    return Object.fromEntries(Object.keys(value).map((key, at) => [key, parts[at]]));
  }
}

function hasChanged(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.some((part, at) => part !== after[at]);
}

function pairs(parts: readonly unknown[]): ReadonlyArray<readonly [unknown, unknown]> {
  return parts.flatMap((key, at) => (at % 2 === 0 ? [[key, parts[at + 1]] as const] : []));
}
