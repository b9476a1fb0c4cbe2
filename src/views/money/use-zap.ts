import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Profile } from '../../events/account/profile.ts';
import { writeUrls } from '../../events/account/relay-list.ts';
import { addressOf } from '../../events/address.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import type { ZapTarget } from '../../events/money/payment.ts';
import { groupIn } from '../../events/money/payment-fold.ts';
import { type Split, splitsIn } from '../../events/money/splits.ts';
import { DEFAULT_ZAPS, type ZapSettings, zapsIn } from '../../events/settings/zap-settings.ts';
import { getRow } from '../../events/table.ts';
import type { ZapRecipient } from '../../machines/money/money-wire.ts';
import type { RelayUse } from '../../machines/connection/pool-members.ts';
import { useFeature } from '../account/use-features.ts';
import { useFactsShallow } from '../app/app-context.ts';
import { lightningOf } from './lightning.ts';
import { usePaymentRecords } from './use-payments.ts';

/** What a zap is given to: an event with its author, or a person. */
export function zapTargetOf(event: VerifiedEvent): ZapTarget {
  return { pubkey: event.pubkey, id: event.id, address: addressOf(event), kind: event.kind };
}

/** Under what a zap of that is counted: address, id, or the person. */
export function zapKeyOf({ address, id, pubkey }: ZapTarget): string {
  return address ?? id ?? pubkey;
}

const NO_RELAYS: readonly RelayUse[] = [];
/** Relays that a receipt is to be sent to. */
const MOST_RELAYS = 6;

/** Relays where receipts are looked for: the own ones that can be written to. */
export function useReceiptRelays(): readonly string[] {
  const relays = useSelector(useFeature('relayList'), (snapshot) => snapshot?.context.relays ?? NO_RELAYS);
  return useMemo(() => writeUrls(relays).slice(0, MOST_RELAYS), [relays]);
}

interface Recipient extends ZapRecipient {
  readonly profile: Profile | undefined;
}

/** Who gets what part of a zap: the person, or whom the zap tags of an event name (NIP-57 appendix G). Profiles that are not known yet are undefined. */
export function useZapRecipients(target: ZapTarget, event?: VerifiedEvent): readonly Recipient[] {
  const splits = useMemo((): readonly Split[] => {
    const named = event ? splitsIn(event) : [];
    return named.length > 0 ? named : [{ pubkey: target.pubkey, relay: undefined, weight: 1 }];
  }, [event, target.pubkey]);
  const profiles = useFactsShallow((facts) => splits.map(({ pubkey }) => getRow(facts.profiles, pubkey)));
  return useMemo(
    () => splits.map(({ pubkey, weight }, at) => ({ pubkey, weight, profile: profiles[at], address: lightningOf(profiles[at]) })),
    [splits, profiles],
  );
}

/** The payments of one zap, as they stand. */
export function useZapPayments(intent: string | undefined) {
  const records = usePaymentRecords();
  return useMemo(() => (intent === undefined ? [] : groupIn(records, intent)), [records, intent]);
}

/** What is zapped by default, and what is offered (SETTINGS-05); kept with the settings of the account. `isKnown`: they have been read. */
export function useZapSettings() {
  const sync = useFeature('settings');
  const base = useSelector(sync, (snapshot) => snapshot?.context.base);
  const change = useSelector(sync, (snapshot) => snapshot?.context.change);
  const settings = useMemo((): ZapSettings => {
    const saved = base === undefined ? DEFAULT_ZAPS : zapsIn(base);
    return { zapDefault: change?.zapDefault ?? saved.zapDefault, zapConfig: change?.zapConfig ?? saved.zapConfig };
  }, [base, change]);
  return {
    settings,
    isKnown: base !== undefined,
    save: (next: Partial<ZapSettings>) => sync?.send({ type: 'local.changed', change: next }),
    restore: () => sync?.send({ type: 'local.changed', change: DEFAULT_ZAPS }),
  };
}
