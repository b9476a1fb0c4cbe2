import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { payAddressUrl } from '../../events/money/lnurl.ts';
import { isZapListed } from '../../events/money/listed-zap.ts';
import type { Zap } from '../../events/money/zap.ts';
import { getRow } from '../../events/table.ts';
import { useFacts, useNames } from '../app/app-context.ts';
import { lightningOf } from './lightning.ts';

/** What is between the addresses in one text, and between their keys: neither has one. */
const GAP = ' ';
const NOBODY = 'nobody';

interface HeldZaps {
  /** Those whose receipts are signed by the key that their recipients' lightning addresses name. */
  readonly zaps: readonly Zap[];
  /** Some address was not heard yet. */
  readonly isWaiting: boolean;
}

/** Those zaps that may stand in a list (ZAP-05). */
export function useListedZaps(all: readonly Zap[]): HeldZaps {
  const listed = useFacts((facts) => all.map((zap) => (isZapListed(facts, zap) ? '1' : '0')).join(''));
  return useHeldZaps(useMemo(() => all.filter((_, at) => listed[at] === '1'), [all, listed]));
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
  const names = useNames();
  const receivers = useMemo(() => [...new Set(zaps.map(({ receiver }) => receiver))], [zaps]);
  const asked = useFacts((facts) => receivers.map((pubkey) => serviceOf(lightningOf(getRow(facts.profiles, pubkey)))).join(GAP));
  useEffect(() => {
    for (const address of new Set(asked.split(GAP))) if (address !== '') names.send({ type: 'name.check', address });
  }, [names, asked]);
  const keys = useSelector(names, ({ context: { answers } }) =>
    asked
      .split(GAP)
      .map((address) => (address === '' ? NOBODY : answers.has(address) ? (answers.get(address) ?? NOBODY) : ''))
      .join(GAP),
  );
  return useMemo(() => {
    const providers = new Map(keys.split(GAP).map((key, at) => [receivers[at], key]));
    const of = ({ receiver }: Zap) => providers.get(receiver) ?? NOBODY;
    return { zaps: zaps.filter((zap) => zap.receipt.pubkey === of(zap)), isWaiting: zaps.some((zap) => of(zap) === '') };
  }, [zaps, receivers, keys]);
}

function useOne(zap: Zap | undefined): readonly Zap[] {
  return useMemo(() => (zap ? [zap] : []), [zap]);
}

function isThere({ zaps, isWaiting }: HeldZaps): boolean | undefined {
  return zaps.length > 0 || (isWaiting ? undefined : false);
}

function serviceOf(address: string | undefined): string {
  return (address !== undefined && payAddressUrl(address, location.origin)) || '';
}
