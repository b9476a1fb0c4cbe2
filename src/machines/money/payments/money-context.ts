import type { AnyActorRef, DoneActorEvent } from 'xstate';
import type { Connection } from '../../../events/money/wallets/nwc.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type { Payer, PaymentRecord, PaymentRecords } from '../../../events/money/payments/payment.ts';
import { paymentStateOf, zapKeyOf } from '../../../events/money/payments/payment.ts';
import { openZaps } from '../../../events/money/payments/payment-fold.ts';
import { isOwnService } from '../../../events/money/payments/payable-network.ts';
import { type NutzapInfo, readNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { ScopeRef, AccountNotice } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import type { Restarts } from '../../core/supervision.ts';
import type { NutzapTaker } from '../nutzaps/nutzap-recipient.machine.ts';
import type { PaymentQuestion } from './payment-question.ts';
import type { PaymentInput, PaymentWish } from './payment-context.ts';
import type { WalletAnswered, WalletNoticed } from '../wallets/wallet-protocol.ts';
import type { ZapNews, ZapOutcome } from '../zaps/zap.machine.ts';
import type {
  ActivePayer,
  JournalSignal,
  MoneyCommand,
  MoneyLimits,
  MoneyNews,
  ShelfCommand,
  ShelfSignal,
  ZapCommand,
  ZapWant,
} from './money-protocol.ts';

/** What the money of an account is told. */
export type MoneyEvent =
  | MoneyCommand
  | JournalSignal
  | ShelfSignal
  | PaymentWish
  | WalletAnswered
  | WalletNoticed
  | ZapNews
  | { type: 'money.forgive' }
  | DoneActorEvent;

export interface MoneyInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** Origin of the page, whose own service deals in play money. */
  readonly home: string;
}

/** Who is told how a payment stands. */
export interface Watcher {
  readonly from: AnyActorRef;
  readonly request: string | undefined;
}

export interface MoneyContext extends MoneyInput {
  readonly restarts: Restarts;
  /** The log of payments, as it adds up. */
  readonly records: PaymentRecords;
  /** Whether what is written outlives this page. */
  readonly isKept: boolean;
  readonly areWalletsKept: boolean;
  readonly wallets: readonly Connection[];
  readonly active: ActivePayer | undefined;
  readonly limits: MoneyLimits;
  readonly hasWebln: boolean;
  readonly hasEcash: boolean;
  readonly isShelved: boolean;
  /** When the log was read; undefined: it was not yet. */
  readonly openedAt: Seconds | undefined;
  /** What came before log and wallets were read. */
  readonly waiting: readonly MoneyCommand[];
  /** Intents that have an actor, and zaps that have one, by their intents. */
  readonly live: ReadonlySet<string>;
  /** Intents that wait for a person's word, and what it was of the zap that each is a share of: that is asked about as a whole, once. */
  readonly asking: ReadonlyMap<string, PaymentQuestion>;
  readonly answered: ReadonlyMap<string, 'confirm' | 'decline'>;
  /** Hosts of services that a person pays although their invoices do not name what was asked for: they are asked about once (E-38). */
  readonly acceptedHosts: ReadonlySet<string>;
  readonly zaps: ReadonlyMap<string, Ours<ZapWant>>;
  /** Zaps that wait for a person's word, as an earlier one of the same thing is open; and intents of those that the person gave up. */
  readonly repeated: ReadonlyMap<string, ZapCommand>;
  readonly dropped: ReadonlySet<string>;
  readonly watchers: ReadonlyMap<string, readonly Watcher[]>;
  /** Who was asked after; `info` undefined: he takes no nutzaps, as far as anybody says; no entry in it: that is being found out. */
  readonly takers: ReadonlyMap<string, Taker>;
}

export interface Taker {
  readonly isComing: boolean;
  readonly info: NutzapInfo | undefined;
}

const MAX_TAKERS = 50;

/** With what is known of that person now; what was asked after long ago goes. */
export function withTaker(takers: MoneyContext['takers'], pubkey: string, taker: Taker): MoneyContext['takers'] {
  return new Map([...withoutKey(takers, pubkey)].slice(1 - MAX_TAKERS)).set(pubkey, taker);
}

/** By what is paid where nobody said: what is active and still there, the browser's wallet, else whoever the invoice is shown to. */
export function payerOf({ active, wallets, hasWebln }: MoneyContext, by: Payer | undefined): Payer {
  if (by) return by;
  if (active && (active.by !== 'wallet' || wallets.some(({ id }) => id === active.wallet))) return active;
  const [first] = wallets;
  if (first) return { by: 'wallet', wallet: first.id };
  return { by: hasWebln ? 'webln' : 'shown' };
}

/** What a payment begins with. */
export function paymentInput(
  context: MoneyContext,
  { intent, group = intent, want, wholeMsats, by, again }: Extract<MoneyCommand, { type: 'money.pay' }>,
  record: PaymentRecord | undefined,
): PaymentInput {
  const { account, home, signer, scope, limits, wallets, acceptedHosts } = context;
  // what is locked for somebody is of the mint that he takes it of
  const gift: Payer | undefined = want.type === 'nutzap' ? { by: 'ecash', mint: want.mint } : undefined;
  const payer = record?.paying?.payer ?? gift ?? payerOf(context, by);
  const walletRelays = payer.by === 'wallet' ? (wallets.find(({ id }) => id === payer.wallet)?.relays ?? []) : [];
  return { account, home, signer, scope, limits, acceptedHosts, intent, group, want, wholeMsats, again, payer, walletRelays, record };
}

/** What a payment goes on with that the log has already. */
export function inputAgain(context: MoneyContext, record: PaymentRecord): PaymentInput {
  const { intent, group, want, at } = record;
  return paymentInput(context, { type: 'money.pay', intent, group, want: pressed(want), now: at }, record);
}

export function isCommand(event: MoneyEvent): event is MoneyCommand {
  return event.type.startsWith('money.') && event.type !== 'money.forgive';
}

/** True if that zap was begun: it runs, waits for a person's word, was given up, or is in the log. */
export function isBegun({ records, zaps, repeated, dropped }: MoneyContext, intent: string): boolean {
  return zaps.has(intent) || repeated.has(intent) || dropped.has(intent) || [...records.values()].some(({ group }) => group === intent);
}

/** True for a new zap of a thing of which the log or this tab has an open zap that the person was not told of (ZAP-07). */
export function isRepeated(context: MoneyContext, event: MoneyEvent): boolean {
  if (event.type !== 'money.zap' || event.again === true || isBegun(context, event.intent)) return false;
  const { records, zaps } = context;
  const key = zapKeyOf(event.zap.target);
  return openZaps(records).has(key) || [...zaps.values()].some((other) => zapKeyOf(other.target) === key);
}

/** The change of wallets and limits that a command asks for. */
export function shelfCommandOf(command: MoneyEvent): ShelfCommand {
  switch (command.type) {
    case 'money.connect':
      return { type: 'shelf.add', connection: command.connection };
    case 'money.disconnect':
      return { type: 'shelf.remove', wallet: command.wallet };
    case 'money.activate':
      return { type: 'shelf.activate', payer: command.payer };
    case 'money.limit':
      return { type: 'shelf.limit', limits: command.limits };
    default:
      throw new Error('it changes nothing of wallets');
  }
}

/** The zap that a payment is a share of; itself where it is none. */
export function groupOf(records: PaymentRecords, intent: string): string {
  return records.get(intent)?.group ?? intent;
}

/** How a payment is told. */
export function newsOf(record: PaymentRecord, { request }: Watcher): MoneyNews {
  return { type: 'money.news', request, intent: record.intent, state: paymentStateOf(record), record };
}

/** Whether a wallet deals in play money: all of its relays are the page's own service. */
export function isPlayWallet({ relays }: Pick<Connection, 'relays'>, home: string): boolean {
  return relays.every((relay) => isOwnService(relay, home));
}

/** A wallet that is not there any more did not pay. */
export const GONE: MoneyMessage = { code: 'pay.noWallet' };

/** Ids of the actors of a payment, a wallet, a zap and of looking for who takes nutzaps. */
export const paymentId = (intent: string): `payment ${string}` => `payment ${intent}`;
export const walletId = (wallet: string): `wallet ${string}` => `wallet ${wallet}`;
export const takerId = (pubkey: string): `taker ${string}` => `taker ${pubkey}`;
export const zapId = (intent: string): `zap ${string}` => `zap ${intent}`;

/** Without its log nothing is paid. */
export const UNAVAILABLE: AccountNotice = { type: 'account.failed', message: { code: 'money.unavailable' } };

/** Of a zap nobody knows yet what became of it. */
export const UNCLEAR: AccountNotice = { type: 'account.failed', message: { code: 'zap.unclear' }, kind: 'warning' };

/** What was found of a person, of the end of looking for it; nothing, where that failed. */
export function takerFound(event: object, home: string): Taker {
  const output: unknown = 'output' in event ? event.output : undefined;
  const found = isFound(output) ? output.info : undefined;
  return { isComing: false, info: found && readNutzapInfo(found, home) };
}

function isFound(output: unknown): output is NutzapTaker {
  return typeof output === 'object' && output !== null && 'info' in output;
}

export function isOutcome(output: unknown): output is ZapOutcome {
  return typeof output === 'object' && output !== null && 'outcome' in output;
}

/** What is said of how a zap ended. */
export function outcomeNews({ outcome }: ZapOutcome, name: string): AccountNotice {
  if (outcome === 'failed') return { type: 'account.failed', message: { code: 'zap.failed' } };
  return { type: 'account.done', message: { code: outcome === 'paid' ? 'zap.done' : 'zap.partly', params: { name } } };
}
