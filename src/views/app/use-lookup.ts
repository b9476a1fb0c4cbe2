import { useSelector } from '@xstate/react';
import type { Question } from '../../events/connection/question.ts';
import { lookup } from '../../machines/app/screen-logic.ts';
import { type LookupActor, lookupMachine } from '../../machines/connection/lookup.machine.ts';
import { useScreen, useScreens } from './app-context.ts';

lookup.register(lookupMachine);

/** One question of a screen, as `useFeed`, asked with the eyes of whom the screens belong to. `name`: of what is asked; lookups of one name are one. */
export function useLookup(name: string, ask: (viewer: string) => Question): LookupActor | undefined {
  const screens = useScreens();
  const viewer = useSelector(screens, ({ context }) => context.viewer);
  const key = `lookup:${name}` as const;
  useScreen({ kind: 'lookup', key, input: { query: ask(viewer) } });
  return useSelector(screens, ({ children }): LookupActor | undefined => children[key]);
}
