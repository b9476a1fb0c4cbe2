import { useEffectEvent, useEffect, useMemo, useState } from 'react';
import {
  newReleases,
  type Platform,
  type Releases,
  releasesIn,
  seenReleases,
} from '../../../events/app/releases.ts';
import { query } from '../../../events/connection/verbs.ts';
import { useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { now } from '../../ui/hooks/now.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

function useAnnounced() {
  const { answer, ...state } = useLookup('releases', () => query('get_app_releases', {}));
  return {
    ...state,
    releases: useMemo(() => (answer ? releasesIn(answer.claims) : undefined), [answer]),
  };
}

/** Number of releases that were not shown under Downloads yet (MEMBER-04). */
export function useReleaseCount(): number {
  const { releases } = useAnnounced();
  const seen = useSetting('seenReleases');
  return Number(useClock((at) => String(releases ? newReleases(releases, seen, at).length : 0)));
}

interface ShownReleases {
  /** `undefined` until the service has answered. */
  readonly releases: Releases | undefined;
  /** Platforms with releases that were new when the screen was opened. */
  readonly fresh: readonly Platform[];
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** The service's releases. Showing them marks them as seen. */
export function useShownReleases(): ShownReleases {
  const { releases, isFailed, retry } = useAnnounced();
  const seen = useSetting('seenReleases');
  const change = useChangeSettings();
  const [before] = useState(seen);
  const record = useEffectEvent((shown: Releases) => {
    if (newReleases(shown, seen, now()).length > 0)
      change({ seenReleases: seenReleases(shown, seen, now()) });
  });
  useEffect(() => {
    if (releases) record(releases);
  }, [releases]);
  const fresh = releases ? newReleases(releases, before, now()) : [];
  return { releases, fresh, isFailed, retry };
}
