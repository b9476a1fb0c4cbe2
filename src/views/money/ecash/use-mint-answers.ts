import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Purse } from '../../../events/money/ecash/ecash-log.ts';
import { useFeature } from '../../account/use-features.ts';

/** Return the mints that have answered on this device, as far as known. */
export function useAnswered({ jobs }: Purse): ReadonlySet<string> {
  const checked = useSelector(useFeature('ecash'), (snapshot) => snapshot?.context.checked);
  return useMemo(
    () =>
      new Set([
        ...[...jobs.values()].flatMap(({ want, prepared, settled }) =>
          prepared || settled ? [want.mint] : [],
        ),
        ...[...(checked ?? [])].flatMap(([key, found]) =>
          found === undefined || found === 'unknown' ? [] : [key],
        ),
      ]),
    [jobs, checked],
  );
}

/** Return mints that a job waits for because they do not answer. */
export function useSilentMints(): readonly string[] {
  return useSelector(
    useFeature('ecash'),
    (snapshot) =>
      [...(snapshot?.context.silent ?? [])].flatMap(
        (job) => snapshot?.context.purse.jobs.get(job)?.want.mint ?? [],
      ),
    shallowEqual,
  );
}
