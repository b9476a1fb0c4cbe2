import type { AnyActorRef, EventObject } from 'xstate';
import { type Crash, crashOf } from './failure.ts';

/** How often each child was started again within the last minute, by its id. */
export type Restarts = Readonly<Record<string, number>>;

/** A child may be started again that often within a minute; then it stays down and says so. */
export const MOST_RESTARTS = 3;

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
 * Ends what a failed actor has begun. XState ends the children of an actor that is stopped, and leaves those of one that failed running, with
 * their sockets and prompts; only the method that it uses itself ends an actor from outside of its parent.
 */
export function endChildrenOf(failed: AnyActorRef | undefined): void {
  const { children = {} }: { children?: Readonly<Record<string, AnyActorRef | undefined>> } = failed?.getSnapshot() ?? {};
  for (const child of Object.values(children)) {
    if (child === undefined) continue;
    endChildrenOf(child);
    Reflect.apply(Reflect.get(child, '_stop'), child, []);
  }
}

/** The same crash as the owner's parent sees it. `owner`: the owner's own id. */
export function pathed(owner: string, { actor, message }: Crash): Crash {
  return { actor: `${owner}/${actor}`, message };
}
