import { ends } from '../machines/walk-samples.ts';
import { createActor, createMachine } from 'xstate';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { Proof } from '../../../src/events/money/ecash/cashu.ts';
import type {
  EcashLogEntry,
  EcashWant,
  Prepared,
} from '../../../src/events/money/ecash/ecash-log-entry.ts';
import { EMPTY_PURSE, type EcashJob } from '../../../src/events/money/ecash/ecash-log.ts';
import { foldEcash } from '../../../src/events/money/ecash/fold-ecash.ts';
import { MAX_TRIES } from '../../../src/events/money/ecash/ecash-admission.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { MintAnswer } from '../../../src/machines/money/ecash/ecash-protocol.ts';
import type { Walk } from '../machines/app-walks.ts';

const somebody = createActor(createMachine({})).start();
const MINT = 'https://mint.example';
const HOME = 'https://here.example';
const at = seconds(1_700_000_000);
const proof = (nth: number, amount = 8): Proof => ({
  id: '009a1f293253e41e',
  amount,
  secret: secretOf(`s${nth}`),
  C: `02${`${nth}`.padStart(64, '0')}`,
});
const RECEIVE: EcashWant = { type: 'receive', mint: MINT, proofs: [proof(1)] };
const TOP_UP: EcashWant = { type: 'mint', mint: MINT, amount: 8 };
const prepared = (want: EcashWant): Prepared => ({
  api: 'v1',
  inputs: want.type === 'receive' ? want.proofs : [],
  outputs: { keyset: '009a1f293253e41e', counter: 0, amounts: [8] },
  given: 0,
  fee: 0,
});
const SETTLED = { kept: [proof(2)], given: [] };
const REFUSED = { code: 'spent' } as const;

/** A job after that entry. */
function jobAt(
  type: 'wanted' | 'prepared' | 'settled' | 'refused' | 'released',
  want = RECEIVE,
): EcashJob {
  const begin: readonly EcashLogEntry[] = [
    { type: 'seeded', words: secretOf('w') },
    { type: 'allowed', mint: MINT },
    { type: 'wanted', job: 'j', want, at },
  ];
  const sent: readonly EcashLogEntry[] =
    type === 'wanted' ? [] : [{ type: 'prepared', job: 'j', prepared: prepared(want) }];
  const last: Partial<Record<typeof type, EcashLogEntry>> = {
    settled: { type: 'settled', job: 'j', settled: SETTLED },
    refused: { type: 'refused', job: 'j', reason: REFUSED },
    released: { type: 'released', job: 'j' },
  };
  const job = foldEcash(EMPTY_PURSE, [
    ...begin,
    ...sent,
    ...(last[type] ? [last[type]] : []),
  ]).jobs.get('j');
  if (!job) throw new Error('no job');
  return job;
}

const purse = {
  words: secretOf('w'),
  keys: new Map(),
  free: [],
  counters: new Map(),
  known: [],
  isBusy: true,
};
const answers: readonly MintAnswer[] = [
  { is: 'prepared', prepared: prepared(RECEIVE) },
  { is: 'settled', settled: SETTLED },
  { is: 'refused', reason: REFUSED },
  { is: 'refused', reason: { code: 'notEnough' } },
  { is: 'used' },
  { is: 'untouched' },
  { is: 'waiting', reason: { code: 'silent' } },
  { is: 'checked', spent: [true] },
];
const states = ['wanted', 'prepared', 'settled', 'refused', 'released'] as const;
const job = (type: (typeof states)[number], want?: EcashWant) => ({
  record: jobAt(type, want),
  purse,
  home: HOME,
});

const order = { job: 'j', mint: MINT, amount: 8, now: at };

/** Walks of the machines of ecash, in the form of `walks`. */
export const ecashWalks: Readonly<Record<'ecash' | 'ecashJob' | 'ecashCheck', Walk>> = {
  ecash: {
    input: { account: 'a'.repeat(64), home: HOME },
    samples: {
      'ecash.open': [{ type: 'ecash.open' }],
      'ecash.allow': [{ type: 'ecash.allow', mint: MINT }],
      'ecash.removeMint': [{ type: 'ecash.removeMint', mint: MINT }],
      'ecash.receive': [{ type: 'ecash.receive', ...order, proofs: [proof(1)] }],
      'ecash.keep': [
        {
          type: 'ecash.keep',
          pubkey: 'b'.repeat(64),
          key: secretOf('c'.repeat(64)),
          from: somebody,
        },
      ],
      'ecash.takeBack': [{ type: 'ecash.takeBack', job: 'k', of: 'j', now: at }],
      'ecash.send': [{ type: 'ecash.send', ...order, memo: '' }],
      'ecash.mint': [{ type: 'ecash.mint', ...order }],
      'ecash.melt': [{ type: 'ecash.melt', ...order, invoice: 'lnbc1' }],
      'ecash.tell': [{ type: 'ecash.tell', job: 'j', from: somebody }],
      'ecash.restore': [{ type: 'ecash.restore', ...order, words: secretOf('w') }],
      'ecash.check': [{ type: 'ecash.check', key: 'k', mint: MINT, proofs: [proof(1)] }],
      'ecash.dismiss': [{ type: 'ecash.dismiss', job: 'j' }],
      'ecash.callOff': [
        {
          type: 'ecash.callOff',
          job: 'j',
          order: { type: 'ecash.send', ...order, memo: '', from: somebody },
          from: somebody,
        },
      ],
      'ecash.retry': [{ type: 'ecash.retry', job: 'j' }],
      'ecash.lines': [{ type: 'ecash.lines', lines: [{ type: 'released', job: 'j' }] }],
      'ecash.jobRested': [true, false].map((isSilent) => ({
        type: 'ecash.jobRested',
        job: 'j',
        isSilent,
      })),
      'ecash.sync': [{ type: 'ecash.sync' }],
      'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
      'ecashLog.opened': [
        { type: 'ecashLog.opened', lines: [] },
        {
          type: 'ecashLog.opened',
          lines: [
            { type: 'seeded', words: secretOf('w') },
            { type: 'allowed', mint: MINT },
            { type: 'wanted', job: 'j', want: RECEIVE, at },
          ],
        },
      ],
      'ecashLog.appended': [
        { type: 'ecashLog.appended', lines: [{ type: 'seeded', words: secretOf('w') }] },
        {
          type: 'ecashLog.appended',
          lines: [{ type: 'prepared', job: 'j', prepared: prepared(RECEIVE) }],
        },
      ],
      'ecashLog.refused': [{ type: 'ecashLog.refused', lines: [{ type: 'released', job: 'j' }] }],
      'ecashLog.writeFailed': [
        { type: 'ecashLog.writeFailed', lines: [{ type: 'released', job: 'j' }] },
      ],
      'ecashLog.leadershipChanged': [true, false].map((leading) => ({
        type: 'ecashLog.leadershipChanged',
        leading,
      })),
      'xstate.done.actor.*': [
        {
          type: 'xstate.done.actor.check k',
          actorId: 'check k',
          output: { key: 'k', found: 'spent' },
        },
        { type: 'xstate.done.actor.ecash j', actorId: 'ecash j' },
      ],
      'xstate.error.actor.*': ['check k', 'ecash j'].map((actorId) => ({
        type: `xstate.error.actor.${actorId}`,
        actorId,
        error: new Error('x'),
      })),
      ...ends('words', [secretOf('w')]),
      'xstate.error.actor.log': [{ type: 'xstate.error.actor.log', error: new Error('x') }],
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.leading,
        context.working.size,
        context.purse.jobs.size,
        context.purse.words !== undefined,
        context.waiting.length > 0,
      ]),
  },
  ecashJob: {
    input: job('wanted'),
    also: [
      ...states.slice(1).map((state) => job(state)),
      job('wanted', TOP_UP),
      job('prepared', TOP_UP),
      { ...job('prepared'), record: { ...jobAt('prepared'), tries: MAX_TRIES } },
      job('wanted', { type: 'restore', mint: MINT }),
    ],
    samples: {
      'job.record': [
        ...states.map((state) => ({ type: 'job.record', record: jobAt(state), purse })),
        { type: 'job.record', record: jobAt('prepared', TOP_UP), purse },
      ],
      'job.freed': [{ type: 'job.freed', purse }],
      'job.retry': [{ type: 'job.retry' }],
      ...ends('preparing', answers),
      ...ends('sending', answers),
      ...ends('looking', answers),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.record.want.type,
        context.record.prepared !== undefined,
        context.record.settled !== undefined,
        context.record.reason,
        context.record.tries > 0,
        context.rests > 0,
      ]),
  },
  ecashCheck: {
    input: { key: 'k', mint: MINT, proofs: [proof(1)], home: HOME },
    samples: ends('asking', [
      ...answers,
      { is: 'checked', spent: [true, false] },
      { is: 'checked', spent: [false] },
      { is: 'proven', all: true },
    ]),
  },
};
