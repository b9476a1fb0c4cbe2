import { useEffect } from 'react';
import type { NameKey } from '../../../machines/account/profile/verified-names.machine.ts';
import { useApp } from '../../ui/hooks/app-context.ts';
import { askNames } from './use-asked-names.ts';
import { useKnownName } from './use-address-lookups.ts';

/**
 * Look a name up once, `name@domain` or a bare name of the own origin, and return its key. `null`
 * if it has no owner, `undefined` if not known yet (ROUTE-16).
 */
export function useName(address: string): NameKey | undefined {
  useNameCheck(address);
  return useKnownName(address)?.key;
}

/**
 * Return a function that queries the host of a name if the caching service does not know it.
 * `undefined` if no lookup is needed.
 */
export function useNamePress(address: string): (() => void) | undefined {
  const app = useApp();
  const known = useKnownName(address);
  return known?.by === 'nobody'
    ? () => askNames(app, 'names', address, 'checkDirectly')
    : undefined;
}

/**
 * Look a name up with the caching service, for all views that show its mark. An empty name is not
 * looked up.
 */
export function useNameCheck(address: string): void {
  const app = useApp();
  useEffect(() => {
    if (address !== '') askNames(app, 'names', address);
  }, [app, address]);
}
