import { shallowEqual } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { payAddressUrl } from '../../../events/money/payments/lnurl.ts';
import { isZapListed, paysItsPeople } from '../../../events/money/zaps/listed-zap.ts';
import type { Zap } from '../../../events/facts/zap.ts';
import { zapsOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import type { NameAnswer } from '../../../machines/account/profile/verified-names.machine.ts';
import { askNames } from '../../account/profile/use-asked-names.ts';
import { useAddressLookups } from '../../account/profile/use-address-lookups.ts';
import { useApp, useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { lightningOf } from './lightning-address.ts';

/** Delay before zaps are checked, in milliseconds, so that scrolling past sends no requests. */
const RESTED = 300;

interface HeldZaps {
  /** Zaps whose receipts are signed by the key of the recipient's provider. */
  readonly zaps: readonly Zap[];
  /**
   * Zaps whose receipts could not be checked: the caching service has no answer, and reading never
   * contacts the recipient's host (TRUST-08).
   */
  readonly unchecked: readonly Zap[];
  /** True if an address is not looked up yet. */
  readonly isWaiting: boolean;
}

/** Return the zaps for a list (ZAP-05), without muted accounts, words or hashtags (ACCOUNT-21). */
export function useVerifiedZaps(all: readonly Zap[]): HeldZaps {
  const hides = useHides();
  return useHeldZaps(
    useFactsShallow((facts) =>
      all.filter((zap) => isZapListed(facts, zap) && !hides?.(zap.receipt)),
    ),
  );
}

/**
 * Return the sats of an event from loaded receipts. Only receipts by the key of the recipient's
 * provider count (ZAP-05).
 */
export function useReceivedSats(target: string): number {
  const { zaps } = useHeldZaps(
    useFactsShallow((facts) => zapsOf(facts, target).filter((zap) => paysItsPeople(facts, zap))),
  );
  return Math.floor(zaps.reduce((sum, zap) => sum + zap.amountMsats, 0) / 1_000);
}

/**
 * True if that zap may be listed with `ZapCheck`, which names the source of the check. `undefined`
 * if not known yet.
 */
export function useIsVerified(zap: Zap | undefined): boolean | undefined {
  return isThere(useVerifiedZaps(useOne(zap)));
}

/**
 * True if the recipient's provider signed it, or if that cannot be checked. `undefined` if not
 * known yet.
 */
export function useIsReceiptVerified(zap: Zap | undefined): boolean | undefined {
  return isThere(useHeldZaps(useOne(zap)));
}

/**
 * Return the source that confirms the signing key. `undefined` if not known yet, or if the key is
 * wrong.
 */
export function useCheckedBy(zap: Zap): NameAnswer['by'] | undefined {
  const profile = useFacts((facts) => getRow(facts.profiles, zap.receiver));
  const address = payAddressUrl(lightningOf(profile) ?? '', location.origin);
  return useAddressLookups('providers', (answers) => answers.get(address ?? '')?.by);
}

/**
 * Check zaps against their recipients' providers (ZAP-05, E-41, NIP-57 appendix F). The caching
 * service looks up each lightning address's signing key once. If the provider has no key, there is
 * no proof of payment, and the zap is left out.
 */
function useHeldZaps(zaps: readonly Zap[]): HeldZaps {
  const app = useApp();
  const receivers = useMemo(() => [...new Set(zaps.map(({ receiver }) => receiver))], [zaps]);
  const profiles = useFactsShallow((facts) =>
    receivers.map((pubkey) => getRow(facts.profiles, pubkey)),
  );
  const services = useMemo(
    () => profiles.map((profile) => payAddressUrl(lightningOf(profile) ?? '', location.origin)),
    [profiles],
  );
  useEffect(() => {
    const rested = setTimeout(() => {
      for (const address of services)
        if (address !== undefined) askNames(app, 'providers', address);
    }, RESTED);
    return () => clearTimeout(rested);
  }, [app, services]);
  const providers = useAddressLookups(
    'providers',
    (answers) => services.map((address) => (address === undefined ? null : answers.get(address))),
    shallowEqual,
  );
  return useMemo(() => {
    const providerOf = ({ receiver }: Zap) => providers[receivers.indexOf(receiver)];
    return {
      zaps: zaps.filter((zap) => zap.receipt.pubkey === providerOf(zap)?.key),
      unchecked: zaps.filter((zap) => providerOf(zap)?.by === 'nobody'),
      isWaiting: providers.includes(undefined),
    };
  }, [zaps, receivers, providers]);
}

function useOne(zap: Zap | undefined): readonly Zap[] {
  return useMemo(() => (zap ? [zap] : []), [zap]);
}

function isThere({ zaps, unchecked, isWaiting }: HeldZaps): boolean | undefined {
  return zaps.length + unchecked.length > 0 || (isWaiting ? undefined : false);
}
