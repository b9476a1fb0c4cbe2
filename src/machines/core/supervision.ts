import type { AnyActorRef, EventObject } from 'xstate';
import { type Crash, crashOf } from './crash.ts';

/** How often each child was started again within the last minute, by its id. */
export type Restarts = Readonly<Record<string, number>>;

/** Milliseconds in which restarts are counted. */
export const MINUTE = 60_000;
/** A child may be started again that often within a minute; then it stays down and says so. */
const MOST_RESTARTS = 3;

interface Verdict {
  readonly crash: Crash;
  /** Whether it is to be started again. */
  readonly isRestarted: boolean;
  readonly restarts: Restarts;
}

/**
 * What becomes of a child that failed, by XState's event of its failure (TRUST-06): its owner stops it, and starts it again or leaves it down.
 * `name`: what the child is, where its id says nothing.
 */
export function judgeCrash(restarts: Restarts, event: EventObject, name?: string): Verdict {
  const found = crashOf(event);
  const crash = name === undefined ? found : { ...found, actor: name };
  const before = restarts[crash.actor] ?? 0;
  const isRestarted = before < MOST_RESTARTS;
  return { crash, isRestarted, restarts: isRestarted ? { ...restarts, [crash.actor]: before + 1 } : restarts };
}

/**
 * Ends what the child that failed has begun, by XState's event of its failure. XState ends the children of an actor that is stopped, and leaves
 * those of one that failed running, with their sockets and prompts. To be called while the child is known to its owner; gives the deed.
 */
export function endingOf(owner: Owner, event: EventObject): () => void {
  const failed = childrenOf(owner)[crashOf(event).actor];
  return () => endChildren(failed);
}

interface Owner {
  readonly getSnapshot: () => object;
}

function endChildren(failed: Owner | undefined): void {
  for (const child of Object.values(childrenOf(failed))) {
    if (child === undefined) continue;
    endChildren(child);
    // only the method that XState uses itself ends an actor from outside of its parent
    Reflect.apply(Reflect.get(child, '_stop'), child, []);
  }
}

/** Who is there, by id. */
export function childrenOf(owner: Owner | undefined): Readonly<Record<string, AnyActorRef | undefined>> {
  const { children = {} }: { readonly children?: Readonly<Record<string, AnyActorRef | undefined>> } = owner?.getSnapshot() ?? {};
  return children;
}

/** The same crash as the owner's parent sees it. `owner`: the owner's own id. */
export function pathed(owner: string, { actor, message }: Crash): Crash {
  return { actor: `${owner}/${actor}`, message };
}
