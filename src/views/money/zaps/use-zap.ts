import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Profile } from '../../../events/facts/profile.ts';
import { writeUrls } from '../../../events/account/lists/relay-list.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import { homeRelayOf } from '../../../events/connection/home-relay.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Facts } from '../../../events/facts/facts.ts';
import type { ZapTarget } from '../../../events/money/payments/payment.ts';
import { groupIn } from '../../../events/money/payments/payment-fold.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';
import { type Split, splitsIn } from '../../../events/money/zaps/splits.ts';
import { DEFAULT_ZAPS, isShown, type ZapSettings, zapsKnown } from '../../../events/settings/zap-settings.ts';
import { getRow } from '../../../events/core/table.ts';
import type { ZapRecipient } from '../../../machines/money/payments/money-protocol.ts';
import type { RelayUse } from '../../../machines/connection/relay-pool-members.ts';
import { useFeature } from '../../account/use-features.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { lightningOf } from './lightning-address.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { usePaymentRecords } from '../payments/use-payments.ts';

/** What is zapped: a person, or something of theirs. */
export interface Zapped {
  readonly pubkey: string;
  readonly event?: VerifiedEvent | undefined;
}

/** What a zap is given to: an event with its author, or a person. */
export function zapTargetOf(event: VerifiedEvent): ZapTarget {
  return { pubkey: event.pubkey, id: event.id, address: addressOf(event), kind: event.kind };
}

const NO_RELAYS: readonly RelayUse[] = [];
/** So many relays are named for a receipt. */
const MOST_RELAYS = 6;

/** Where a receipt goes: own relays, where it is looked for. Until they are known it is the one beside the page, where it is looked for as well. */
export function receiptRelays(relays: readonly RelayUse[]): ReadonlyArray<Ours<string>> {
  const named = writeUrls(relays).slice(0, MOST_RELAYS);
  return named.length > 0 ? named : [homeRelayOf(location.origin)];
}

/** The relays that are named for receipts. */
export function useReceiptRelays(): ReadonlyArray<Ours<string>> {
  const relays = useSelector(useFeature('relayList'), (snapshot) => snapshot?.context.relays ?? NO_RELAYS);
  return useMemo(() => receiptRelays(relays), [relays]);
}

interface Recipient extends ZapRecipient {
  readonly profile: Profile | undefined;
}

/** Who gets what part of a zap: whom the zap tags of an event name, else the person (NIP-57 appendix G). */
function sharesOf({ pubkey, event }: Zapped): readonly Pick<Split, 'pubkey' | 'weight'>[] {
  const named = event ? splitsIn(event) : [];
  return named.length > 0 ? named : [{ pubkey, weight: 1 }];
}

function recipientOf({ pubkey, weight }: Pick<Split, 'pubkey' | 'weight'>, profile: Profile | undefined): Recipient {
  return { pubkey, weight, profile, address: lightningOf(profile) };
}

/** Who gets what of a zap, with where they are paid; profiles that are not known yet are undefined. */
export function recipientsIn(facts: Facts, zapped: Zapped): readonly Recipient[] {
  return sharesOf(zapped).map((share) => recipientOf(share, getRow(facts.profiles, share.pubkey)));
}

/** The same, as it changes; they are asked for, as an event may name people whom nobody here knows. `isComing`: somebody's profile is on its way. */
export function useZapRecipients({ pubkey, event }: Zapped): { readonly recipients: readonly Recipient[]; readonly isComing: boolean } {
  const shares = useMemo(() => sharesOf({ pubkey, event }), [pubkey, event]);
  const profiles = useFactsShallow((facts) => shares.map((share) => getRow(facts.profiles, share.pubkey)));
  const pubkeys = shares.map((share) => share.pubkey);
  const { isLoading } = useLookup(`zapped:${pubkeys.join()}`, () => query('user_infos', { pubkeys }));
  const recipients = useMemo(() => shares.map((share, at) => recipientOf(share, profiles[at])), [shares, profiles]);
  return { recipients, isComing: isLoading && recipients.some(({ profile }) => profile === undefined) };
}

/** Whether all of a zap would go back to whoever gives it. */
export function isOwnGift(zapped: Zapped, giver: string | undefined): boolean {
  return sharesOf(zapped).every(({ pubkey }) => pubkey === giver);
}

/** Whether that address is paid by the page's own service: what it pays out is play money, whoever pays it. */
export function isPlayAddress(address: string | undefined): boolean {
  return address?.endsWith(`@${location.host}`) === true;
}

/** The payments of one zap, as they stand. */
export function useZapPayments(intent: string | undefined) {
  const records = usePaymentRecords();
  return useMemo(() => (intent === undefined ? [] : groupIn(records, intent)), [records, intent]);
}

const UNCHANGED = pressed({});

/**
 * The zap of one press, and the amounts that are offered (SETTINGS-05), as this device last knew them. `isKnown`: they were read. `isComing`: they are
 * being read. `isShown`: one press may pay that amount without showing it first (TRUST-07).
 */
export function useZapSettings() {
  const sync = useFeature('settings');
  const base = useSelector(sync, (snapshot) => snapshot?.context.base);
  const change = useSelector(sync, (snapshot) => snapshot?.context.change);
  const isComing = useSelector(sync, (snapshot) => !snapshot || snapshot.matches('arriving') || snapshot.matches('loading'));
  const kept = useSelector(sync, (snapshot) => snapshot?.context.kept);
  const shown = useSelector(sync, (snapshot) => snapshot?.context.shown);
  const settings = useMemo(() => zapsKnown(base, kept, change ?? UNCHANGED), [base, kept, change]);
  return {
    settings,
    isKnown: base !== undefined,
    isComing: isComing && base === undefined && kept === undefined && change?.zapDefault === undefined,
    isShown: isShown(settings, shown),
    save: (next: Partial<ZapSettings>) => sync?.send({ type: 'local.changed', change: pressed(next) }),
    restore: () => sync?.send({ type: 'local.changed', change: DEFAULT_ZAPS }),
    show: (amount: Ours<number>) => sync?.send({ type: 'zaps.shown', amount }),
  };
}
