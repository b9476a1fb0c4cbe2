import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import {
  keptStats,
  type NetStats,
  statsToKeep,
} from '../../../events/reading/explore/net-stats.ts';
import { stats } from '../../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../../machines/app/screens.machine.ts';
import {
  type NetStatsActor,
  netStatsMachine,
} from '../../../machines/reading/explore/net-stats.machine.ts';
import {
  useChangeSettings,
  useScreen,
  useScreens,
  useSetting,
} from '../../ui/hooks/app-context.ts';

stats.register(netStatsMachine);

const STATS_ORDER: ScreenOrder = { kind: 'stats', key: 'stats' };

/**
 * Subscribe to the totals of the network. Until they load, return the last ones that this device
 * saw (EXPLORE-02).
 */
export function useNetStats(): NetStats | undefined {
  useScreen(STATS_ORDER);
  const actor = useSelector(
    useScreens(),
    ({ children }): NetStatsActor | undefined => children.stats,
  );
  const live = useSelector(actor, (snapshot) => snapshot?.context.stats);
  const kept = useSetting('nostrStats');
  const change = useChangeSettings();
  const keep = useEffectEvent(() => {
    if (live) change({ nostrStats: statsToKeep(live) });
  });
  const isLive = live !== undefined;
  // Save the first totals and the last ones.
  useEffect(() => {
    if (isLive) keep();
    return () => keep();
  }, [isLive]);
  return live ?? keptStats(kept);
}
