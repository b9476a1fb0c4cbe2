import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { displayNameOf, type Profile } from '../../events/account/profile.ts';
import { writeUrls } from '../../events/account/relay-list.ts';
import { addressOf } from '../../events/address.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { payAddressUrl } from '../../events/money/lnurl.ts';
import type { Payer, ZapTarget } from '../../events/money/payment.ts';
import { groupIn, unsettledZaps } from '../../events/money/payment-fold.ts';
import { type Split, splitsIn } from '../../events/money/splits.ts';
import { DEFAULT_ZAPS, type ZapSettings, zapsIn } from '../../events/settings/zap-settings.ts';
import { getRow } from '../../events/table.ts';
import type { ZapRecipient, ZapWant } from '../../machines/money/money-wire.ts';
import type { RelayUse } from '../../machines/connection/pool-members.ts';
import { useFeature } from '../account/use-features.ts';
import { useAccount, useFactsShallow } from '../app/app-context.ts';
import { now } from '../app/now.ts';
import { useMoneySender, usePaymentRecords } from './use-payments.ts';

/** What a zap is given to: an event with its author, or a person. */
export function zapTargetOf(event: VerifiedEvent): ZapTarget {
  return { pubkey: event.pubkey, id: event.id, address: addressOf(event), kind: event.kind };
}

/** Under what a zap of that is counted: address, id, or the person. */
export function zapKeyOf({ address, id, pubkey }: ZapTarget): string {
  return address ?? id ?? pubkey;
}

/** Where somebody is paid, as his profile says: lightning address, else lnurl. Undefined: he cannot be. */
export function lightningOf(profile: Pick<Profile, 'lud16' | 'lud06'> | undefined): string | undefined {
  const { origin } = location;
  return [profile?.lud16, profile?.lud06].find((text) => text !== undefined && text !== '' && payAddressUrl(text, origin) !== undefined);
}

const NO_RELAYS: readonly RelayUse[] = [];
/** Relays that a receipt is to be sent to. */
const MOST_RELAYS = 6;

/** Relays where receipts are looked for: the own ones that can be written to. */
function useReceiptRelays(): readonly string[] {
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

interface ZapAct {
  readonly sats: number;
  readonly message: string;
  readonly by?: Payer | undefined;
}

/**
 * Zapping one thing, or a person. `canZap` false: nobody of whom it is names a lightning address, as far as is known. `zap` gives the name of the
 * intent, which is made once: by the click; without an amount it is the default (ZAP-01).
 */
export function useZap(target: ZapTarget, event?: VerifiedEvent) {
  const me = useAccount();
  const send = useMoneySender();
  const relays = useReceiptRelays();
  const recipients = useZapRecipients(target, event);
  const { settings } = useZapSettings();
  const [first] = recipients;
  const zap = (act?: ZapAct): string => {
    const { sats, message } = act ?? { sats: settings.zapDefault.amount, message: settings.zapDefault.message };
    const intent = crypto.randomUUID();
    const name = displayNameOf(first?.profile, target.pubkey);
    const wanted: ZapWant = { target, recipients: recipients.map(plain), relays, amountMsats: sats * 1_000, message, name };
    send({ type: 'money.zap', intent, zap: wanted, now: now(), by: act?.by });
    return intent;
  };
  return {
    isVisitor: me === undefined || me.method === 'readonly',
    canZap: recipients.some(({ address }) => address !== undefined),
    isKnown: recipients.every(({ profile }) => profile !== undefined),
    recipients,
    zap,
  };
}

const plain = ({ pubkey, address, weight }: Recipient): ZapRecipient => ({ pubkey, address, weight });

/** Zaps of that which are on their way, not settled yet: to be counted at once, and marked (ZAP-03). They go back by themselves where they fail. */
export function useUnsettledZaps(target: ZapTarget): { readonly count: number; readonly amountMsats: number } {
  const records = usePaymentRecords();
  const key = zapKeyOf(target);
  return useMemo(() => unsettledZaps(records, key), [records, key]);
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
