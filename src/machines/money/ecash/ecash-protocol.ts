import type { ReplyTo } from '../../core/feature.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { EcashLogRecord } from '../../../events/money/ecash/ecash-snapshot.ts';
import type {
  EcashLogEntry,
  EcashWant,
  Prepared,
  Settled,
} from '../../../events/money/ecash/ecash-log-entry.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import type { Seconds } from '../../../events/core/time.ts';

/**
 * Commands to the log. `append`: write admissible entries in one transaction. `resign`: another tab
 * may contact mints. `stand`: this tab would like to.
 */
export type EcashStoreCommand =
  | { type: 'ecashLog.append'; lines: readonly EcashLogEntry[] }
  | { type: 'ecashLog.resign' }
  | { type: 'ecashLog.standBy' };

/**
 * Reports of the log: all entries, then each new entry once and in order, from any tab. Also
 * rejected entries, and if this tab contacts mints. `unkept`: entries could not be stored, so their
 * actions must not happen.
 */
export type EcashStoreSignal =
  | { type: 'ecashLog.opened'; lines: readonly EcashLogRecord[] }
  | { type: 'ecashLog.appended'; lines: readonly EcashLogRecord[] }
  | { type: 'ecashLog.refused'; lines: readonly EcashLogEntry[] }
  | { type: 'ecashLog.leadershipChanged'; leading: boolean }
  | { type: 'ecashLog.writeFailed'; lines: readonly EcashLogEntry[] };

/**
 * Requests to a mint. `prepare`: plan a request from `free` proofs and counters by keyset, without
 * moving money. `send`: send the prepared request. `look`: check its outcome. If its inputs were
 * spent elsewhere, both ask about the `free` proofs, too. `restore`: recover proofs from the words,
 * without `known` signatures. `check`: find spent proofs. `prove`: verify the mint's signatures
 * (NUT-12) without sending proofs.
 */
export type MintAct =
  | {
      readonly do: 'prepare';
      readonly want: EcashWant;
      readonly free: readonly Proof[];
      readonly counters: ReadonlyMap<string, number>;
    }
  | {
      readonly do: 'send' | 'look';
      readonly want: EcashWant;
      readonly prepared: Prepared;
      readonly free?: readonly Proof[];
    }
  | { readonly do: 'restore'; readonly known: readonly string[] }
  | { readonly do: 'check'; readonly proofs: readonly Proof[] }
  | { readonly do: 'prove'; readonly proofs: readonly Proof[] };

/** `home`: origin of the page, whose own mint may have a private address. */
export interface MintAsk {
  readonly mint: string;
  readonly home: string;
  readonly words: Secret<string> | undefined;
  /** Keys of the wallet that ecash may be locked to. */
  readonly keys: ReadonlyMap<string, Secret<string>>;
  readonly act: MintAct;
}

/**
 * Result of a request. `refused`: the mint refused, and no money moves. `gone`: signatures of own
 * proofs that the mint reports as spent. `used`: the outputs were
 * used before, and no money moved. `untouched`: the mint never received the request. `waiting`:
 * unknown, ask again.
 */
export type MintAnswer =
  | { readonly is: 'prepared'; readonly prepared: Prepared }
  | { readonly is: 'settled'; readonly settled: Settled }
  | { readonly is: 'refused'; readonly reason: EcashReason; readonly gone?: readonly string[] }
  | { readonly is: 'used' | 'untouched' }
  | { readonly is: 'waiting'; readonly reason: EcashReason | undefined }
  | { readonly is: 'checked'; readonly spent: readonly boolean[] }
  | { readonly is: 'proven'; readonly all: boolean };

/** Orders to the wallet. `job`: unique id, so a repeated order runs once. */
export type EcashOrder =
  | { type: 'ecash.open' }
  | { type: 'ecash.allow'; mint: string }
  /** Take an empty mint off the list. It is not contacted until it is allowed again. */
  | { type: 'ecash.removeMint'; mint: string }
  /**
   * `proven`: only with valid signatures of the mint. `unasked`: not requested by the user, so only
   * at an allowed mint. `from`: receives the result (`ecash.moved`).
   */
  | {
      type: 'ecash.receive';
      job: string;
      mint: string;
      proofs: readonly Proof[];
      now: Seconds;
      proven?: boolean | undefined;
      unasked?: boolean | undefined;
      from?: ReplyTo<EcashMoved> | undefined;
    }
  /**
   * Store a key that ecash may be locked to. `from` is notified once it is stored (`ecash.kept`).
   */
  | { type: 'ecash.keep'; pubkey: string; key: Secret<string>; from: ReplyTo<EcashKept> }
  | { type: 'ecash.takeBack'; job: string; of: string; now: Seconds }
  /** `lock`: the only key that can spend it. `from`: receives the result (`ecash.given`). */
  | {
      type: 'ecash.send';
      job: string;
      mint: string;
      amount: number;
      memo: string;
      now: Seconds;
      lock?: string | undefined;
      from?: ReplyTo<EcashGiven | EcashEnded> | undefined;
    }
  | { type: 'ecash.mint'; job: string; mint: string; amount: number; now: Seconds }
  /**
   * Ordered by a payment that the log of payments has admitted (`payment.machine.ts`). `from`
   * receives the result.
   */
  | {
      type: 'ecash.melt';
      job: string;
      mint: string;
      invoice: string;
      amount: number;
      now: Seconds;
      from?: ReplyTo<EcashEnded> | undefined;
    }
  /** `from` requests the result of a job as soon as it is known. */
  | {
      type: 'ecash.tell';
      job: string;
      from: ReplyTo<EcashMoved> | ReplyTo<EcashGiven | EcashEnded>;
    }
  | {
      type: 'ecash.restore';
      job: string;
      mint: string;
      words: Secret<string> | undefined;
      now: Seconds;
    }
  /** Check if proofs are spent or signed by their mint. `key`: id of the request. */
  | {
      type: 'ecash.check';
      key: string;
      mint: string;
      proofs: readonly Proof[];
      act?: 'check' | 'prove' | undefined;
    }
  | { type: 'ecash.dismiss'; job: string }
  /**
   * Cancel a payment's order. It will never run, even if the log has not received it yet, unless
   * its mint has received the request.
   */
  | { type: 'ecash.callOff'; job: string; order: PaymentOrder; from: ReplyTo<EcashEnded> }
  /** Ask the mint now instead of after the pause. */
  | { type: 'ecash.retry'; job: string };

/** Order of a payment. */
export type PaymentOrder = Extract<EcashOrder, { type: 'ecash.send' | 'ecash.melt' }>;

/**
 * Sent to the caller of a receive order: the received amount in sats, if the log still has it, or
 * the reason of the failure.
 */
export type EcashMoved =
  | { type: 'ecash.moved'; job: string; isDone: true; sats: number | undefined }
  | { type: 'ecash.moved'; job: string; isDone: false; reason: EcashReason };

/**
 * Sent to the caller of a send order, once it is logged: the proofs to pass on, and the fee in
 * sats.
 */
export type EcashGiven = {
  type: 'ecash.given';
  job: string;
  proofs: readonly Proof[];
  feeSats: number;
};

/** Sent to the caller: the key is stored in the log. */
export type EcashKept = { type: 'ecash.kept'; pubkey: string };

/**
 * Sent to the caller of a payment order: it was paid, with the fee in sats, or it was not paid and
 * never will be. An order that the log could not take at the moment gets no response.
 */
export type EcashEnded =
  | {
      type: 'ecash.ended';
      job: string;
      isPaid: true;
      preimage: string | undefined;
      feeSats: number;
    }
  | { type: 'ecash.ended'; job: string; isPaid: false; reason: EcashReason }
  /**
   * The log does not know the job, because its page closed first. The order may be repeated and
   * still runs only once.
   */
  | { type: 'ecash.unheard'; job: string }
  /**
   * The job is not cancelled. `told`: its mint received the request, and the outcome is unknown.
   * `unkept`: this device could not log it. `forgotten`: the log no longer knows the outcome.
   */
  | { type: 'ecash.held'; job: string; why: 'told' | 'unkept' | 'forgotten' };
