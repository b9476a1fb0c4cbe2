import { useSelector } from '@xstate/react';
import type { Question } from '../../events/connection/question.ts';
import { lookup } from '../../machines/app/screen-logic.ts';
import { type LookupActor, lookupMachine } from '../../machines/connection/lookup.machine.ts';
import { useScreen, useScreens } from './app-context.ts';

lookup.register(lookupMachine);

/** One question of a screen, as `useFeed`. `name`: of what is asked; lookups of one name are one. */
export function useLookup(name: string, query: Question): LookupActor | undefined {
  const key = `lookup:${name}` as const;
  useScreen({ kind: 'lookup', key, input: { query } });
  return useSelector(useScreens(), ({ children }): LookupActor | undefined => children[key]);
}
