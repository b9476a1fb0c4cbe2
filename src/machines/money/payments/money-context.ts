import type { AnyActorRef, DoneActorEvent } from 'xstate';
import type { Connection } from '../../../events/money/wallets/nwc.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type {
  Payer,
  PaymentLogEntry,
  PaymentRecord,
  PaymentRecords,
} from '../../../events/money/payments/payment.ts';
import { paymentStateOf, zapKeyOf } from '../../../events/money/payments/payment.ts';
import { openZaps } from '../../../events/money/payments/payment-fold.ts';
import { isOwnService } from '../../../events/money/payments/payable-network.ts';
import { type NutzapInfo, readNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import { isReceiptOf } from '../../../events/money/zaps/zap-request.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { ScopeRef, AccountNotice } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { PeersRestarted } from '../../connection/relay-protocol.ts';
import type { Restarts } from '../../core/supervision.ts';
import type { NutzapRecipient } from '../nutzaps/nutzap-recipient.machine.ts';
import type { PaymentQuestion } from './payment-question.ts';
import type { PaymentInput, PaymentWish } from './payment-context.ts';
import type { WalletAnswered, WalletNoticed } from '../wallets/wallet-protocol.ts';
import type { ZapNews, ZapOutcome } from '../zaps/zap.machine.ts';
import type {
  ActivePayer,
  PaymentLogSignal,
  MoneyCommand,
  MoneyLimits,
  MoneyNews,
  WalletStoreCommand,
  WalletStoreSignal,
  ZapCommand,
  ZapWant,
} from './money-protocol.ts';

/** Events of the account's money. */
export type MoneyEvent =
  | MoneyCommand
  | PaymentLogSignal
  | WalletStoreSignal
  | PaymentWish
  | WalletAnswered
  | WalletNoticed
  | ZapNews
  | PeersRestarted
  | { type: 'money.resetRestarts' }
  | DoneActorEvent;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    money: MoneyEvent;
  }
}

export interface MoneyInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** Origin of the page, whose own service uses play money. */
  readonly home: string;
}

/** An actor that receives the state of a payment. */
export interface Watcher {
  readonly from: AnyActorRef;
  readonly request: string | undefined;
}

export interface MoneyContext extends MoneyInput {
  readonly restarts: Restarts;
  /** The log of payments, folded by intent. */
  readonly records: PaymentRecords;
  /** True if new data survives this page. */
  readonly isKept: boolean;
  readonly areWalletsKept: boolean;
  readonly wallets: readonly Connection[];
  readonly active: ActivePayer | undefined;
  readonly limits: MoneyLimits;
  readonly hasWebln: boolean;
  readonly hasEcash: boolean;
  readonly isShelved: boolean;
  /** Time when the log was read. `undefined` before. */
  readonly openedAt: Seconds | undefined;
  /** Commands from before the log and the wallets were read. */
  readonly waiting: readonly MoneyCommand[];
  /** `live`: intents of payments with an actor. `zaps` below: the same for zaps. */
  readonly live: ReadonlySet<string>;
  /**
   * `asking`: intents that wait for the user's answer. `answered`: the answer for their zap, which
   * is asked once for all shares.
   */
  readonly asking: ReadonlyMap<string, PaymentQuestion>;
  readonly answered: ReadonlyMap<string, 'confirm' | 'decline'>;
  /**
   * Hosts that the user pays although their invoices do not commit to the request. The user was
   * asked once (E-38).
   */
  readonly acceptedHosts: ReadonlySet<string>;
  readonly zaps: ReadonlyMap<string, Ours<ZapWant>>;
  /**
   * `repeated`: zaps that wait for the user, because an earlier zap of the same event is open.
   * `dropped`: intents of zaps that the user gave up.
   */
  readonly repeated: ReadonlyMap<string, ZapCommand>;
  readonly dropped: ReadonlySet<string>;
  /** Intents of zaps whose dialogs are open. */
  readonly watched: ReadonlySet<string>;
  readonly watchers: ReadonlyMap<string, readonly Watcher[]>;
  /**
   * Known nutzap recipients. `info` is `undefined` if the person accepts no nutzaps. No entry: not
   * known yet.
   */
  readonly recipients: ReadonlyMap<string, KnownRecipient>;
}

export interface KnownRecipient {
  readonly isComing: boolean;
  readonly info: NutzapInfo | undefined;
}

const MAX_TAKERS = 50;

/** Store the data of a person. Above the limit the oldest entry is dropped. */
export function withRecipient(
  recipients: MoneyContext['recipients'],
  pubkey: string,
  taker: KnownRecipient,
): MoneyContext['recipients'] {
  return new Map([...withoutKey(recipients, pubkey)].slice(1 - MAX_TAKERS)).set(pubkey, taker);
}

/**
 * Return the default payer: the active one if it exists, then the browser's wallet, then a shown
 * invoice.
 */
export function payerOf({ active, wallets, hasWebln }: MoneyContext, by: Payer | undefined): Payer {
  if (by) return by;
  if (active && (active.by !== 'wallet' || wallets.some(({ id }) => id === active.wallet)))
    return active;
  const [first] = wallets;
  if (first) return { by: 'wallet', wallet: first.id };
  return { by: hasWebln ? 'webln' : 'shown' };
}

/** Return the input of a payment actor. */
export function paymentInput(
  context: MoneyContext,
  {
    intent,
    group = intent,
    want,
    wholeMsats,
    by,
    again,
  }: Extract<MoneyCommand, { type: 'money.pay' }>,
  record: PaymentRecord | undefined,
): PaymentInput {
  const { account, home, signer, scope, limits, wallets, acceptedHosts } = context;
  // ecash locked for a recipient must come from the mint in `want`, which they accept
  const gift: Payer | undefined =
    want.type === 'nutzap' ? { by: 'ecash', mint: want.mint } : undefined;
  const payer = record?.paying?.payer ?? gift ?? payerOf(context, by);
  const walletRelays =
    payer.by === 'wallet' ? (wallets.find(({ id }) => id === payer.wallet)?.relays ?? []) : [];
  return {
    account,
    home,
    signer,
    scope,
    limits,
    acceptedHosts,
    intent,
    group,
    want,
    wholeMsats,
    again,
    payer,
    walletRelays,
    record,
  };
}

/** Return the input of a payment that the log already contains. */
export function inputAgain(context: MoneyContext, record: PaymentRecord): PaymentInput {
  const { intent, group, want, at } = record;
  return paymentInput(
    context,
    { type: 'money.pay', intent, group, want: pressed(want), now: at },
    record,
  );
}

/**
 * Return the key that signs the receipt of a zap that may have been paid, but has no proof.
 * `undefined` for other payments.
 */
export function providerOf({ want, checked, paying, paid }: PaymentRecord): string | undefined {
  return want.type === 'zap' && paying && !paid ? checked?.provider : undefined;
}

/** Return the events of an answer of the caching service. None if the request failed. */
export function eventsIn(event: object): readonly VerifiedEvent[] {
  const output: unknown = 'output' in event ? event.output : undefined;
  return isAnswer(output) ? [...output.answer.events, ...output.answer.referenced] : [];
}

function isAnswer(output: unknown): output is Extract<Outcome, { ok: true }> {
  return typeof output === 'object' && output !== null && 'answer' in output;
}

/** Return the lines for payments that are proved by these verified receipts (ZAP-05). */
export function provenBy(
  records: PaymentRecords,
  events: readonly VerifiedEvent[],
): readonly PaymentLogEntry[] {
  return [...records.values()].flatMap((record) => {
    const provider = providerOf(record);
    if (provider === undefined || !record.checked) return [];
    const { invoice, request } = record.checked;
    const receipt = events.find((event) => isReceiptOf(event, { provider, invoice, request }))?.id;
    return receipt === undefined
      ? []
      : [{ type: 'paid', intent: record.intent, proof: { by: 'receipt', receipt } } as const];
  });
}

export function isCommand(event: MoneyEvent): event is MoneyCommand {
  return event.type.startsWith('money.') && event.type !== 'money.resetRestarts';
}

/** True if the zap was started: it runs, waits for the user, was given up, or is logged. */
export function isBegun(
  { records, zaps, repeated, dropped }: MoneyContext,
  intent: string,
): boolean {
  return (
    zaps.has(intent) ||
    repeated.has(intent) ||
    dropped.has(intent) ||
    [...records.values()].some(({ group }) => group === intent)
  );
}

/** True for a new zap of an event with an open zap that was not shown to the user (ZAP-07). */
export function isRepeated(context: MoneyContext, event: MoneyEvent): boolean {
  if (event.type !== 'money.zap' || event.again === true || isBegun(context, event.intent))
    return false;
  const { records, zaps } = context;
  const key = zapKeyOf(event.zap.target);
  return (
    openZaps(records).has(key) || [...zaps.values()].some((other) => zapKeyOf(other.target) === key)
  );
}

/** Return the change of wallets and limits for a command. */
export function walletStoreCommandOf(command: MoneyEvent): WalletStoreCommand {
  switch (command.type) {
    case 'money.connect':
      return { type: 'walletStore.add', connection: command.connection };
    case 'money.disconnect':
      return { type: 'walletStore.remove', wallet: command.wallet };
    case 'money.activate':
      return { type: 'walletStore.activate', payer: command.payer };
    case 'money.limit':
      return { type: 'walletStore.limit', limits: command.limits };
    default:
      throw new Error('it changes nothing of wallets');
  }
}

/** Return the zap that a payment belongs to, or the payment itself. */
export function groupOf(records: PaymentRecords, intent: string): string {
  return records.get(intent)?.group ?? intent;
}

/** Return the news of a payment. */
export function newsOf(record: PaymentRecord, { request }: Watcher): MoneyNews {
  return {
    type: 'money.paymentChanged',
    request,
    intent: record.intent,
    state: paymentStateOf(record),
    record,
  };
}

/** True if a wallet uses play money: all of its relays are the page's own service. */
export function isPlayWallet({ relays }: Pick<Connection, 'relays'>, home: string): boolean {
  return relays.every((relay) => isOwnService(relay, home));
}

/** A removed wallet did not pay. */
export const GONE: MoneyMessage = { code: 'pay.noWallet' };

/** Ids of the actors of payments, wallets, recipient lookups and zaps. */
export const paymentId = (intent: string): `payment ${string}` => `payment ${intent}`;
export const walletId = (wallet: string): `wallet ${string}` => `wallet ${wallet}`;
export const recipientId = (pubkey: string): `taker ${string}` => `taker ${pubkey}`;
export const zapId = (intent: string): `zap ${string}` => `zap ${intent}`;

/** Without the log nothing is paid. */
export const UNAVAILABLE: AccountNotice = {
  type: 'account.failed',
  message: { code: 'money.unavailable' },
};

/** A zap takes long. */
export const UNCONFIRMED: AccountNotice = {
  type: 'account.failed',
  message: { code: 'zap.unconfirmed' },
  kind: 'info',
};

/** The outcome of a zap is not known yet. */
export const UNCLEAR: AccountNotice = {
  type: 'account.failed',
  message: { code: 'zap.unclear' },
  kind: 'warning',
};

/** Return the result of a recipient lookup. Without `info` if it failed. */
export function recipientFound(event: object, pubkey: string, home: string): KnownRecipient {
  const output: unknown = 'output' in event ? event.output : undefined;
  const found = isFound(output) ? output.info : undefined;
  return { isComing: false, info: found && readNutzapInfo(pubkey, found, home) };
}

function isFound(output: unknown): output is NutzapRecipient {
  return typeof output === 'object' && output !== null && 'info' in output;
}

export function isOutcome(output: unknown): output is ZapOutcome {
  return typeof output === 'object' && output !== null && 'outcome' in output;
}

/** Return the notice for the outcome of a zap. `payment`: its intent. */
export function outcomeNews({ outcome }: ZapOutcome, name: string, payment: string): AccountNotice {
  if (outcome === 'failed')
    return { type: 'account.failed', message: { code: 'zap.failed', params: { payment } } };
  return {
    type: 'account.done',
    message:
      outcome === 'paid'
        ? { code: 'zap.done', params: { name } }
        : { code: 'zap.partly', params: { name, payment } },
  };
}
