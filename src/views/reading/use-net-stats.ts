import { useSelector } from '@xstate/react';
import type { NetStatsClaim } from '../../events/connection/claims.ts';
import { stats } from '../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../machines/app/screens.machine.ts';
import { type StatsActor, statsMachine } from '../../machines/reading/stats.machine.ts';
import { useScreen, useScreens } from '../app/app-context.ts';

stats.register(statsMachine);

const STATS_ORDER: ScreenOrder = { kind: 'stats', key: 'stats' };

/** Totals of the network while they are looked at (EXPLORE-02); undefined until the first arrive. */
export function useNetStats(): NetStatsClaim | undefined {
  useScreen(STATS_ORDER);
  const actor = useSelector(useScreens(), ({ children }): StatsActor | undefined => children.stats);
  return useSelector(actor, (snapshot) => snapshot?.context.stats);
}
