import type { AnyActorRef } from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { EcashEntry } from '../../../events/money/ecash/ecash-snapshot.ts';
import type { EcashLine, EcashWant, Prepared, Settled } from '../../../events/money/ecash/ecash-log-entry.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import type { Seconds } from '../../../events/core/time.ts';

/** What the keeper of the log is told: lines are written in one go, each if it is admitted. `resign`: another tab may ask mints; `stand`: this one would. */
export type EcashStoreCommand =
  | { type: 'ecashLog.append'; lines: readonly EcashLine[] }
  | { type: 'ecashLog.resign' }
  | { type: 'ecashLog.stand' };

/**
 * What it reports: the log so far, then each new line once and in the log's order, whichever tab wrote it; lines that were not admitted; which
 * tab asks mints; and that lines could not be kept, so that none of what they announce may be done.
 */
export type EcashStoreSignal =
  | { type: 'ecashLog.opened'; lines: readonly EcashEntry[] }
  | { type: 'ecashLog.appended'; lines: readonly EcashEntry[] }
  | { type: 'ecashLog.refused'; lines: readonly EcashLine[] }
  | { type: 'ecashLog.leading'; leading: boolean }
  | { type: 'ecashLog.unkept'; lines: readonly EcashLine[] };

/**
 * What a mint is asked for. `prepare`: what a job would tell it, from proofs that are `free` and counters by keyset; nothing moves. `send`: what
 * was prepared. `look`: what became of that. `restore`: what follows from words, without proofs whose signatures are `known`. `check`: which
 * proofs are spent. `prove`: whether its keys signed all of them, as they show (NUT-12); it hears nothing of the proofs.
 */
export type MintAct =
  | {
      readonly do: 'prepare';
      readonly want: EcashWant;
      readonly free: readonly Proof[];
      readonly counters: ReadonlyMap<string, number>;
    }
  | { readonly do: 'send' | 'look'; readonly want: EcashWant; readonly prepared: Prepared }
  | { readonly do: 'restore'; readonly known: readonly string[] }
  | { readonly do: 'check'; readonly proofs: readonly Proof[] }
  | { readonly do: 'prove'; readonly proofs: readonly Proof[] };

/** `home`: origin of the page, whose own mint may have a private address. */
export interface MintAsk {
  readonly mint: string;
  readonly home: string;
  readonly words: Secret<string> | undefined;
  /** Of the wallet, which ecash may be locked to. */
  readonly keys: ReadonlyMap<string, Secret<string>>;
  readonly act: MintAct;
}

/**
 * What is known then. `refused`: the mint said no, and nothing moved, nor will it. `used`: outputs were known to it, and nothing moved.
 * `untouched`: it has not heard of what was prepared. `waiting`: nobody can say yet; it is asked again.
 */
export type MintAnswer =
  | { readonly is: 'prepared'; readonly prepared: Prepared }
  | { readonly is: 'settled'; readonly settled: Settled }
  | { readonly is: 'refused'; readonly reason: EcashReason; readonly gone?: readonly string[] }
  | { readonly is: 'used' | 'untouched' }
  | { readonly is: 'waiting'; readonly reason: EcashReason | undefined }
  | { readonly is: 'checked'; readonly spent: readonly boolean[] }
  | { readonly is: 'proven'; readonly all: boolean };

/** What anybody may ask of the wallet. `job`: names what is wanted, once, by who wants it: the same one is done once. */
export type EcashOrder =
  | { type: 'ecash.open' }
  | { type: 'ecash.allow'; mint: string }
  /** `proven`: only with its mint's proof of its signatures. `unasked`: nobody pressed for it, so only of a mint that is allowed already. `from`: is told what came of it (`ecash.moved`). */
  | {
      type: 'ecash.receive';
      job: string;
      mint: string;
      proofs: readonly Proof[];
      now: Seconds;
      proven?: boolean | undefined;
      unasked?: boolean | undefined;
      from?: AnyActorRef | undefined;
    }
  /** A key that ecash may be locked to is kept; `from` is told once it is (`ecash.kept`). */
  | { type: 'ecash.keep'; pubkey: string; key: Secret<string>; from: AnyActorRef }
  | { type: 'ecash.takeBack'; job: string; of: string; now: Seconds }
  /** `lock`: the only key that can spend it. `from`: is told what came of it (`ecash.given`). */
  | {
      type: 'ecash.send';
      job: string;
      mint: string;
      amount: number;
      memo: string;
      now: Seconds;
      lock?: string | undefined;
      from?: AnyActorRef | undefined;
    }
  | { type: 'ecash.mint'; job: string; mint: string; amount: number; now: Seconds }
  /** Ordered by a payment, which is admitted by the log of payments (`payment.machine.ts`); `from` is told what came of it. */
  | { type: 'ecash.melt'; job: string; mint: string; invoice: string; amount: number; now: Seconds; from?: AnyActorRef | undefined }
  /** What came of it is wanted by `from`, as soon as that is known. */
  | { type: 'ecash.tell'; job: string; from: AnyActorRef }
  | { type: 'ecash.restore'; job: string; mint: string; words: Secret<string> | undefined; now: Seconds }
  /** Whether proofs are spent, or signed by their mint, is wanted, by that name. */
  | { type: 'ecash.check'; key: string; mint: string; proofs: readonly Proof[]; act?: 'check' | 'prove' | undefined }
  | { type: 'ecash.dismiss'; job: string }
  /** What was ordered of a payment is not wanted any more: it never comes, also where the log has not heard of it yet, unless its mint was told. */
  | { type: 'ecash.callOff'; job: string; order: PaymentOrder; from: AnyActorRef }
  /** Its mint is asked now, and not when it would be. */
  | { type: 'ecash.again'; job: string };

/** What a payment orders. */
export type PaymentOrder = Extract<EcashOrder, { type: 'ecash.send' | 'ecash.melt' }>;

/** Told to whoever ordered that ecash be taken: how much of it there is now, as long as the log knows; or why none is. */
export type EcashMoved =
  | { type: 'ecash.moved'; job: string; isDone: true; sats: number | undefined }
  | { type: 'ecash.moved'; job: string; isDone: false; reason: EcashReason };

/** Told to whoever ordered that ecash be given away, once the log has it: what is to be passed on, and what that cost (sats). */
export type EcashGiven = { type: 'ecash.given'; job: string; proofs: readonly Proof[]; feeSats: number };

/** Told to whoever ordered it: the key lies in the log. */
export type EcashKept = { type: 'ecash.kept'; pubkey: string };

/**
 * Told to whoever ordered that an invoice be paid, or ecash be given, or asks after it: it is, and for what in all (sats); or it is not, and nothing
 * was, nor will be. Nothing is told of an order that the log could not take just then.
 */
export type EcashEnded =
  | { type: 'ecash.ended'; job: string; isPaid: true; preimage: string | undefined; feeSats: number }
  | { type: 'ecash.ended'; job: string; isPaid: false; reason: EcashReason }
  /** The log has nothing of it: what was ordered never got there, with a page that went first. Ordered once more it is still done once. */
  | { type: 'ecash.unheard'; job: string }
  /**
   * It is not called off: its mint was told, and nobody knows yet what it did; or this device could not write that down; or the log knows no more
   * whether it was done.
   */
  | { type: 'ecash.held'; job: string; why: 'told' | 'unkept' | 'forgotten' };
