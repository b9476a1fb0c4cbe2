import type { ReplyTo } from '../../core/feature.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type { Connection } from '../../../events/money/wallets/nwc.ts';
import type {
  Limits,
  Payer,
  PaymentEntry,
  PaymentLogEntry,
  PaymentRecord,
  PaymentState,
  PaymentWant,
  ZapTarget,
} from '../../../events/money/payments/payment.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { Seconds } from '../../../events/core/time.ts';

/**
 * A recipient of a zap and their weight. `address`: lightning address or lnurl, or `undefined` if
 * they have none. `gift`: they receive a nutzap.
 */
export interface ZapRecipient {
  readonly pubkey: string;
  readonly address: string | undefined;
  readonly weight: number;
  readonly gift?: NutzapGift | undefined;
}

/** Mint and recipient of a nutzap (NIP-61). See `PaymentWant`. */
export type NutzapGift = Pick<
  Extract<PaymentWant, { type: 'nutzap' }>,
  'mint' | 'named' | 'key' | 'relays'
>;

/**
 * A zap as ordered by the user: to one recipient, or to all that an event names (NIP-57 appendix
 * G). Msats. `name`: the name in the success message.
 */
export interface ZapWant {
  readonly target: ZapTarget;
  readonly recipients: readonly ZapRecipient[];
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly amountMsats: number;
  readonly message: string;
  readonly name: string;
}

/**
 * The default payer: a wallet, the browser's own (WebLN), or an invoice shown to another device.
 */
export type ActivePayer = Payer;

/**
 * Limits set by the user, in msats: daily budgets, and the amount above which they are asked first.
 */
export interface MoneyLimits extends Limits {
  readonly askAbove?: number | undefined;
}

/** `again`: the user knows that an earlier zap of the same event may still arrive (ZAP-07). */
export interface ZapCommand {
  readonly type: 'money.zap';
  readonly intent: string;
  readonly zap: Ours<ZapWant>;
  readonly now: Seconds;
  readonly by?: Payer | undefined;
  readonly again?: boolean | undefined;
}

/**
 * Commands to the account's money. `intent`: created once per click. A repeated command with the
 * same intent is the same payment. `by`: `undefined` for the active payer. `from`: receives
 * `money.paymentChanged` with `request`, now and after each change.
 */
export type MoneyCommand =
  /** Start it if it is not running. */
  | { type: 'money.open' }
  | {
      type: 'money.pay';
      intent: string;
      /** An order by the user. Events and claims never become payments (TRUST-07). */
      want: Ours<PaymentWant>;
      now: Seconds;
      by?: Payer | undefined;
      /** The zap that this payment is a share of, and the total of that zap in msats. */
      group?: string | undefined;
      wholeMsats?: number | undefined;
      again?: boolean | undefined;
      from?: ReplyTo<MoneyNews> | undefined;
      request?: string | undefined;
    }
  | ZapCommand
  /** Answer to a question before a payment. `decline` also cancels a shown invoice. */
  | { type: 'money.confirm'; intent: string }
  | { type: 'money.decline'; intent: string }
  /** True while a dialog shows this zap, so that its failure needs no other message. */
  | { type: 'money.watch'; intent: string; isOpen: boolean }
  /** Look up an unresolved payment now. */
  | { type: 'money.load'; intent: string }
  /** The user's own statement on an unresolved payment that no source can resolve. */
  | { type: 'money.settle'; intent: string; paid: boolean }
  | { type: 'money.connect'; connection: Connection }
  | { type: 'money.disconnect'; wallet: string }
  | { type: 'money.activate'; payer: ActivePayer }
  | { type: 'money.limit'; limits: MoneyLimits }
  | { type: 'money.refresh'; wallet: string }
  /** Find the nutzap info of a person (NIP-61). `relays`: asked in addition to their own. */
  | { type: 'money.findNutzapRecipient'; pubkey: string; relays: ReadonlyArray<Ours<string>> }
  /** Request the value of sats in a currency (WALLET-02). */
  | { type: 'money.rate'; currency: string };

/** Sent to the caller of a payment: its current state. */
export type MoneyNews = {
  type: 'money.paymentChanged';
  request: string | undefined;
  intent: string;
  state: PaymentState;
  record: PaymentRecord;
};

/**
 * Commands to the log of payments. `append`: write admissible entries in one transaction. `prune`:
 * delete all entries of these intents.
 */
export type PaymentLogCommand =
  | { type: 'paymentLog.append'; lines: readonly PaymentLogEntry[] }
  | { type: 'paymentLog.prune'; intents: readonly string[] };

/**
 * Reports of the log: all entries, then each new entry once and in order, from any tab. `own`:
 * those of this tab. Also rejected entries, and if new data will not survive this page.
 */
export type PaymentLogSignal =
  | { type: 'paymentLog.opened'; entries: readonly PaymentEntry[]; now: Seconds }
  | { type: 'paymentLog.appended'; entries: readonly PaymentEntry[]; own: readonly PaymentEntry[] }
  | {
      type: 'paymentLog.refused';
      lines: ReadonlyArray<{
        readonly line: PaymentLogEntry;
        readonly why: MoneyMessage | undefined;
      }>;
    }
  | { type: 'paymentLog.writeFailed' };

/** Stored data of wallets, all encrypted (E-36). */
export interface StoredWallets {
  readonly connections: readonly Connection[];
  readonly active: ActivePayer | undefined;
  readonly limits: MoneyLimits;
  /** Hosts that the user pays although their invoices do not commit to the request. */
  readonly acceptedHosts: readonly string[];
}

/**
 * Commands to the store of wallets. Each change is applied to the currently stored data, so that
 * two tabs lose nothing.
 */
export type WalletStoreCommand =
  | { type: 'walletStore.add'; connection: Connection }
  | { type: 'walletStore.remove'; wallet: string }
  | { type: 'walletStore.activate'; payer: ActivePayer | undefined }
  | { type: 'walletStore.limit'; limits: MoneyLimits }
  | { type: 'walletStore.accept'; host: string };

/**
 * `hasWebln`: the browser has its own wallet. `hasEcash`: the ecash page was used on this device,
 * so there may be some.
 */
export type WalletStoreSignal =
  | { type: 'walletStore.found'; kept: StoredWallets; hasWebln: boolean; hasEcash: boolean }
  | { type: 'walletStore.writeFailed' };
