import { useEffect } from 'react';
import type { NameKey } from '../../machines/account/verified-names.machine.ts';
import { useNames } from '../app/app-context.ts';
import { useKnownName } from './use-names.ts';

/** Look a name up once, `name@domain` or a bare one of the own origin, and return its key. null: nobody's; undefined: not known yet (ROUTE-16). */
export function useName(address: string): NameKey | undefined {
  useNameCheck(address);
  return useKnownName(address)?.key;
}

/** Let a person have the host of a name asked, where the caching service does not tell. `undefined`: there is nothing to ask. */
export function useNamePress(address: string): (() => void) | undefined {
  const names = useNames();
  const known = useKnownName(address);
  return known?.by === 'nobody' ? () => names.send({ type: 'name.press', address }) : undefined;
}

/** Look a name up of the caching service, for all views that show its mark. An empty name is not looked up. */
export function useNameCheck(address: string): void {
  const names = useNames();
  useEffect(() => {
    if (address !== '') names.send({ type: 'name.check', address });
  }, [names, address]);
}
