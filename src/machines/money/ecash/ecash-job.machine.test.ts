import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
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
const PREPARED = { marked: true } as unknown as Prepared;
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
