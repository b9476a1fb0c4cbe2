import type { AnyActorRef, EventObject } from 'xstate';
import { type Crash, crashOf } from './crash.ts';

/** Number of restarts within the last minute, by child id. */
export type Restarts = Readonly<Record<string, number>>;

/** Window for counting restarts, in milliseconds. */
export const MINUTE = 60_000;
/** Maximum restarts per minute. After that the child stays down and reports it. */
const MOST_RESTARTS = 3;

interface Verdict {
  readonly crash: Crash;
  /** True if the child is to be restarted. */
  readonly isRestarted: boolean;
  readonly restarts: Restarts;
}

/**
 * Decide whether the owner restarts a failed child or leaves it down (TRUST-06). `name`: name of
 * the child if its id is not telling.
 */
export function judgeCrash(restarts: Restarts, event: EventObject, name?: string): Verdict {
  const found = crashOf(event);
  const crash = name === undefined ? found : { ...found, actor: name };
  const before = restarts[crash.actor] ?? 0;
  const isRestarted = before < MOST_RESTARTS;
  return {
    crash,
    isRestarted,
    restarts: isRestarted ? { ...restarts, [crash.actor]: before + 1 } : restarts,
  };
}

/**
 * Return an action that stops the descendants of a failed child. XState stops the children of a
 * stopped actor, but not those of a failed one. Their sockets and prompts would live on. Call it
 * while the owner still knows the child.
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
    // only this internal XState method stops an actor from outside its parent
    Reflect.apply(Reflect.get(child, '_stop'), child, []);
  }
}

/** Return the children by id. */
export function childrenOf(
  owner: Owner | undefined,
): Readonly<Record<string, AnyActorRef | undefined>> {
  const {
    children = {},
  }: { readonly children?: Readonly<Record<string, AnyActorRef | undefined>> } =
    owner?.getSnapshot() ?? {};
  return children;
}

/** Return the crash with the path as the owner's parent sees it. `owner`: the owner's own id. */
export function pathed(owner: string, { actor, message }: Crash): Crash {
  return { actor: `${owner}/${actor}`, message };
}

/** True if the actor has stopped, failed or finished. */
export function isGone(ref: Pick<AnyActorRef, 'getSnapshot'>): boolean {
  return ref.getSnapshot().status !== 'active';
}
