import { expect, test } from 'vitest';
import { arrival } from '../../../../tests/support/connection/fake-cache.ts';
import type { BatchCounts } from '../verify/frame-batch.ts';
import { openBackpressure } from './backpressure.ts';

/** A source with that many batches, and a main thread that acknowledges none by itself. */
function flowOf(batches: number, excess = false, rest?: number) {
  const handed: string[] = [];
  let jobs: Array<() => void> = [];
  let left = batches;
  let exceeded = 0;
  const take = (): BatchCounts => {
    const arrivals = left > 0 ? [arrival(String(left--))] : [];
    return { arrivals, more: left > 0, rest, excess };
  };
  const flow = openBackpressure({
    take,
    hand: ([one]) => handed.push(one?.id ?? ''),
    exceeded: () => exceeded++,
    later: (run) => jobs.push(run),
    after: (ms, run) => rests.push({ ms, run }),
  });
  const rests: { ms: number; run: () => void }[] = [];
  /** Runs one round of deferred callbacks. */
  const pass = () => {
    const now = jobs;
    jobs = [];
    for (const job of now) job();
    return now.length;
  };
  const settle = () => {
    while (pass() > 0);
  };
  return {
    ...flow,
    handed,
    pass,
    settle,
    exceeded: () => exceeded,
    rested: () => rests.splice(0).map(({ ms, run }) => (run(), ms)),
  };
}

test('several wakes before its turn cause one turn; each turn hands over one batch, so commands get in', () => {
  const flow = flowOf(3);
  for (let n = 0; n < 10; n++) flow.wake();
  expect(flow.pass()).toBe(1);
  expect(flow.handed).toEqual(['3']);
  flow.settle();
  expect(flow.handed).toEqual(['3', '2', '1']);
});

test('E-27 a slow main thread gets at most six batches ahead, and the flow resumes where it stopped', () => {
  const flow = flowOf(20);
  flow.wake();
  flow.settle();
  expect(flow.handed).toHaveLength(6);
  flow.taken();
  flow.settle();
  expect(flow.handed).toHaveLength(7);
  for (let n = 0; n < 20; n++) {
    flow.taken();
    flow.settle();
  }
  expect(flow.handed).toHaveLength(20);
});

test('a stopped flow hands over nothing, not even deferred batches; excess is reported once', () => {
  const stopped = flowOf(3);
  stopped.wake();
  stopped.stop();
  stopped.settle();
  stopped.wake();
  stopped.settle();
  expect(stopped.handed).toEqual([]);
  const over = flowOf(3, true);
  over.wake();
  over.settle();
  expect([over.exceeded(), over.handed]).toEqual([1, []]);
});

test('after the visible results it pauses, even if woken, and then continues', () => {
  const flow = flowOf(2, false, 100);
  flow.wake();
  flow.settle();
  flow.taken();
  flow.wake();
  flow.settle();
  expect(flow.handed).toEqual(['2']);
  expect(flow.rested()).toEqual([100]);
  flow.settle();
  expect(flow.handed).toEqual(['2', '1']);
});
