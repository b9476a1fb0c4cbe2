import type { Facts } from '../../../events/facts/facts.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import type { PlainMessageCode } from '../../../events/account/user-message.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { payAddressUrl } from '../../../events/money/payments/lnurl.ts';
import {
  isPaymentSettled,
  type PaymentRecords,
  paymentStateOf,
  zapKeyOf,
  type ZapTarget,
} from '../../../events/money/payments/payment.ts';
import { failedOf, groupIn } from '../../../events/money/payments/payment-fold.ts';
import { derived, type Ours } from '../../../events/nostr/ours.ts';
import { sharesOf } from '../../../events/money/zaps/shares.ts';
import { getRow } from '../../../events/core/table.ts';
import type { ZapRecipient, ZapWant } from '../../../machines/money/payments/money-protocol.ts';
import { askNames } from '../../account/profile/use-asked-names.ts';
import { useFeature } from '../../account/use-features.ts';
import { useAccountActor, useApp, useFacts, useFactsActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useToast } from '../../ui/hooks/use-toasts.ts';
import {
  useDroppedZaps,
  useMoneySender,
  useOpenZaps,
  usePaymentRecords,
} from '../payments/use-payments.ts';
import { namesLightning } from './lightning-address.ts';
import { holdZap, useBegunZaps, usePendingZapsSender } from './use-pending-zaps.ts';
import type { Payer } from '../../../events/money/payments/payment.ts';
import type { NutzapBalance } from '../nutzaps/use-nutzap-payers.ts';
import {
  isOwnGift,
  receiptRelays,
  recipientsIn,
  useZapSettings,
  type Zapped,
  zapTargetOf,
} from './use-zap.ts';
import type { ZapChoice } from './ZapDialog.tsx';
import type { OwnRelay } from '../../../events/account/lists/relay-list.ts';

/** Message if no recipient can be paid (ZAP-03). */
type NotZappable = Extract<PlainMessageCode, `${string}.notZappable` | 'zap.refusedAddress'>;

const NO_RELAYS: readonly OwnRelay[] = [];

/** Return the target as a payment names it. */
export function targetIn({ pubkey, event }: Zapped): ZapTarget {
  return event ? zapTargetOf(event) : { pubkey };
}

function refusalOf(facts: Facts, zapped: Zapped): NotZappable {
  const { event } = zapped;
  if (recipientsIn(facts, zapped).some(({ profile }) => namesLightning(profile)))
    return 'zap.refusedAddress';
  if (!event) return 'person.notZappable';
  return event.kind === KIND.Dvm ? 'feed.notZappable' : 'note.notZappable';
}

/**
 * How a zap is paid. `giving`: as nutzaps to recipients who accept them. `by`: the payer, if it is
 * not the default one. `again`: the user has confirmed although an earlier zap is open.
 */
interface ZapWays {
  readonly giving?: NutzapBalance | undefined;
  readonly by?: Payer | undefined;
  readonly again?: boolean;
}

/**
 * Return the actions that zap a target: `press` with the default amount, `zap` with a chosen
 * amount. `zap` returns the id of the intent. It returns `undefined` if no recipient can be paid: a
 * message says so, or nutzaps are offered. `press` waits for the settings if necessary. All state
 * is read at the press, so that feed rows subscribe to none of it.
 */
export function useZapping(zapped: Zapped) {
  const { pubkey, event } = zapped;
  const toast = useToast();
  const send = useMoneySender();
  const sendPending = usePendingZapsSender();
  const facts = useFactsActor();
  const account = useAccountActor();
  const app = useApp();
  const { settings, isComing, isShown } = useZapSettings();
  const start = derived(settings, ({ zapDefault: { amount, message } }) => ({
    sats: amount,
    message,
  }));
  /**
   * Return the recipients if one has a payment address. Otherwise a message says so, or nutzaps are
   * looked up.
   */
  const payable = () => {
    if (isOwnGift(zapped, account.getSnapshot().context.account?.pubkey)) {
      toast({ kind: 'info', message: { code: 'zap.own' } });
      return undefined;
    }
    const recipients = recipientsIn(facts.getSnapshot().context, zapped);
    if (recipients.some(({ address }) => address !== undefined)) return recipients;
    // A recipient without a lightning address may accept nutzaps, so they are looked up.
    if (recipients.every(({ profile }) => profile !== undefined))
      sendPending(holdZap(zapped, true));
    else refuse();
    return undefined;
  };
  const isLookedUp = () =>
    isOwnGift(zapped, account.getSnapshot().context.account?.pubkey) ||
    recipientsIn(facts.getSnapshot().context, zapped).every(({ profile }) => profile !== undefined);
  const refuse = (isUnloaded = false) =>
    toast({
      kind: 'warning',
      message: {
        code: isUnloaded ? 'zap.unloaded' : refusalOf(facts.getSnapshot().context, zapped),
      },
    });
  const zap = (
    choice: Ours<ZapChoice>,
    { giving, by, again }: ZapWays = {},
  ): string | undefined => {
    const named = giving ? recipientsIn(facts.getSnapshot().context, zapped) : payable();
    if (!named) return undefined;
    // The share of a recipient who cannot be paid goes to the others, as the dialog says.
    const recipients = named.flatMap(
      ({ pubkey: one, weight, address }): readonly ZapRecipient[] => {
        const gift = giving?.takers.get(one);
        return address === undefined && !gift ? [] : [{ pubkey: one, weight, address, gift }];
      },
    );
    const known = facts.getSnapshot().context;
    const relays =
      account.getSnapshot().context.scope?.getSnapshot().children['relayList']?.getSnapshot()
        .context.relays ?? NO_RELAYS;
    const intent = crypto.randomUUID();
    const target = targetIn(zapped);
    const name = displayNameOf(getRow(known.profiles, pubkey), pubkey);
    const want = derived(choice, ({ sats, message }): ZapWant => {
      return {
        target,
        recipients,
        relays: receiptRelays(relays),
        amountMsats: sats * 1_000,
        message,
        name,
      };
    });
    const base = event ? (getRow(known.stats, event.id)?.satszapped ?? 0) : 0;
    // Nutzaps are counted apart from zaps, also by the service.
    const shares = sharesOf(
      recipients.map(({ weight }) => weight),
      choice.sats,
    );
    const counts = shares.reduce((sum, sats, at) => (recipients[at]?.gift ? sum : sum + sats), 0);
    sendPending({
      type: 'pendingZaps.begin',
      zap: { intent, target: zapKeyOf(target), sats: counts, base },
    });
    send({ type: 'money.zap', intent, zap: want, now: now(), by, again });
    // Their services learn of the payment anyway (ZAP-05).
    for (const { address } of recipients) {
      const url = address === undefined ? undefined : payAddressUrl(address, location.origin);
      if (url !== undefined) askNames(app, 'providers', url, 'checkDirectly');
    }
    return intent;
  };
  /**
   * The recipient's profile, or the amount, may not be loaded yet. An amount that was set elsewhere
   * is shown first (TRUST-07).
   */
  const press = () => {
    const isKnown = isLookedUp();
    if (isKnown && !isComing && isShown) zap(start);
    else if (!isKnown || payable()) sendPending(holdZap(zapped));
  };
  return {
    zap,
    press,
    refuse,
    /** True if the dialog may open. It loads profiles that are not known yet. */
    canZap: () => (isLookedUp() ? payable() !== undefined : true),
    /** Says why no recipient can be paid, or looks for nutzaps. */
    settle: (isUnloaded: boolean) => void (isUnloaded ? refuse(true) : payable()),
    start,
    isReady: !isComing,
    isShown,
  };
}

/**
 * Return the sats of a target including zaps from here (ZAP-03), which count at once until they
 * fail. Once the service's count may include them, they are not added again. `isPending`: a zap
 * from this page is running. `mayArrive`: an unknown zap, or one from an earlier page or another
 * tab, may still arrive (ZAP-07).
 */
export function useZapCount(zapped: Zapped): {
  readonly count: number;
  readonly isOwn: boolean;
  readonly isPending: boolean;
  readonly mayArrive: boolean;
} {
  const { event } = zapped;
  const target = zapKeyOf(targetIn(zapped));
  const counted =
    useFacts((facts) => (event ? getRow(facts.stats, event.id)?.satszapped : undefined)) ?? 0;
  const isZapped =
    useFacts((facts) => (event ? getRow(facts.actions, event.id)?.zapped : undefined)) === true;
  const records = usePaymentRecords();
  const { begun, early } = useBegunZaps();
  const dropped = useDroppedZaps();
  const open = useOpenZaps(target);
  const own = begun
    .filter((zap) => zap.target === target && !dropped.has(zap.intent))
    .map((zap) => ({ ...zap, ...standing(records, zap.intent, early) }));
  const going = own.filter(({ isFailed }) => !isFailed);
  const sats = going.reduce((sum, zap) => sum + zap.sats - zap.failedSats, 0);
  const base = going.reduce((least, zap) => Math.min(least, zap.base), Number.MAX_SAFE_INTEGER);
  return {
    count: going.length === 0 ? counted : Math.max(counted, base + sats),
    isOwn: isZapped || going.length > 0 || open.length > 0,
    mayArrive: open.some(
      (record) =>
        paymentStateOf(record) === 'unknown' || !own.some(({ intent }) => intent === record.group),
    ),
    isPending: going.some(({ isPending }) => isPending),
  };
}

function standing(
  records: PaymentRecords,
  intent: string,
  early: ReadonlySet<string>,
): { readonly isFailed: boolean; readonly isPending: boolean; readonly failedSats: number } {
  const shares = groupIn(records, intent);
  if (shares.length === 0)
    return { isFailed: !early.has(intent), isPending: early.has(intent), failedSats: 0 };
  return {
    failedSats: Math.round(failedOf(shares) / 1_000),
    isFailed: shares.every((record) => paymentStateOf(record) === 'failed'),
    isPending: shares.some(
      (record) => !isPaymentSettled(record) && paymentStateOf(record) !== 'unknown',
    ),
  };
}

/** True if the current user's money is running, so its prompts must be rendered. */
export function useIsMoneyOpen(): boolean {
  return useFeature('money') !== undefined;
}
