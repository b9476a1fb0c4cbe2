import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { isRemovable } from '../../../events/money/ecash/ecash-log.ts';
import { useFeature } from '../../account/use-features.ts';
import { mintName } from './mint-host.ts';
import { usePurse } from './use-ecash.ts';

/** True if a mint may be removed from the list. */
export function useIsRemovable(mint: string): boolean {
  const purse = usePurse();
  return useMemo(() => isRemovable(purse, mint), [purse, mint]);
}

/** True if this tab works on a job whose mint does not answer. */
export function useIsSilent(job: string): boolean {
  return useSelector(useFeature('ecash'), (snapshot) => snapshot?.context.silent.has(job) === true);
}

/** Return the name of each mint, with its scheme if another one of the list is named alike. */
export function useMintName(): (mint: string) => string {
  const { mints } = usePurse();
  return (mint) => mintName(mint, mints);
}
