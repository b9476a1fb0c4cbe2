import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useFeature } from '../use-features.ts';
import { useFacesOf } from './faces.ts';

const NOBODY: readonly string[] = [];

/**
 * Return the names of people that the account follows and that follow this person. Empty until
 * known. `undefined`: no lookup.
 */
export function useMutuals(pubkey: string | undefined): readonly string[] {
  const mutuals = useFeature('mutuals');
  const known = useSelector(mutuals, (snapshot) =>
    pubkey === undefined ? undefined : snapshot?.context.known.get(pubkey),
  );
  useEffect(() => {
    if (pubkey !== undefined) mutuals?.send({ type: 'mutuals.ask', pubkeys: [pubkey] });
  }, [mutuals, pubkey]);
  return useFacesOf(known ?? NOBODY).map(({ name = '' }) => name);
}
