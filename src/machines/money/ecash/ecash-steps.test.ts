import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  setup,
  SimulatedClock,
} from 'xstate';
import { expect, test } from 'vitest';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { EcashLogEntry, EcashWant } from '../../../events/money/ecash/ecash-log-entry.ts';
import { ecashCheckMachine } from './ecash-check.machine.ts';
import { ecashJobMachine } from './ecash-job.machine.ts';
import { ecashMachine } from './ecash.machine.ts';
import type {
  EcashOrder,
  EcashStoreCommand,
  EcashStoreSignal,
  MintAnswer,
  MintAsk,
} from './ecash-protocol.ts';

const [MINT, OTHER] = ['https://mint.example', 'https://other.example'] as const;
const KEYSET = '009a1f293253e41e';
const KEY = 'b'.repeat(64);
const now = seconds(5);
const proof = (nth: number, amount: number): Proof => ({
  id: KEYSET,
  amount,
  secret: secretOf(`secret ${nth}`),
  C: `02${nth.toString(16).padStart(64, '0')}`,
});
const [EIGHT, NEW] = [proof(1, 8), proof(2, 4)] as const;
const seeded: EcashLogEntry = { type: 'seeded', words: secretOf('words') };
const allowed: EcashLogEntry = { type: 'allowed', mint: MINT };
const wanted = (job: string, want: EcashWant): EcashLogEntry => ({
  type: 'wanted',
  job,
  want,
  at: now,
});
const send: EcashWant = { type: 'send', mint: MINT, amount: 8, memo: '' };
const melt: EcashWant = { type: 'melt', mint: MINT, invoice: 'lnbc1', amount: 6 };
const receive: EcashWant = { type: 'receive', mint: MINT, proofs: [NEW] };
const prepared = (job: string, amounts: readonly number[] = []): EcashLogEntry => ({
  type: 'prepared',
  job,
  prepared: {
    api: 'v1',
    inputs: [EIGHT],
    outputs: { keyset: KEYSET, counter: 0, amounts },
    given: 0,
    fee: 0,
  },
});
const settled = (
  job: string,
  kept: readonly Proof[],
  given: readonly Proof[] = [],
): EcashLogEntry => ({
  type: 'settled',
  job,
  settled: { kept, given, preimage: 'p' },
});
const refused = (job: string): EcashLogEntry => ({
  type: 'refused',
  job,
  reason: { code: 'silent' },
});
const BEGUN: readonly EcashLogEntry[] = [
  seeded,
  allowed,
  wanted('r', { type: 'restore', mint: MINT }),
  settled('r', [EIGHT]),
];
const never = () => new Promise<never>(() => undefined);

/** The ecash of an account, whose test plays the log, the mints and the source of words. */
function ecash(
  words: () => Promise<Secret<string>> = never,
  answer: (ask: MintAsk) => Promise<MintAnswer> = never,
) {
  const clock = new SimulatedClock();
  const [commands, told, asks]: [EcashStoreCommand[], AnyEventObject[], MintAsk[]] = [[], [], []];
  const accounts: string[] = [];
  let tell: ((signal: EcashStoreSignal) => void) | undefined;
  const mint = fromPromise<MintAnswer, MintAsk>(async ({ input }) => {
    asks.push(input);
    return answer(input);
  });
  const log = fromCallback<EcashStoreCommand, { account: string }>(
    ({ input, sendBack, receive }) => {
      accounts.push(input.account);
      tell = sendBack;
      receive((command) => commands.push(command));
    },
  );
  const machine = ecashMachine.provide({
    actors: {
      log,
      words: fromPromise(words),
      job: ecashJobMachine.provide({ actors: { mint } }),
      check: ecashCheckMachine.provide({ actors: { mint } }),
    },
  });
  const actor = createActor(machine, {
    input: { account: 'me', home: 'https://home.example' },
    clock,
  }).start();
  const from = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  return {
    actor,
    clock,
    commands,
    told,
    asks,
    accounts,
    from,
    say: (signal: EcashStoreSignal) => tell?.(signal),
    open: (...lines: readonly EcashLogEntry[]) =>
      tell?.({ type: 'ecashLog.opened', lines: [...BEGUN, ...lines] }),
    append: (...lines: readonly EcashLogEntry[]) => tell?.({ type: 'ecashLog.appended', lines }),
    lead: (leading = true) => tell?.({ type: 'ecashLog.leadershipChanged', leading }),
    order: (...orders: readonly EcashOrder[]) => {
      for (const one of orders) actor.send(one);
    },
    context: () => actor.getSnapshot().context,
    has: (tag: 'opening' | 'open' | 'broken') => actor.getSnapshot().hasTag(tag),
    jobs: () => Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('ecash ')),
    appended: () => commands.flatMap((one) => (one.type === 'ecashLog.append' ? one.lines : [])),
    settle: async () => {
      for (let turn = 0; turn < 30; turn++) await Promise.resolve();
    },
  };
}
const dismiss = (job: string): EcashOrder => ({ type: 'ecash.dismiss', job });

test('INV-SCOPE orders from before the log was read are logged in their order', () => {
  const { open, order, appended, has, accounts } = ecash();
  order(dismiss('a'), { type: 'ecash.allow', mint: OTHER }, dismiss('b'));
  expect([appended(), has('opening'), accounts]).toEqual([[], true, ['me']]);
  open();
  expect(has('open')).toBe(true);
  expect(appended()).toEqual([
    { type: 'dismissed', job: 'a' },
    { type: 'allowed', mint: OTHER },
    { type: 'dismissed', job: 'b' },
  ]);
  order(dismiss('c'));
  expect(appended()).toHaveLength(4);
});

test('INV-SCOPE each kind of order waits until the log was read', () => {
  const { open, order, appended, told, from, context } = ecash();
  const at = { mint: MINT, now } as const;
  const sending = { ...at, type: 'ecash.send', amount: 1, memo: '' } as const;
  order(
    { ...at, type: 'ecash.receive', job: '1', proofs: [NEW] },
    { type: 'ecash.keep', pubkey: KEY, key: secretOf('k'), from },
    { type: 'ecash.takeBack', job: '2', of: 's', now },
    { ...sending, job: '3' },
    { ...at, type: 'ecash.mint', job: '4', amount: 1 },
    { ...at, type: 'ecash.melt', job: '5', invoice: 'lnbc1', amount: 1 },
    { ...at, type: 'ecash.restore', job: '6', words: undefined },
    { type: 'ecash.callOff', job: '7', order: { ...sending, job: '7' }, from },
    { type: 'ecash.tell', job: 'none', from },
    { type: 'ecash.check', key: 'x', mint: MINT, proofs: [EIGHT] },
  );
  expect([appended(), told, context().waiting.length]).toEqual([[], [], 10]);
  open(wanted('s', send), prepared('s'), settled('s', [], [EIGHT]));
  const names = appended().map((line) => ('job' in line ? `${line.type} ${line.job}` : line.type));
  expect(names).toEqual([
    'wanted 1',
    'keyed',
    'wanted 2',
    'wanted 3',
    'wanted 4',
    'wanted 5',
    'wanted 6',
    'wanted 7',
    'dismissed 7',
  ]);
  expect(told).toEqual([{ type: 'ecash.unheard', job: 'none' }]);
  expect([context().checked.has('x'), context().waiting]).toEqual([true, []]);
});

test('E-48 a log that is not read in ten seconds is read again after thirty more', () => {
  const { clock, has, accounts, order, open, appended } = ecash();
  clock.increment(9_999);
  expect(has('broken')).toBe(false);
  clock.increment(1);
  expect(has('broken')).toBe(true);
  order(dismiss('a'));
  clock.increment(29_999);
  expect(accounts).toHaveLength(1);
  clock.increment(1);
  expect([accounts.length, has('opening')]).toEqual([2, true]);
  open();
  expect(appended()).toEqual([{ type: 'dismissed', job: 'a' }]);
});

test('E-48 a wallet without words makes them once, and tries again after a failure', async () => {
  const made = ecash(async () => secretOf('fresh'));
  made.say({ type: 'ecashLog.opened', lines: [] });
  await made.settle();
  expect(made.appended()).toMatchObject([{ type: 'seeded' }]);
  let count = 0;
  const failing = ecash(() => {
    count++;
    return Promise.reject(new Error('no chance'));
  });
  failing.say({ type: 'ecashLog.opened', lines: [] });
  await failing.settle();
  expect([failing.context().failure, count]).toEqual([{ code: 'noChance' }, 1]);
  failing.clock.increment(30_000);
  await failing.settle();
  expect(count).toBe(2);
  failing.append(seeded);
  failing.clock.increment(30_000);
  await failing.settle();
  expect(count).toBe(2);
  let calls = 0;
  const silent = ecash(() => {
    calls++;
    return never();
  });
  silent.say({ type: 'ecashLog.opened', lines: [] });
  silent.clock.increment(15_000);
  silent.clock.increment(30_000);
  expect(calls).toBe(2);
  const known = ecash(() => {
    calls++;
    return never();
  });
  known.open();
  expect([calls, known.appended()]).toEqual([2, []]);
});

test('E-42 only the leading tab works, on at most twenty jobs at allowed mints', () => {
  const lines = Array.from({ length: 25 }, (_, nth) => wanted(`${nth}`, send));
  const { open, lead, jobs, append, context } = ecash();
  open(...lines, wanted('other', { ...send, mint: OTHER }));
  expect(jobs()).toEqual([]);
  lead();
  expect([jobs().length, context().working.size, context().leading]).toEqual([20, 20, true]);
  append({ type: 'dismissed', job: '24' });
  expect(jobs()).toHaveLength(20);
  lead(false);
  expect([jobs(), context().working.size, context().leading]).toEqual([[], 0, false]);
});

test('E-42 an ended job makes room for the next one, and its actor is gone', async () => {
  const lines = Array.from({ length: 21 }, (_, nth) => wanted(`${nth}`, send));
  const { open, lead, jobs, append, settle } = ecash();
  open(...lines);
  lead();
  expect(jobs()).not.toContain('ecash 20');
  append(refused('0'));
  await settle();
  expect([jobs().includes('ecash 0'), jobs().includes('ecash 20'), jobs().length]).toEqual([
    false,
    true,
    20,
  ]);
});

test('E-42 a job whose step the log refuses prepares it again after a pause', async () => {
  const made = prepared('a');
  if (made.type !== 'prepared') throw new Error('not prepared');
  const { open, lead, say, asks, appended, settle, clock } = ecash(never, async () => ({
    is: 'prepared',
    prepared: made.prepared,
  }));
  open(wanted('a', send));
  lead();
  await settle();
  expect(appended()).toEqual([made]);
  say({ type: 'ecashLog.refused', lines: [made] });
  await settle();
  expect(asks).toHaveLength(1);
  clock.increment(60_000);
  await settle();
  expect(asks.map(({ act }) => act)).toMatchObject([
    { do: 'prepare', want: send },
    { do: 'prepare', want: send },
  ]);
});

test('E-42 a sleeping page lets another tab work, and stands by once it is awake', () => {
  const { actor, commands, open } = ecash();
  open();
  actor.send({ type: 'account.wakeChanged', on: false });
  actor.send({ type: 'account.wakeChanged', on: true });
  expect(commands).toEqual([{ type: 'ecashLog.resign' }, { type: 'ecashLog.standBy' }]);
});

test('E-42 a job that waits for its mint asks again at once if the user wants it', async () => {
  const { open, lead, order, asks, settle } = ecash(never, async () => ({
    is: 'waiting',
    reason: undefined,
  }));
  open(wanted('a', send));
  lead();
  await settle();
  const before = asks.length;
  expect([before > 0, asks[0]?.home, asks[0]?.mint]).toEqual([true, 'https://home.example', MINT]);
  order({ type: 'ecash.retry', job: 'nobody' });
  await settle();
  expect(asks).toHaveLength(before);
  order({ type: 'ecash.retry', job: 'a' });
  await settle();
  expect(asks.length).toBeGreaterThan(before);
});

test('ECASH-01 a watcher learns the result of its job once the log has it, or at once', () => {
  const { open, order, append, told, from } = ecash();
  const lines = [wanted('s', send), wanted('m', melt), wanted('g', receive)];
  open(...lines);
  for (const job of ['s', 'm', 'g', 'none']) order({ type: 'ecash.tell', job, from });
  expect(told).toEqual([{ type: 'ecash.unheard', job: 'none' }]);
  append(prepared('s'));
  expect(told).toHaveLength(1);
  append(settled('s', [], [EIGHT]));
  expect(told.at(-1)).toEqual({ type: 'ecash.given', job: 's', proofs: [EIGHT], feeSats: 0 });
  append(refused('m'), refused('g'));
  expect(told.slice(2)).toEqual([
    { type: 'ecash.ended', job: 'm', isPaid: false, reason: { code: 'silent' } },
    { type: 'ecash.moved', job: 'g', isDone: false, reason: { code: 'silent' } },
  ]);
  order({ type: 'ecash.tell', job: 's', from });
  expect(told.at(-1)).toMatchObject({ type: 'ecash.given', job: 's' });
  expect(told).toHaveLength(5);
});

test('ECASH-01 the fee of a payment is the ecash that neither returned nor was paid', () => {
  const { open, order, told, from } = ecash();
  open(wanted('m', melt), prepared('m', [0]), settled('m', [proof(9, 1)]));
  order({ type: 'ecash.tell', job: 'm', from });
  expect(told).toEqual([
    { type: 'ecash.ended', job: 'm', isPaid: true, preimage: 'p', feeSats: 1 },
  ]);
  const other = ecash();
  other.open(
    wanted('g', receive),
    {
      type: 'prepared',
      job: 'g',
      prepared: {
        api: 'v1',
        inputs: [NEW],
        outputs: { keyset: KEYSET, counter: 0, amounts: [4] },
        given: 0,
        fee: 0,
      },
    },
    settled('g', [proof(9, 4)]),
  );
  for (const job of ['g', 'r']) other.order({ type: 'ecash.tell', job, from: other.from });
  expect(other.told).toEqual([{ type: 'ecash.moved', job: 'g', isDone: true, sats: 4 }]);
});

test('NIP-61 the caller is notified once its key is stored, or at once if it was', () => {
  const { open, order, append, told, from, appended } = ecash();
  open();
  const keep = { type: 'ecash.keep', pubkey: KEY, key: secretOf('k'), from } as const;
  order(keep);
  expect([told, appended().length]).toEqual([[], 1]);
  append({ type: 'allowed', mint: OTHER });
  expect(told).toEqual([]);
  const line: EcashLogEntry = { type: 'keyed', pubkey: KEY, key: secretOf('k') };
  append(line);
  expect(told).toEqual([{ type: 'ecash.kept', pubkey: KEY }]);
  append(allowed);
  expect(told).toHaveLength(1);
  order(keep);
  expect(told).toHaveLength(2);
});

test('E-39 an order that the log refuses has failed, unless another tab may still log it', () => {
  const { open, order, say, told, from } = ecash();
  open();
  const base = { mint: MINT, now, from } as const;
  order(
    { ...base, type: 'ecash.send', job: 's', amount: 8, memo: '' },
    { ...base, type: 'ecash.receive', job: 'g', proofs: [NEW] },
  );
  say({ type: 'ecashLog.refused', lines: [wanted('s', send), wanted('g', receive)] });
  const failed = (type: string, job: string, field: string) => ({
    type,
    job,
    [field]: false,
    reason: { code: 'notPaid' },
  });
  expect(told).toEqual([
    failed('ecash.ended', 's', 'isPaid'),
    failed('ecash.moved', 'g', 'isDone'),
  ]);
  say({ type: 'ecashLog.writeFailed', lines: [wanted('s', send), wanted('g', receive)] });
  expect(told.slice(2)).toEqual([failed('ecash.moved', 'g', 'isDone')]);
  say({ type: 'ecashLog.refused', lines: [wanted('unwatched', send), allowed] });
  expect(told).toHaveLength(3);
});

test('E-39 E-42 a payment that cannot be called off is reported with its reason', () => {
  const { open, order, say, told, from, context, append } = ecash();
  open(wanted('a', send), prepared('a'));
  const off = (job: string) => ({
    type: 'ecash.callOff' as const,
    job,
    from,
    order: { type: 'ecash.send' as const, job, mint: MINT, amount: 8, memo: '', now },
  });
  order(off('a'), off('gone'));
  told.length = 0;
  const line = (job: string): EcashLogEntry => ({ type: 'dismissed', job });
  say({ type: 'ecashLog.refused', lines: [line('a'), line('gone'), line('unwatched')] });
  expect(told).toEqual([
    { type: 'ecash.held', job: 'a', why: 'told' },
    { type: 'ecash.held', job: 'gone', why: 'forgotten' },
  ]);
  expect(context().isUnkept).toBe(false);
  say({ type: 'ecashLog.writeFailed', lines: [line('a')] });
  expect([told.at(-1), context().isUnkept]).toEqual([
    { type: 'ecash.held', job: 'a', why: 'unkept' },
    true,
  ]);
  append(refused('a'));
  expect(context().isUnkept).toBe(false);
  say({ type: 'ecashLog.refused', lines: [line('a')] });
  expect(told.at(-1)).toEqual({
    type: 'ecash.ended',
    job: 'a',
    isPaid: false,
    reason: { code: 'silent' },
  });
});

test('E-42 proofs are checked only at an allowed mint, once at a time, and the result is kept', async () => {
  let answer: MintAnswer = { is: 'checked', spent: [false] };
  const { open, order, asks, context, settle, appended, clock } = ecash(never, async () => answer);
  open(wanted('s', send), prepared('s'), settled('s', [], [EIGHT]));
  const check = (key: string, mint: string = MINT) =>
    order({ type: 'ecash.check', key, mint, proofs: [EIGHT] });
  check('x', OTHER);
  expect([asks, context().checked.size]).toEqual([[], 0]);
  check('s');
  check('s');
  expect([context().checked.has('s'), context().checked.get('s')]).toEqual([true, undefined]);
  await settle();
  expect([asks.length, context().checked.get('s'), appended()]).toEqual([1, 'unspent', []]);
  const home = 'https://home.example';
  expect(asks).toMatchObject([{ mint: MINT, home, act: { do: 'check', proofs: [EIGHT] } }]);
  answer = { is: 'checked', spent: [true] };
  check('s');
  check('x');
  await settle();
  expect([context().checked.get('s'), context().checked.get('x')]).toEqual(['spent', 'spent']);
  expect(appended()).toEqual([{ type: 'spent', job: 's' }]);
  answer = { is: 'waiting', reason: undefined };
  check('x');
  await settle();
  expect(context().checked.get('x')).toBe('unknown');
  clock.increment(60_000);
  expect([context().checked.get('s'), context().checked.get('x')]).toEqual(['spent', 'unknown']);
});

test('NOTE-21 an answer that ecash is unspent is forgotten after a minute, a newer one later', async () => {
  const { open, order, context, settle, clock } = ecash(never, async () => ({
    is: 'checked',
    spent: [false],
  }));
  open();
  const check = async () => {
    order({ type: 'ecash.check', key: 's', mint: MINT, proofs: [EIGHT] });
    await settle();
  };
  const found = () => context().checked.get('s');
  await check();
  clock.increment(59_000);
  expect(found()).toBe('unspent');
  await check();
  clock.increment(59_000);
  expect(found()).toBe('unspent');
  clock.increment(1_000);
  expect([found(), context().checked.has('s')]).toEqual([undefined, false]);
});

test('E-60 the results of two hundred checks are kept', async () => {
  const { open, order, context, settle } = ecash(never, async () => ({
    is: 'checked',
    spent: [true],
  }));
  open();
  for (let nth = 0; nth < 202; nth++) {
    order({ type: 'ecash.check', key: `${nth}`, mint: MINT, proofs: [EIGHT] });
    await settle();
  }
  expect([context().checked.size, context().checked.has('0'), context().checked.has('1')]).toEqual([
    201,
    false,
    true,
  ]);
});
