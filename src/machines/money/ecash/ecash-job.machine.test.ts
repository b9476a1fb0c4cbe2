import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Prepared } from '../../../events/money/ecash/ecash-log-entry.ts';
import type { EcashJob } from '../../../events/money/ecash/ecash-log.ts';
import { ecashJobMachine, type JobPurse } from './ecash-job.machine.ts';
import type { MintAnswer } from './ecash-protocol.ts';

const MINT = 'https://mint.example';
const PURSE: JobPurse = {
  words: undefined,
  keys: new Map(),
  free: [],
  counters: new Map(),
  known: [],
  isBusy: false,
};
const PREPARED: Prepared = {
  api: 'v1',
  inputs: [],
  outputs: { keyset: 'a', counter: 9, amounts: [4, 1] },
  given: 0,
  fee: 0,
  quote: 'q',
};
const jobOf = (more: Partial<EcashJob> = {}): EcashJob => ({
  job: 'j',
  want: { type: 'send', mint: MINT, amount: 5, memo: '' },
  at: seconds(1),
  prepared: undefined,
  settled: undefined,
  reason: undefined,
  tries: 0,
  isSpent: false,
  isDismissed: false,
  ...more,
});
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(record = jobOf(), purse = PURSE) {
  const ports = fakePromises();
  const told: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const job = ecashJobMachine.provide({ actors: { mint: ports.port('mint') } });
  const house = setup({ types: { events: {} as AnyEventObject }, actors: { job } }).createMachine({
    invoke: { id: 'job', src: 'job', input: { record, purse, home: 'https://here.example' } },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['job'] as ActorRefFrom<typeof ecashJobMachine>;
  return {
    asked: () => ports.all.map(({ input }) => (input as { act: { do: string } }).act.do),
    lines: () =>
      told.flatMap(({ type, lines }) =>
        type === 'ecash.lines' ? [lines.map((line: AnyEventObject) => line.type)] : [],
      ),
    inputs: () => ports.all.map(({ input }) => input),
    news: () => told.flatMap(({ lines }) => lines as readonly AnyEventObject[]),
    answer: async (answer: MintAnswer) => {
      await ports.answer(answer);
      await settle();
    },
    fail: async () => {
      await ports.fail();
      await settle();
    },
    record: (more: Partial<EcashJob>) =>
      actor.send({ type: 'job.record', record: { ...record, ...more }, purse }),
    send: actor.send,
    wait: (ms: number) => elapse(clock, ms, 500),
    state: () => actor.getSnapshot().value,
    reason: () => actor.getSnapshot().context.reason,
    isOver: () => actor.getSnapshot().status === 'done',
  };
}

test('E-42 a request is sent to the mint only after it is logged', async () => {
  const it = start();
  expect(it.asked()).toEqual(['prepare']);
  // the log told nothing new: the mint is not asked again
  it.record({});
  expect(it.asked()).toEqual(['prepare']);
  await it.answer({ is: 'prepared', prepared: PREPARED });
  expect([it.lines(), it.asked()]).toEqual([[['prepared']], ['prepare']]);
  it.record({ prepared: PREPARED });
  expect(it.asked()).toEqual(['prepare', 'send']);
  await it.answer({ is: 'settled', settled: {} as never });
  expect([it.lines().at(-1), it.isOver()]).toEqual([['settled'], false]);
  it.record({ prepared: PREPARED, settled: {} as never });
  expect(it.isOver()).toBe(true);
});

test('E-42 a request of an earlier session is sent again only if the mint never received it', async () => {
  const it = start(jobOf({ prepared: PREPARED }));
  expect(it.asked()).toEqual(['look']);
  await it.answer({ is: 'untouched' });
  expect(it.asked()).toEqual(['look', 'send']);
  await it.answer({ is: 'untouched' });
  expect([it.state(), it.lines()]).toEqual(['resting', []]);
  it.send({ type: 'job.retry' });
  expect(it.asked().at(-1)).toBe('look');
  expect(start(jobOf({ reason: { code: 'silent' } })).isOver()).toBe(true);
});

test('E-42 INV-PROGRESS a mint without an answer is asked again after 4 and 8 seconds, or by a wish', async () => {
  const it = start();
  it.wait(119_500);
  expect(it.state()).toBe('preparing');
  it.wait(500);
  expect([it.state(), it.reason()]).toEqual(['resting', { code: 'silent' }]);
  it.wait(3_500);
  expect(it.asked()).toHaveLength(1);
  it.wait(500);
  expect(it.asked()).toHaveLength(2);
  await it.fail();
  it.wait(7_500);
  expect(it.asked()).toHaveLength(2);
  it.wait(500);
  expect(it.asked()).toHaveLength(3);
  await it.answer({ is: 'waiting', reason: { code: 'notEnough' } });
  expect(it.reason()).toEqual({ code: 'notEnough' });
  it.send({ type: 'job.retry' });
  expect(it.asked()).toHaveLength(4);
  await it.fail();
  // after a request the pauses restart
  it.wait(4_000);
  expect(it.asked()).toHaveLength(5);
});

test('E-42 an invoice that is shown is looked up every three seconds', async () => {
  const it = start(
    jobOf({
      want: { type: 'mint', mint: MINT, amount: 5 } as EcashJob['want'],
      prepared: PREPARED,
    }),
  );
  for (let nth = 1; nth < 10; nth++) {
    await it.answer({ is: 'waiting', reason: undefined });
    it.wait(2_500);
    expect(it.asked()).toHaveLength(nth);
    it.wait(500);
    expect(it.asked()).toHaveLength(nth + 1);
  }
});

test('E-42 too few proofs are waited for while other jobs may return change, and refused otherwise', async () => {
  const refused = { is: 'refused', reason: { code: 'notEnough' } } as const;
  const busy = start(jobOf(), { ...PURSE, isBusy: true });
  await busy.answer(refused);
  expect([busy.state(), busy.lines()]).toEqual(['resting', []]);
  busy.send({ type: 'job.freed', purse: PURSE });
  expect(busy.asked()).toEqual(['prepare', 'prepare']);
  await busy.answer(refused);
  expect(busy.lines()).toEqual([['refused']]);
  const other = start(jobOf(), { ...PURSE, isBusy: true });
  await other.answer({ is: 'refused', reason: { code: 'inUse' } });
  expect(other.lines()).toEqual([['refused']]);
});

test('E-42 used outputs are released and retried a limited number of times', async () => {
  const it = start(jobOf({ prepared: PREPARED }));
  await it.answer({ is: 'used' });
  expect(it.lines()).toEqual([['released']]);
  it.record({ prepared: undefined, tries: 1 });
  expect(it.asked()).toEqual(['look', 'prepare']);
  const tired = start(jobOf({ prepared: PREPARED, tries: 20 }));
  await tired.answer({ is: 'used' });
  expect(tired.lines()).toEqual([['refused']]);
});

test('INV-NO-LOSS a log that takes nothing is waited for 15 seconds, and one that refuses leads to a pause', async () => {
  const silent = start();
  await silent.answer({ is: 'prepared', prepared: PREPARED });
  silent.wait(14_500);
  expect(silent.asked()).toEqual(['prepare']);
  silent.wait(500);
  expect(silent.asked()).toEqual(['prepare', 'prepare']);
  const refusing = start();
  await refusing.answer({ is: 'prepared', prepared: PREPARED });
  refusing.record({});
  expect([refusing.state(), refusing.asked()]).toEqual(['resting', ['prepare']]);
  const settled = start(jobOf({ prepared: PREPARED }));
  await settled.answer({ is: 'settled', settled: {} as never });
  settled.record({});
  expect(settled.state()).toBe('resting');
  settled.record({ settled: {} as never });
  expect(settled.isOver()).toBe(true);
});

test('E-42 the mint is asked with the current proofs, keys and words of the wallet', async () => {
  const words = secretOf('words');
  const purse: JobPurse = {
    words,
    keys: new Map([['k', secretOf('key')]]),
    free: [],
    counters: new Map([['a', 3]]),
    known: ['c'],
    isBusy: false,
  };
  const { want } = jobOf();
  const base = { mint: MINT, home: 'https://here.example', words, keys: purse.keys };
  const it = start(jobOf(), purse);
  const act = { do: 'prepare', want, free: [], counters: purse.counters };
  expect(it.inputs()).toEqual([{ ...base, act }]);
  const counters = new Map([['a', 9]]);
  it.send({ type: 'job.freed', purse: { ...purse, counters } });
  expect(it.inputs().at(-1)).toEqual({ ...base, act: { ...act, counters } });
  await it.answer({ is: 'prepared', prepared: PREPARED });
  it.record({ prepared: PREPARED });
  expect(it.inputs().at(-1)).toMatchObject({
    act: { do: 'send', want, prepared: PREPARED, free: purse.free },
  });
  const others = secretOf('others');
  const restore = (own?: Secret<string>) =>
    start(jobOf({ want: { type: 'restore', mint: MINT, words: own } }), purse).inputs();
  expect(restore()).toEqual([{ ...base, act: { do: 'restore', known: ['c'] } }]);
  expect(restore(others)).toEqual([
    { ...base, words: others, act: { do: 'restore', known: ['c'] } },
  ]);
});

test('E-42 each answer of a mint becomes one line of the log with all of its fields', async () => {
  const settled = { kept: [], given: [] };
  const line = async (answer: MintAnswer, more: Partial<EcashJob> = {}) => {
    const it = start(jobOf({ prepared: PREPARED, ...more }));
    await it.answer(answer);
    return it.news();
  };
  expect(await line({ is: 'settled', settled })).toEqual([{ type: 'settled', job: 'j', settled }]);
  const reason = { code: 'spent' } as const;
  expect(await line({ is: 'refused', reason, gone: ['c'] })).toEqual([
    { type: 'refused', job: 'j', reason, gone: ['c'] },
  ]);
  expect([
    await line({ is: 'used' }, { tries: 19 }),
    await line({ is: 'used' }, { tries: 20 }),
  ]).toEqual([
    [{ type: 'released', job: 'j' }],
    [{ type: 'refused', job: 'j', reason: { code: 'inUse' } }],
  ]);
});

test('E-42 a request that fails while it is sent or looked up is looked up after a pause', async () => {
  const it = start(jobOf({ prepared: PREPARED }));
  await it.fail();
  expect([it.state(), it.reason()]).toEqual(['resting', { code: 'silent' }]);
  it.wait(4_000);
  expect(it.asked()).toEqual(['look', 'look']);
  await it.answer({ is: 'untouched' });
  await it.fail();
  expect([it.state(), it.asked().at(-1)]).toEqual(['resting', 'send']);
  it.wait(8_000);
  await it.answer({ is: 'untouched' });
  await it.answer({ is: 'waiting', reason: { code: 'notPaid' } });
  expect([it.state(), it.reason()]).toEqual(['resting', { code: 'notPaid' }]);
  for (const isSent of [false, true]) {
    const silent = start(jobOf({ prepared: PREPARED }));
    if (isSent) await silent.answer({ is: 'untouched' });
    silent.wait(119_500);
    expect(silent.state()).toBe(isSent ? 'sending' : 'looking');
    silent.wait(500);
    expect([silent.state(), silent.reason()]).toEqual(['resting', { code: 'silent' }]);
  }
});

test('E-42 a job that ends or is released while it waits for the log goes on from its new state', async () => {
  const waiting = async () => {
    const it = start();
    await it.answer({ is: 'prepared', prepared: PREPARED });
    return it;
  };
  const ended = await waiting();
  ended.record({ isDismissed: true });
  expect([ended.isOver(), ended.asked()]).toEqual([true, ['prepare']]);
  const released = await waiting();
  released.record({ tries: 1 });
  expect(released.asked()).toEqual(['prepare', 'prepare']);
  const resting = start();
  await resting.fail();
  resting.record({});
  expect(resting.state()).toBe('resting');
  resting.record({ isDismissed: true });
  expect(resting.isOver()).toBe(true);
  const preparing = start();
  preparing.record({ prepared: PREPARED });
  expect(preparing.asked()).toEqual(['prepare', 'look']);
});

test('E-42 after sixty looks a shown invoice is looked up every five minutes', async () => {
  const mint: EcashJob['want'] = { type: 'mint', mint: MINT, amount: 5 };
  const it = start(jobOf({ want: mint, prepared: PREPARED }));
  for (let nth = 1; nth < 60; nth++) {
    await it.fail();
    it.wait(3_000);
  }
  expect(it.asked()).toHaveLength(60);
  await it.fail();
  it.wait(3_000);
  expect(it.asked()).toHaveLength(60);
  it.wait(297_000);
  expect(it.asked()).toHaveLength(61);
  const paid = start(jobOf({ want: mint }));
  await paid.answer({ is: 'prepared', prepared: PREPARED });
  paid.record({ prepared: PREPARED });
  expect(paid.asked()).toEqual(['prepare', 'look']);
});

test('E-42 a paid invoice is minted with later secrets, beyond those of other jobs', async () => {
  const record = jobOf({
    want: { type: 'mint', mint: MINT, amount: 5 },
    prepared: PREPARED,
  });
  const it = start(record, { ...PURSE, counters: new Map([['a', 40]]) });
  await it.answer({ is: 'untouched' });
  const at = (counter: number) => ({ ...PREPARED, outputs: { ...PREPARED.outputs, counter } });
  await it.answer({ is: 'prepared', prepared: at(30) });
  expect(it.news()).toEqual([{ type: 'prepared', job: 'j', prepared: at(40) }]);
  it.record({ prepared: at(40) });
  it.wait(4_000);
  expect(it.asked()).toEqual(['look', 'send', 'look']);
});
