import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { payAddressUrl } from '../../events/money/lnurl.ts';
import { isZapListed } from '../../events/money/listed-zap.ts';
import type { Zap } from '../../events/money/zap.ts';
import { getRow } from '../../events/table.ts';
import { useFactsShallow, useProviders } from '../app/app-context.ts';
import { lightningOf } from './lightning.ts';

/** Who scrolls on asks nobody: a list of zaps has to stay for so long. Milliseconds. */
const RESTED = 300;

interface HeldZaps {
  /** Those whose receipts are signed by the key that their recipients' lightning addresses name. */
  readonly zaps: readonly Zap[];
  /** Some address was not heard yet. */
  readonly isWaiting: boolean;
}

/** Those zaps that may stand in a list (ZAP-05). */
export function useListedZaps(all: readonly Zap[]): HeldZaps {
  return useHeldZaps(useFactsShallow((facts) => all.filter((zap) => isZapListed(facts, zap))));
}

/** Whether that one may. Undefined: nobody knows yet. */
export function useIsListed(zap: Zap | undefined): boolean | undefined {
  return isThere(useListedZaps(useOne(zap)));
}

/** Whether a zap is by whoever signs for its recipient, whatever it is for. Undefined: nobody knows yet. */
export function useIsHeld(zap: Zap | undefined): boolean | undefined {
  return isThere(useHeldZaps(useOne(zap)));
}

/**
 * Zaps held to their recipients' providers (ZAP-05, E-41, NIP-57 appendix F): of each the service of his lightning address is asked, once, by whose
 * key it signs. Where it names none, or cannot be asked, nothing shows that anything was paid, and the zap is left out.
 */
function useHeldZaps(zaps: readonly Zap[]): HeldZaps {
  const actor = useProviders();
  const receivers = useMemo(() => [...new Set(zaps.map(({ receiver }) => receiver))], [zaps]);
  const profiles = useFactsShallow((facts) => receivers.map((pubkey) => getRow(facts.profiles, pubkey)));
  const services = useMemo(() => profiles.map((profile) => payAddressUrl(lightningOf(profile) ?? '', location.origin)), [profiles]);
  useEffect(() => {
    const rested = setTimeout(() => {
      for (const address of services) if (address !== undefined) actor.send({ type: 'name.check', address });
    }, RESTED);
    return () => clearTimeout(rested);
  }, [actor, services]);
  const providers = useSelector(
    actor,
    ({ context: { answers } }) => services.map((address) => (address === undefined ? null : answers.get(address))),
    shallowEqual,
  );
  return useMemo(() => {
    const providerOf = ({ receiver }: Zap) => providers[receivers.indexOf(receiver)];
    return { zaps: zaps.filter((zap) => zap.receipt.pubkey === providerOf(zap)), isWaiting: providers.includes(undefined) };
  }, [zaps, receivers, providers]);
}

function useOne(zap: Zap | undefined): readonly Zap[] {
  return useMemo(() => (zap ? [zap] : []), [zap]);
}

function isThere({ zaps, isWaiting }: HeldZaps): boolean | undefined {
  return zaps.length > 0 || (isWaiting ? undefined : false);
}
