import { useEffect } from 'react';
import type { NameAnswer } from '../../machines/account/verified-names.machine.ts';
import { useNames } from '../app/app-context.ts';
import { useKnownName } from './use-names.ts';

/** Whose name that is, `name@domain` or a bare one of the own origin: looked up once. null: nobody's; undefined: not known yet (ROUTE-16). */
export function useName(address: string): NameAnswer | undefined {
  useNameCheck(address);
  return useKnownName(address);
}

/** Has a name looked up, for whoever shows what is known of it; nothing is looked up for an empty one. */
export function useNameCheck(address: string): void {
  const names = useNames();
  useEffect(() => {
    if (address !== '') names.send({ type: 'name.check', address });
  }, [names, address]);
}
