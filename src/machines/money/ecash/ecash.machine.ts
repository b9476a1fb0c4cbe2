import {
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  enqueueActions,
  sendTo,
  setup,
  type NonReducibleUnknown,
} from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { isRecord } from '../../../events/core/json.ts';
import { worthOf } from '../../../events/money/ecash/cashu.ts';
import type { EcashLogEntry } from '../../../events/money/ecash/ecash-log-entry.ts';
import { type EcashJob, EMPTY_PURSE, type Purse } from '../../../events/money/ecash/ecash-log.ts';
import { foldEcash } from '../../../events/money/ecash/fold-ecash.ts';
import { isEcashFull, mayBeForgotten } from '../../../events/money/ecash/ecash-admission.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { AccountAwake } from '../../core/feature.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { ecashCheckMachine, type Checked } from './ecash-check.machine.ts';
import { type EcashJobEvent, ecashJobMachine, type EcashJobNews } from './ecash-job.machine.ts';
import { linesFor, purseFor, waitingFor, workable } from './ecash-commands.ts';
import type {
  EcashEnded,
  EcashGiven,
  EcashKept,
  EcashMoved,
  EcashOrder,
  EcashStoreCommand,
  EcashStoreSignal,
} from './ecash-protocol.ts';
import { callbackAdapter, promisePort } from '../../core/ports.ts';

interface EcashInput {
  readonly account: string;
  readonly home: string;
}

export type EcashEvent =
  | EcashOrder
  | EcashStoreSignal
  | EcashJobNews
  | AccountAwake
  | { type: 'ecash.sync' }
  | { type: 'ecash.checkExpired'; key: string };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    ecash: EcashEvent;
  }
}

type Check = Extract<EcashOrder, { type: 'ecash.check' }>;

interface Context extends EcashInput {
  readonly purse: Purse;
  /** True if this tab contacts mints. */
  readonly leading: boolean;
  readonly working: ReadonlySet<string>;
  /** Jobs of `working` whose mint does not answer. */
  readonly silent: ReadonlySet<string>;
  /** Results of checks by request id. `undefined` while a check is running. */
  readonly checked: ReadonlyMap<string, Checked | undefined>;
  /** Checks that wait until the log has their mint, which the user has just allowed. */
  readonly deferred: ReadonlyMap<string, readonly Check[]>;
  /** Actors that wait for the result of a job. */
  readonly watchers: ReadonlyMap<string, AnyActorRef>;
  /** Actors that wait until a key is stored, by key. */
  readonly keepers: ReadonlyMap<string, AnyActorRef>;
  /** Orders from before the log was read. */
  readonly waiting: readonly EcashOrder[];
  readonly failure: EcashReason | undefined;
  /** True if data could not be stored on this device. */
  readonly isUnkept: boolean;
}

const MAX_WORKING = 20;
const MAX_CHECKED = 200;
const JOB = 'ecash ';
const CHECK = 'check ';

/**
 * Ecash of an account on this device (ECASH-01, 02, E-42, E-48). Orders and all steps are logged
 * first, and every decision uses the log. One tab at a time contacts mints, and only mints that the
 * user has allowed. Secrets stay wrapped, so no recording contains them.
 */
export const ecashMachine = setup({
  types: { context: {} as Context, events: {} as EcashEvent, input: {} as EcashInput },
  actors: {
    log: callbackAdapter<EcashStoreCommand, { account: string }>(() => undefined),
    words: promisePort<Secret<string>, NonReducibleUnknown>('words'),
    job: ecashJobMachine,
    check: ecashCheckMachine,
  },
  guards: {
    isSeeded: ({ context }) => context.purse.words !== undefined,
    isAsleep: ({ event }) => event.type === 'account.wakeChanged' && !event.on,
    isCheck: ({ event }) => idOf(event).startsWith(CHECK),
  },
  // unspent ecash can be spent at any moment, so such an answer is soon out of date
  delays: { openTimeout: 10_000, pause: 30_000, seedTimeout: 15_000, checkAge: 60_000 },
  actions: {
    queue: assign(({ context, event }) => ({
      waiting: isOrder(event) ? [...context.waiting, event] : context.waiting,
    })),
    unqueue: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ waiting: [] });
      for (const order of context.waiting) enqueue.raise(order);
    }),
    open: assign(
      whenEvent('ecashLog.opened', ({ event }) => ({ purse: foldEcash(EMPTY_PURSE, event.lines) })),
    ),
    order: enqueueActions(({ context, event, enqueue }) => {
      const lines = isOrder(event) ? linesFor(context.purse, event) : [];
      if (lines.length > 0) enqueue.sendTo('log', { type: 'ecashLog.append', lines });
    }),
    append: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'ecash.lines' && event.lines.length > 0)
        enqueue.sendTo('log', { type: 'ecashLog.append', lines: event.lines });
    }),
    seed: sendTo('log', (_, { outcome: words }: { readonly outcome: Secret<string> }) => ({
      type: 'ecashLog.append',
      lines: [{ type: 'seeded', words }],
    })),
    recordUnseeded: assign({ failure: { code: 'noChance' } satisfies EcashReason }),
    fold: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'ecashLog.appended') return;
      const purse = foldEcash(context.purse, event.lines);
      enqueue.assign({ purse, isUnkept: false });
      for (const [pubkey, keeper] of context.keepers)
        if (purse.keys.has(pubkey))
          enqueue.sendTo(keeper, { type: 'ecash.kept', pubkey } satisfies EcashKept);
      enqueue.assign({
        keepers: new Map([...context.keepers].filter(([pubkey]) => !purse.keys.has(pubkey))),
      });
      for (const record of purse.jobs.values()) {
        if (record === context.purse.jobs.get(record.job)) continue;
        const [watcher, end] = [context.watchers.get(record.job), endOf(record)];
        if (watcher && end) enqueue.sendTo(watcher, end);
        if (!context.working.has(record.job)) continue;
        enqueue.sendTo(JOB + record.job, {
          type: 'job.record',
          record,
          purse: purseFor(purse, record),
        });
      }
      for (const [mint, checks] of context.deferred)
        if (purse.mints.has(mint)) for (const check of checks) enqueue.raise(check);
      enqueue.assign({
        deferred: new Map([...context.deferred].filter(([mint]) => !purse.mints.has(mint))),
      });
      for (const record of waitingFor(context.purse, purse))
        if (context.working.has(record.job))
          enqueue.sendTo(JOB + record.job, {
            type: 'job.freed',
            purse: purseFor(purse, record),
          } satisfies EcashJobEvent);
      enqueue.raise({ type: 'ecash.sync' });
    }),
    /** Register a watcher of a job, and notify it at once if the result is known. */
    watch: enqueueActions(({ context: { purse, watchers }, event, enqueue }) => {
      if (!isWatching(event) || !event.from) return;
      const record = purse.jobs.get(event.job);
      enqueue.assign({ watchers: new Map(watchers).set(event.job, event.from) });
      const end = record && endOf(record);
      if (end) enqueue.sendTo(event.from, end);
      if (!record && event.type === 'ecash.tell')
        enqueue.sendTo(event.from, { type: 'ecash.unheard', job: event.job } satisfies EcashEnded);
    }),
    /** Notify the caller once the log has the key, or at once if it was stored before. */
    watchKey: enqueueActions(({ context: { purse, keepers }, event, enqueue }) => {
      if (event.type !== 'ecash.keep') return;
      if (purse.keys.has(event.pubkey))
        enqueue.sendTo(event.from, {
          type: 'ecash.kept',
          pubkey: event.pubkey,
        } satisfies EcashKept);
      else enqueue.assign({ keepers: new Map(keepers).set(event.pubkey, event.from) });
    }),
    /**
     * Notify the caller of a rejected entry about the current state. An order that the log never
     * takes has failed.
     */
    drop: enqueueActions(({ context: { purse, working, watchers }, event, enqueue }) => {
      if (event.type !== 'ecashLog.refused' && event.type !== 'ecashLog.writeFailed') return;
      for (const line of event.lines) {
        const record = 'job' in line ? purse.jobs.get(line.job) : undefined;
        const watcher = line.type === 'wanted' && !record ? watchers.get(line.job) : undefined;
        const calling = line.type === 'dismissed' ? watchers.get(line.job) : undefined;
        if (calling && line.type === 'dismissed')
          enqueue.sendTo(calling, (record && endOf(record)) ?? held(line.job, event.type, record));
        if (watcher && line.type === 'wanted' && !mayComeYet(purse, event.type, line))
          enqueue.sendTo(watcher, undone(line.job, line.want.type));
        if (record && working.has(record.job))
          enqueue.sendTo(JOB + record.job, {
            type: 'job.record',
            record,
            purse: purseFor(purse, record),
          });
      }
    }),
    recordUnkept: assign({ isUnkept: true }),
    lead: enqueueActions(({ event, enqueue, context }) => {
      if (event.type !== 'ecashLog.leadershipChanged') return;
      enqueue.assign({ leading: event.leading });
      // another tab continues from the log
      if (!event.leading) for (const job of context.working) enqueue.stopChild(JOB + job);
      if (!event.leading) enqueue.assign({ working: new Set<string>(), silent: new Set<string>() });
      enqueue.raise({ type: 'ecash.sync' });
    }),
    sync: enqueueActions(({ context: { purse, leading, working: before, home }, enqueue }) => {
      if (!leading || !purse.words) return;
      const working = new Set(before);
      for (const record of workable(purse)) {
        if (working.size >= MAX_WORKING || working.has(record.job)) continue;
        working.add(record.job);
        enqueue.spawnChild('job', {
          id: JOB + record.job,
          input: { record, purse: purseFor(purse, record), home },
        });
      }
      if (working.size > before.size) enqueue.assign({ working });
    }),
    recordRest: assign(
      whenEvent('ecash.jobRested', ({ context: { silent, working }, event: { job, isSilent } }) => {
        const others = [...silent].filter((one) => one !== job);
        // the job may have been stopped since
        const isOn = isSilent && working.has(job);
        return { silent: new Set(isOn ? [...others, job] : others) };
      }),
    ),
    hurry: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'ecash.retry' && context.working.has(event.job))
        enqueue.sendTo(JOB + event.job, { type: 'job.retry' });
    }),
    expectMint: assign(
      whenEvent('ecash.allow', ({ context: { purse, deferred }, event: { mint } }) =>
        purse.mints.has(mint) || deferred.has(mint)
          ? {}
          : { deferred: new Map(deferred).set(mint, []) },
      ),
    ),
    /** Only at an allowed mint, and one check at a time for the same proofs. */
    check: enqueueActions(({ context: { purse, checked, deferred, home }, event, enqueue }) => {
      if (event.type !== 'ecash.check') return;
      if (!purse.mints.has(event.mint)) {
        const later = deferred.get(event.mint);
        if (later)
          enqueue.assign({ deferred: new Map(deferred).set(event.mint, [...later, event]) });
        return;
      }
      if (checked.has(event.key) && !checked.get(event.key)) return;
      const { key, mint, proofs, act } = event;
      enqueue.cancel(CHECK + key);
      enqueue.assign({
        checked: new Map([...withoutKey(checked, key)].slice(-MAX_CHECKED)).set(key, undefined),
      });
      enqueue.spawnChild('check', { id: CHECK + key, input: { key, mint, proofs, home, act } });
    }),
    recordCheck: enqueueActions(({ context: { purse, checked }, event, enqueue }) => {
      const id = idOf(event);
      const key = id.slice(CHECK.length);
      const found = foundIn(event);
      enqueue.stopChild(id);
      enqueue.assign({ checked: new Map(checked).set(key, found) });
      if (found === 'unspent' || found === 'partly')
        enqueue.raise({ type: 'ecash.checkExpired', key }, { delay: 'checkAge', id });
      // a sent token was claimed
      if (found === 'spent' && purse.jobs.has(key))
        enqueue.sendTo('log', { type: 'ecashLog.append', lines: [{ type: 'spent', job: key }] });
    }),
    forgetCheck: assign(
      whenEvent('ecash.checkExpired', ({ context, event }) => ({
        checked: withoutKey(context.checked, event.key),
      })),
    ),
    finish: enqueueActions(({ context, event, enqueue }) => {
      const id = idOf(event);
      enqueue.stopChild(id);
      enqueue.assign({
        working: new Set([...context.working].filter((job) => JOB + job !== id)),
        silent: new Set([...context.silent].filter((job) => JOB + job !== id)),
      });
      enqueue.raise({ type: 'ecash.sync' });
    }),
    stopWorking: enqueueActions(({ context, enqueue }) => {
      for (const job of context.working) enqueue.stopChild(JOB + job);
      enqueue.assign({ working: new Set<string>(), silent: new Set<string>(), leading: false });
    }),
    resign: sendTo('log', { type: 'ecashLog.resign' }),
    stand: sendTo('log', { type: 'ecashLog.standBy' }),
  },
}).createMachine({
  id: 'ecash',
  context: ({ input }) => ({
    ...input,
    purse: EMPTY_PURSE,
    leading: false,
    working: new Set(),
    silent: new Set(),
    checked: new Map(),
    deferred: new Map(),
    watchers: new Map(),
    keepers: new Map(),
    waiting: [],
    failure: undefined,
    isUnkept: false,
  }),
  initial: 'keeping',
  on: {
    'ecash.open': { actions: 'queue' },
    'ecash.allow': { actions: 'queue' },
    'ecash.removeMint': { actions: 'queue' },
    'ecash.receive': { actions: 'queue' },
    'ecash.keep': { actions: 'queue' },
    'ecash.takeBack': { actions: 'queue' },
    'ecash.send': { actions: 'queue' },
    'ecash.mint': { actions: 'queue' },
    'ecash.melt': { actions: 'queue' },
    'ecash.restore': { actions: 'queue' },
    'ecash.dismiss': { actions: 'queue' },
    'ecash.callOff': { actions: 'queue' },
    'ecash.tell': { actions: 'queue' },
    'ecash.check': { actions: 'queue' },
    'ecash.retry': { actions: 'queue' },
    'ecash.checkExpired': { actions: 'forgetCheck' },
    'xstate.done.actor.*': [{ guard: 'isCheck', actions: 'recordCheck' }, { actions: 'finish' }],
    'xstate.error.actor.*': [{ guard: 'isCheck', actions: 'recordCheck' }, { actions: 'finish' }],
  },
  states: {
    keeping: {
      invoke: {
        src: 'log',
        id: 'log',
        input: ({ context }) => ({ account: context.account }),
        onError: 'broken',
      },
      exit: 'stopWorking',
      initial: 'opening',
      on: {
        'ecashLog.leadershipChanged': { actions: 'lead' },
        'account.wakeChanged': [{ guard: 'isAsleep', actions: 'resign' }, { actions: 'stand' }],
      },
      states: {
        opening: {
          tags: 'opening',
          on: { 'ecashLog.opened': { target: 'open', actions: 'open' } },
          after: { openTimeout: '#ecash.broken' },
        },
        open: {
          tags: 'open',
          entry: ['unqueue', 'sync'],
          initial: 'deciding',
          on: {
            'ecash.sync': { actions: 'sync' },
            'ecash.open': {},
            'ecash.lines': { actions: 'append' },
            'ecash.jobRested': { actions: 'recordRest' },
            'ecash.retry': { actions: 'hurry' },
            'ecash.check': { actions: 'check' },
            'ecash.tell': { actions: 'watch' },
            'ecash.allow': { actions: ['expectMint', 'order'] },
            'ecash.removeMint': { actions: 'order' },
            'ecash.receive': { actions: ['watch', 'order'] },
            'ecash.keep': { actions: ['watchKey', 'order'] },
            'ecash.takeBack': { actions: 'order' },
            'ecash.send': { actions: ['watch', 'order'] },
            'ecash.mint': { actions: 'order' },
            'ecash.melt': { actions: ['watch', 'order'] },
            'ecash.restore': { actions: 'order' },
            'ecash.dismiss': { actions: 'order' },
            'ecash.callOff': { actions: ['watch', 'order'] },
            'ecashLog.appended': { actions: 'fold' },
            'ecashLog.refused': { actions: 'drop' },
            'ecashLog.writeFailed': { actions: ['recordUnkept', 'drop'] },
          },
          states: {
            deciding: { always: [{ guard: 'isSeeded', target: 'seeded' }, { target: 'seeding' }] },
            /** The wallet has no words yet, from which all of its secrets are derived. */
            seeding: {
              always: { guard: 'isSeeded', target: 'seeded' },
              invoke: {
                src: 'words',
                id: 'words',
                onDone: { actions: { type: 'seed', params: withOutcome } },
                onError: { target: 'unseeded', actions: 'recordUnseeded' },
              },
              after: { seedTimeout: 'unseeded' },
            },
            /** Creating words failed. Retry. */
            unseeded: {
              always: { guard: 'isSeeded', target: 'seeded' },
              after: { pause: 'seeding' },
            },
            seeded: {},
          },
        },
      },
    },
    /** The log cannot be read now. New orders wait. */
    broken: { tags: 'broken', after: { pause: 'keeping' } },
  },
});

export type EcashActor = ActorRefFrom<typeof ecashMachine>;

/**
 * Return the result of receiving, sending or paying, once it is known. A failed job has moved
 * nothing.
 */
function endOf({
  job,
  want,
  prepared,
  settled,
  reason,
  isDismissed,
}: EcashJob): EcashEnded | EcashMoved | EcashGiven | undefined {
  if (want.type === 'mint' || want.type === 'restore') return undefined;
  if (!settled) return reason || isDismissed ? undone(job, want.type, reason) : undefined;
  const kept = worthOf(settled.kept);
  // for old jobs the log has the outcome, but not the proofs
  if (want.type === 'receive')
    return { type: 'ecash.moved', job, isDone: true, sats: prepared && kept };
  const feeSats = worthOf(prepared?.inputs ?? []) - kept - want.amount;
  if (want.type === 'send') return { type: 'ecash.given', job, proofs: settled.given, feeSats };
  return { type: 'ecash.ended', job, isPaid: true, preimage: settled.preimage, feeSats };
}

/** Return the reason why the job is not cancelled. */
function held(job: string, drop: Drop, record: EcashJob | undefined): EcashEnded {
  const why = drop === 'ecashLog.writeFailed' ? 'unkept' : record ? 'told' : 'forgotten';
  return { type: 'ecash.held', job, why };
}

/**
 * True if the rejected order may still be logged by another tab. Then no result is sent, and the
 * caller asks the log and repeats the order if it is unknown. The same applies if the log no longer
 * knows the outcome.
 */
function mayComeYet(purse: Purse, drop: Drop, { want, at }: Wanted): boolean {
  const isUntold =
    drop === 'ecashLog.writeFailed' || isEcashFull(purse) || mayBeForgotten(purse, want, at);
  return isUntold && (want.type === 'send' || want.type === 'melt');
}

type Drop = 'ecashLog.refused' | 'ecashLog.writeFailed';
type Wanted = Extract<EcashLogEntry, { type: 'wanted' }>;

/**
 * Return the failed result. Without a reason the order itself failed, because the log never takes
 * it.
 */
function undone(
  job: string,
  type: EcashJob['want']['type'],
  reason: EcashReason = { code: 'notPaid' },
): EcashEnded | EcashMoved {
  return type === 'receive'
    ? { type: 'ecash.moved', job, isDone: false, reason }
    : { type: 'ecash.ended', job, isPaid: false, reason };
}

type Watching = Extract<
  EcashOrder,
  { type: 'ecash.tell' | 'ecash.melt' | 'ecash.receive' | 'ecash.send' | 'ecash.callOff' }
>;

function isWatching(event: EcashEvent): event is Watching {
  return ['ecash.tell', 'ecash.melt', 'ecash.receive', 'ecash.send', 'ecash.callOff'].includes(
    event.type,
  );
}

function isOrder(event: EcashEvent): event is EcashOrder {
  return (
    event.type.startsWith('ecash.') &&
    !['ecash.sync', 'ecash.lines', 'ecash.jobRested'].includes(event.type)
  );
}

const FOUND: readonly Checked[] = ['unspent', 'spent', 'partly', 'proven', 'unproven'];

/** Return the result of a finished check. */
function foundIn(event: { readonly type: string }): Checked {
  const output: unknown = 'output' in event ? event.output : undefined;
  const found = isRecord(output) ? output['found'] : undefined;
  return FOUND.find((one) => one === found) ?? 'unknown';
}

function idOf(event: { readonly type: string }): string {
  return 'actorId' in event ? String(event.actorId) : '';
}
