import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { CacheQuery } from '../../../events/connection/cache-query.ts';
import { lookup } from '../../../machines/app/screen-logic.ts';
import { type LookupActor, lookupMachine } from '../../../machines/connection/lookup.machine.ts';
import { useScreen, useScreens } from './app-context.ts';

lookup.register(lookupMachine);

export interface Lookup {
  /** `undefined` until it is loaded. */
  readonly answer: SnapshotFrom<LookupActor>['context']['answer'];
  readonly isFailed: boolean;
  readonly isLoading: boolean;
  readonly retry: () => void;
}

/**
 * The answer to one question of a screen. `ask`: builds the question for the current user. `name`:
 * lookups with the same name share one question.
 */
export function useLookup(name: string, ask: (viewer: string) => CacheQuery): Lookup {
  const screens = useScreens();
  const viewer = useSelector(screens, ({ context }) => context.viewer);
  const key = `lookup:${name}` as const;
  useScreen({ kind: 'lookup', key, input: { query: ask(viewer) } });
  const actor = useSelector(screens, ({ children }): LookupActor | undefined => children[key]);
  return {
    answer: useSelector(actor, (snapshot) => snapshot?.context.answer),
    isFailed: useSelector(actor, (snapshot) => snapshot?.hasTag('failed') ?? false),
    isLoading: useSelector(actor, (snapshot) => snapshot?.hasTag('loading') ?? true),
    retry: () => actor?.send({ type: 'lookup.retry' }),
  };
}

/**
 * Repeats a question after each of these pauses in milliseconds, until the answer is complete.
 * `isOver`: it is complete, or this was the last try.
 */
export function useLookupUntil(
  name: string,
  ask: (viewer: string) => CacheQuery,
  pauses: readonly number[],
  isIn: (answer: Lookup['answer']) => boolean,
): { readonly isThere: boolean; readonly isOver: boolean } {
  const [look, setLook] = useState(0);
  const { answer, isLoading } = useLookup(`${name} ${look}`, ask);
  const isThere = isIn(answer);
  const pause = isThere || isLoading ? undefined : pauses[look];
  useEffect(() => {
    if (pause === undefined) return undefined;
    const timer = setTimeout(() => setLook((last) => last + 1), pause);
    return () => clearTimeout(timer);
  }, [pause]);
  return { isThere, isOver: isThere || look >= pauses.length };
}
