import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Profile } from '../../../events/facts/profile.ts';
import { writeUrls, type OwnRelay } from '../../../events/account/lists/relay-list.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import { homeRelayOf } from '../../../events/connection/home-relay.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Facts } from '../../../events/facts/facts.ts';
import type { ZapTarget } from '../../../events/money/payments/payment.ts';
import { groupIn } from '../../../events/money/payments/payment-fold.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';
import { type Split, splitsIn } from '../../../events/money/zaps/splits.ts';
import {
  DEFAULT_ZAPS,
  isShown,
  type ZapSettings,
  zapsKnown,
} from '../../../events/settings/zap-settings.ts';
import { ownOrigin } from '../../../events/core/same-service.ts';
import { getRow } from '../../../events/core/table.ts';
import type { ZapRecipient } from '../../../machines/money/payments/money-protocol.ts';
import { useFeature } from '../../account/use-features.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { lightningOf } from './lightning-address.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { usePaymentRecords } from '../payments/use-payments.ts';

/** The target of a zap: a person, or their event. */
export interface Zapped {
  readonly pubkey: string;
  readonly event?: VerifiedEvent | undefined;
}

/** Return the target of a zap: an event with its author, or a person. */
export function zapTargetOf(event: VerifiedEvent): ZapTarget {
  return { pubkey: event.pubkey, id: event.id, address: addressOf(event), kind: event.kind };
}

const NO_RELAYS: readonly OwnRelay[] = [];
/** Maximum number of relays that are named for a receipt. */
const MOST_RELAYS = 6;

/**
 * Return the account's relays, where receipts go and are looked for. Until they are known, return
 * the page's own relay, which is also searched.
 */
export function receiptRelays(relays: readonly OwnRelay[]): ReadonlyArray<Ours<string>> {
  const named = writeUrls(relays).slice(0, MOST_RELAYS);
  return named.length > 0 ? named : [homeRelayOf(location.origin)];
}

/** Return the relays that are named for receipts. */
export function useReceiptRelays(): ReadonlyArray<Ours<string>> {
  const relays = useSelector(
    useFeature('relayList'),
    (snapshot) => snapshot?.context.relays ?? NO_RELAYS,
  );
  return useMemo(() => receiptRelays(relays), [relays]);
}

interface Recipient extends ZapRecipient {
  readonly profile: Profile | undefined;
}

/**
 * Return the shares of a zap: the people in the zap tags of an event, else the person (NIP-57
 * appendix G).
 */
function sharesOf({ pubkey, event }: Zapped): readonly Pick<Split, 'pubkey' | 'weight'>[] {
  const named = event ? splitsIn(event) : [];
  return named.length > 0 ? named : [{ pubkey, weight: 1 }];
}

function recipientOf(
  { pubkey, weight }: Pick<Split, 'pubkey' | 'weight'>,
  profile: Profile | undefined,
): Recipient {
  return { pubkey, weight, profile, address: lightningOf(profile) };
}

/**
 * Return the recipients of a zap, with their payment addresses. Profiles that are not loaded yet
 * are `undefined`.
 */
export function recipientsIn(facts: Facts, zapped: Zapped): readonly Recipient[] {
  return sharesOf(zapped).map((share) => recipientOf(share, getRow(facts.profiles, share.pubkey)));
}

/**
 * Return the recipients, updated, and load unknown profiles. `isComing`: a profile is loading.
 * `isUnloaded`: one did not load.
 */
export function useZapRecipients({ pubkey, event }: Zapped): {
  readonly recipients: readonly Recipient[];
  readonly isComing: boolean;
  readonly isUnloaded: boolean;
} {
  const shares = useMemo(() => sharesOf({ pubkey, event }), [pubkey, event]);
  const profiles = useFactsShallow((facts) =>
    shares.map((share) => getRow(facts.profiles, share.pubkey)),
  );
  const pubkeys = shares.map((share) => share.pubkey);
  const { isLoading, isFailed } = useLookup(`zapped:${pubkeys.join()}`, () =>
    query('user_infos', { pubkeys }),
  );
  const recipients = useMemo(
    () => shares.map((share, at) => recipientOf(share, profiles[at])),
    [shares, profiles],
  );
  const isAnyUnknown = recipients.some(({ profile }) => profile === undefined);
  return { recipients, isComing: isLoading && isAnyUnknown, isUnloaded: isFailed && isAnyUnknown };
}

/** True if all of a zap would go to the sender's own account. */
export function isOwnGift(zapped: Zapped, giver: string | undefined): boolean {
  return sharesOf(zapped).every(({ pubkey }) => pubkey === giver);
}

/** True if that address is paid by the page's own service, which pays out play money. */
export function isPlayAddress(address: string | undefined): boolean {
  return ownOrigin(address?.split('@')[1] ?? '', location.origin) !== undefined;
}

/** Return the payments of one zap with their states. */
export function useZapPayments(intent: string | undefined) {
  const records = usePaymentRecords();
  return useMemo(() => (intent === undefined ? [] : groupIn(records, intent)), [records, intent]);
}

const UNCHANGED = pressed({});

/**
 * Return the default zap and the presets (SETTINGS-05), as last known on this device. `isKnown`:
 * they were loaded. `isComing`: they are loading. `isShown`: a press may pay that amount without
 * showing it first (TRUST-07).
 */
export function useZapSettings() {
  const sync = useFeature('settings');
  const base = useSelector(sync, (snapshot) => snapshot?.context.base);
  const change = useSelector(sync, (snapshot) => snapshot?.context.change);
  const isComing = useSelector(
    sync,
    (snapshot) => !snapshot || snapshot.matches('arriving') || snapshot.matches('loading'),
  );
  const kept = useSelector(sync, (snapshot) => snapshot?.context.kept);
  const shown = useSelector(sync, (snapshot) => snapshot?.context.shown);
  const settings = useMemo(() => zapsKnown(base, kept, change ?? UNCHANGED), [base, kept, change]);
  return {
    settings,
    isKnown: base !== undefined,
    isComing:
      isComing && base === undefined && kept === undefined && change?.zapDefault === undefined,
    isShown: isShown(settings, shown),
    save: (next: Partial<ZapSettings>) =>
      sync?.send({ type: 'local.changed', change: pressed(next) }),
    restore: () => sync?.send({ type: 'local.changed', change: DEFAULT_ZAPS }),
    show: (amount: Ours<number>) => sync?.send({ type: 'zaps.shown', amount }),
  };
}
