import type { AnyActorRef } from 'xstate';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type { Connection } from '../../../events/money/wallets/nwc.ts';
import type {
  Limits,
  Payer,
  PaymentEntry,
  PaymentLine,
  PaymentRecord,
  PaymentState,
  PaymentWant,
  ZapTarget,
} from '../../../events/money/payments/payment.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { Seconds } from '../../../events/core/time.ts';

/** Who gets a share of a zap, and by which weight; `address`: his lightning address or lnurl, undefined where he names none. `gift`: he gets it as a nutzap. */
export interface ZapRecipient {
  readonly pubkey: string;
  readonly address: string | undefined;
  readonly weight: number;
  readonly gift?: NutzapGift | undefined;
}

/** Ecash of which mint goes to whom (NIP-61): see `PaymentWant`. */
export type NutzapGift = Pick<Extract<PaymentWant, { type: 'nutzap' }>, 'mint' | 'named' | 'key' | 'relays'>;

/** A zap as a person wants it: of one recipient, or of all that an event names (NIP-57 appendix G). Msats. `name`: of whom it is said that he was zapped. */
export interface ZapWant {
  readonly target: ZapTarget;
  readonly recipients: readonly ZapRecipient[];
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly amountMsats: number;
  readonly message: string;
  readonly name: string;
}

/** What an account pays with by itself: one of its wallets, the browser's own (WebLN), or whatever somebody shows the invoice to. */
export type ActivePayer = Payer;

/** Limits that the person set, msats: budgets of a day, and the amount above which he is asked first. */
export interface MoneyLimits extends Limits {
  readonly askAbove?: number | undefined;
}

/** `again`: the person knows that an earlier zap of the same thing may still arrive (ZAP-07). */
export interface ZapCommand {
  readonly type: 'money.zap';
  readonly intent: string;
  readonly zap: Ours<ZapWant>;
  readonly now: Seconds;
  readonly by?: Payer | undefined;
  readonly again?: boolean | undefined;
}

/**
 * What anybody may want of the money of the account. `intent`: made once, by the click or whatever began it; whatever is sent again with it is the
 * same payment. `by`: undefined for what is active. `from`: told `money.news`, with `request`, now and as often as it changes.
 */
export type MoneyCommand =
  /** Opens it, if it is not open. */
  | { type: 'money.open' }
  | {
      type: 'money.pay';
      intent: string;
      /** A want that a person pressed: no event and no claim becomes a payment (TRUST-07). */
      want: Ours<PaymentWant>;
      now: Seconds;
      by?: Payer | undefined;
      /** The zap that it is a share of, and what that gives in all, msats. */
      group?: string | undefined;
      wholeMsats?: number | undefined;
      again?: boolean | undefined;
      from?: AnyActorRef | undefined;
      request?: string | undefined;
    }
  | ZapCommand
  /** The answer to the question that stands before a large amount; `decline` also gives an invoice up that is shown. */
  | { type: 'money.confirm'; intent: string }
  | { type: 'money.decline'; intent: string }
  /** Has a payment looked up at once of which nobody knows. */
  | { type: 'money.look'; intent: string }
  /** What its person says became of a payment of which nobody else can tell. */
  | { type: 'money.settle'; intent: string; paid: boolean }
  | { type: 'money.connect'; connection: Connection }
  | { type: 'money.disconnect'; wallet: string }
  | { type: 'money.activate'; payer: ActivePayer }
  | { type: 'money.limit'; limits: MoneyLimits }
  | { type: 'money.refresh'; wallet: string }
  /** Whether that person takes nutzaps, and where, is wanted (NIP-61). `relays`: such that are asked beside his own. */
  | { type: 'money.findTaker'; pubkey: string; relays: ReadonlyArray<Ours<string>> }
  /** What sats are worth in that currency is wanted (WALLET-02). */
  | { type: 'money.rate'; currency: string };

/** Told to whoever ordered a payment: how it stands. */
export type MoneyNews = {
  type: 'money.news';
  request: string | undefined;
  intent: string;
  state: PaymentState;
  record: PaymentRecord;
};

/** What the keeper of the log of payments is told: lines are written in one go, those that are admitted. `prune`: intents go with all their lines. */
export type JournalCommand =
  | { type: 'journal.append'; lines: readonly PaymentLine[] }
  | { type: 'journal.prune'; intents: readonly string[] };

/**
 * What it reports: the log so far; then each new line once, in the log's order, whichever tab wrote it, `own` those of this one; lines that were
 * not admitted; and that what is written will not outlive this page.
 */
export type JournalSignal =
  | { type: 'journal.opened'; entries: readonly PaymentEntry[]; now: Seconds }
  | { type: 'journal.appended'; entries: readonly PaymentEntry[]; own: readonly PaymentEntry[] }
  | { type: 'journal.refused'; lines: ReadonlyArray<{ readonly line: PaymentLine; readonly why: MoneyMessage | undefined }> }
  | { type: 'journal.unkept' };

/** What is kept of wallets: all of it is sealed (E-36). */
export interface KeptWallets {
  readonly connections: readonly Connection[];
  readonly active: ActivePayer | undefined;
  readonly limits: MoneyLimits;
  /** Hosts of services that the person pays although their invoices do not name what was asked for. */
  readonly acceptedHosts: readonly string[];
}

/** What the keeper of wallets is told; each change is made on what lies there by then, so that two tabs lose nothing. */
export type ShelfCommand =
  | { type: 'shelf.add'; connection: Connection }
  | { type: 'shelf.remove'; wallet: string }
  | { type: 'shelf.activate'; payer: ActivePayer | undefined }
  | { type: 'shelf.limit'; limits: MoneyLimits }
  | { type: 'shelf.accept'; host: string };

/** `hasWebln`: the browser brings a wallet of its own. `hasEcash`: ecash was looked at on this device, so that there may be some. */
export type ShelfSignal = { type: 'shelf.found'; kept: KeptWallets; hasWebln: boolean; hasEcash: boolean } | { type: 'shelf.unkept' };
