import { useSelector } from '@xstate/react';
import type { Question } from '../../events/connection/question.ts';
import { lookup } from '../../machines/app/screen-logic.ts';
import { type LookupActor, lookupMachine } from '../../machines/connection/lookup.machine.ts';
import { useScreen, useScreens } from './app-context.ts';

lookup.register(lookupMachine);

/**
 * The answer to one question of a screen. `ask`: builds the question for whoever is signed in. `name`: of what is asked; lookups with the same
 * name share one question.
 */
export function useLookup(name: string, ask: (viewer: string) => Question): LookupActor | undefined {
  const screens = useScreens();
  const viewer = useSelector(screens, ({ context }) => context.viewer);
  const key = `lookup:${name}` as const;
  useScreen({ kind: 'lookup', key, input: { query: ask(viewer) } });
  return useSelector(screens, ({ children }): LookupActor | undefined => children[key]);
}
