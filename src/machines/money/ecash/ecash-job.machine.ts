import { assign, sendParent, setup } from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { EcashLogEntry, Prepared } from '../../../events/money/ecash/ecash-log-entry.ts';
import { type EcashJob, ecashStateOf } from '../../../events/money/ecash/ecash-log.ts';
import { MAX_TRIES } from '../../../events/money/ecash/ecash-admission.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import type { MintAct, MintAnswer, MintAsk } from './ecash-protocol.ts';
import { promisePort } from '../../core/ports.ts';

/** Wallet data for a job: proofs that it may use, counters by keyset, and known signatures. */
export interface JobPurse {
  readonly words: Secret<string> | undefined;
  readonly keys: ReadonlyMap<string, Secret<string>>;
  readonly free: readonly Proof[];
  readonly counters: ReadonlyMap<string, number>;
  readonly known: readonly string[];
  /** True if other jobs hold proofs of that mint and may return change. */
  readonly isBusy: boolean;
}

export interface EcashJobInput {
  readonly record: EcashJob;
  readonly purse: JobPurse;
  readonly home: string;
}

export type EcashJobEvent =
  /** The log has grown or has rejected an entry. Contains the current state. */
  | { type: 'job.record'; record: EcashJob; purse: JobPurse }
  /** Another job at its mint has advanced, so the usable proofs have changed. */
  | { type: 'job.freed'; purse: JobPurse }
  | { type: 'job.retry' };

/** Sent to the parent: entries for the log, or that the job waits to ask its mint again. */
export type EcashJobNews =
  | { type: 'ecash.lines'; lines: readonly EcashLogEntry[] }
  | { type: 'ecash.jobRested'; job: string; isSilent: boolean };

interface Context extends EcashJobInput {
  /** Number of attempts without a response. */
  readonly rests: number;
  /** Reason of the waiting. */
  readonly reason: EcashReason | undefined;
}

/**
 * Runs one job at a mint from order to result (ECASH-01, E-42, E-48). Every request is logged
 * before it is sent. If no response arrives, the mint is asked for the outcome until it answers. A
 * crash at any step therefore loses no proof. The job continues from the log, and only repeats a
 * request that the mint never received.
 */
export const ecashJobMachine = setup({
  types: { context: {} as Context, events: {} as EcashJobEvent, input: {} as EcashJobInput },
  actors: { mint: promisePort<MintAnswer, MintAsk>('mint') },
  guards: {
    isOver: ({ context: { record } }) => !['wanted', 'prepared'].includes(ecashStateOf(record)),
    isPrepared: ({ context: { record } }) => ecashStateOf(record) === 'prepared',
    isChanged: ({ context, event }) =>
      event.type === 'job.record' &&
      (ecashStateOf(event.record) !== ecashStateOf(context.record) ||
        event.record.tries > context.record.tries),
    isUnpaid: ({ context: { record } }) => record.want.type === 'mint',
    isUntouched: (_, { outcome }: { readonly outcome: MintAnswer }) => outcome.is === 'untouched',
    /** Not enough proofs, but other jobs may still return change. */
    isShort: ({ context }, { outcome }: { readonly outcome: MintAnswer }) =>
      context.purse.isBusy && outcome.is === 'refused' && outcome.reason.code === 'notEnough',
    isWaiting: (_, { outcome }: { readonly outcome: MintAnswer }) =>
      outcome.is === 'waiting' || outcome.is === 'checked',
  },
  delays: {
    /** Longer than all timeouts of the adapter's requests together. */
    mintTimeout: 120_000,
    logTimeout: 15_000,
    /** 2 s, 4 s ... 5 min. A shown invoice is checked more often at first. */
    rest: ({ context: { rests, record } }) =>
      record.want.type === 'mint' && rests < 60
        ? 3_000
        : Math.min(2_000 * 2 ** Math.min(rests, 8), 300_000),
  },
  actions: {
    note: assign(
      whenEvent('job.record', ({ event }) => ({ record: event.record, purse: event.purse })),
    ),
    refill: assign(whenEvent('job.freed', ({ event }) => ({ purse: event.purse }))),
    notify: sendParent(
      ({ context }, { outcome }: { readonly outcome: MintAnswer }): EcashJobNews => {
        const line = lineOf(context, outcome);
        return { type: 'ecash.lines', lines: line ? [line] : [] };
      },
    ),
    recordWait: assign((_, { outcome }: { readonly outcome: MintAnswer }) => ({
      reason: outcome.is === 'waiting' ? outcome.reason : undefined,
    })),
    recordSilent: assign({ reason: { code: 'silent' } satisfies EcashReason }),
    reportRest: sendParent(
      ({ context: { record, reason } }): EcashJobNews => ({
        type: 'ecash.jobRested',
        job: record.job,
        isSilent: reason?.code === 'silent',
      }),
    ),
    countRest: assign({ rests: ({ context }) => context.rests + 1 }),
    hurry: assign({ rests: 0 }),
  },
}).createMachine({
  id: 'ecashJob',
  context: ({ input }) => ({ ...input, rests: 0, reason: undefined }),
  initial: 'deciding',
  on: { 'job.record': { actions: 'note' }, 'job.freed': { actions: 'refill' } },
  states: {
    deciding: {
      always: [
        { guard: 'isOver', target: 'ended' },
        { guard: 'isPrepared', target: 'looking' },
        { target: 'preparing' },
      ],
    },
    /** Fetch keys and quotes, and choose proofs. No money moves. */
    preparing: {
      invoke: {
        src: 'mint',
        id: 'preparing',
        input: ({ context }) => askOf(context, actOf(context)),
        onDone: [
          {
            guard: { type: 'isWaiting', params: withOutcome },
            target: 'resting',
            actions: { type: 'recordWait', params: withOutcome },
          },
          { guard: { type: 'isShort', params: withOutcome }, target: 'resting' },
          { target: 'keeping', actions: { type: 'notify', params: withOutcome } },
        ],
        onError: { target: 'resting', actions: 'recordSilent' },
      },
      on: {
        'job.record': { guard: 'isChanged', target: 'deciding', actions: 'note' },
        'job.freed': { target: 'deciding', actions: 'refill' },
      },
      after: { mintTimeout: { target: 'resting', actions: 'recordSilent' } },
    },
    /** Nothing is sent before it is logged. */
    keeping: {
      on: {
        'job.record': [
          { guard: 'isChanged', target: 'kept', actions: 'note' },
          { target: 'resting', actions: 'note' },
        ],
      },
      after: { logTimeout: 'deciding' },
    },
    kept: {
      always: [
        { guard: 'isOver', target: 'ended' },
        { guard: 'isUnpaid', target: 'deciding' },
        { guard: 'isPrepared', target: 'sending' },
        { target: 'preparing' },
      ],
    },
    sending: {
      invoke: {
        src: 'mint',
        id: 'sending',
        input: ({ context }) => askOf(context, toldOf(context, 'send')),
        onDone: [
          {
            guard: { type: 'isWaiting', params: withOutcome },
            target: 'resting',
            actions: { type: 'recordWait', params: withOutcome },
          },
          { guard: { type: 'isUntouched', params: withOutcome }, target: 'resting' },
          { target: 'recording', actions: { type: 'notify', params: withOutcome } },
        ],
        onError: { target: 'resting', actions: 'recordSilent' },
      },
      after: { mintTimeout: { target: 'resting', actions: 'recordSilent' } },
    },
    looking: {
      invoke: {
        src: 'mint',
        id: 'looking',
        input: ({ context }) => askOf(context, toldOf(context, 'look')),
        onDone: [
          {
            guard: { type: 'isWaiting', params: withOutcome },
            target: 'resting',
            actions: { type: 'recordWait', params: withOutcome },
          },
          { guard: { type: 'isUntouched', params: withOutcome }, target: 'sending' },
          { target: 'recording', actions: { type: 'notify', params: withOutcome } },
        ],
        onError: { target: 'resting', actions: 'recordSilent' },
      },
      after: { mintTimeout: { target: 'resting', actions: 'recordSilent' } },
    },
    /** A result counts only after it is logged. */
    recording: {
      on: {
        'job.record': [
          { guard: 'isChanged', target: 'deciding', actions: 'note' },
          // the log rejected it, so determine the result again after a pause
          { target: 'resting', actions: 'note' },
        ],
      },
      after: { logTimeout: 'deciding' },
    },
    resting: {
      tags: 'resting',
      entry: ['countRest', 'reportRest'],
      on: {
        'job.retry': { target: 'deciding', actions: 'hurry' },
        'job.freed': { target: 'deciding', actions: 'refill' },
        'job.record': { guard: 'isChanged', target: 'deciding', actions: 'note' },
      },
      after: { rest: 'deciding' },
    },
    ended: { type: 'final' },
  },
});

/** Return the log entry for a result. */
function lineOf(
  { record: { job, tries }, purse }: Context,
  outcome: MintAnswer,
): EcashLogEntry | undefined {
  switch (outcome.is) {
    case 'prepared':
      return { type: 'prepared', job, prepared: withFreeCounter(outcome.prepared, purse) };
    case 'settled':
      return { type: 'settled', job, settled: outcome.settled };
    case 'refused':
      return { type: 'refused', job, reason: outcome.reason, gone: outcome.gone };
    case 'used':
      return tries < MAX_TRIES
        ? { type: 'released', job }
        : { type: 'refused', job, reason: { code: 'inUse' } };
    default:
      return undefined;
  }
}

/** Other jobs may have taken later counters while this one was at the mint. */
function withFreeCounter(prepared: Prepared, { counters }: JobPurse): Prepared {
  const { outputs } = prepared;
  const counter = Math.max(outputs.counter, counters.get(outputs.keyset) ?? 0);
  return { ...prepared, outputs: { ...outputs, counter } };
}

function actOf({ record: { want }, purse: { free, counters, known } }: Context): MintAct {
  return want.type === 'restore'
    ? { do: 'restore', known }
    : { do: 'prepare', want, free, counters };
}

function toldOf(context: Context, how: 'send' | 'look'): MintAct {
  const { want, prepared } = context.record;
  if (!prepared) return actOf(context);
  const isOwn = want.type === 'send' || want.type === 'melt';
  return { do: how, want, prepared, ...(isOwn ? { free: context.purse.free } : {}) };
}

function askOf({ record: { want }, purse, home }: Context, act: MintAct): MintAsk {
  const words = want.type === 'restore' ? (want.words ?? purse.words) : purse.words;
  return { mint: want.mint, home, words, keys: purse.keys, act };
}
