/**
 * A thread that runs long queries on a read-only connection of its own, several by turns. It yields
 * the processor to the main thread.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { seconds, type Seconds } from '../../../src/events/core/time.ts';
import { longQuery } from '../long-queries.ts';
import type { FromLane, LaneData, ToLane } from './lane-messages.ts';
import { openReadOnly, synchronousDatabase } from './sqlite-database.ts';
import { openTimeSlices } from './time-slices.ts';

/** With this niceness busy readers hardly delay the main thread. Only Linux sets it by thread. */
const NICE = 10;

if (process.platform === 'linux') setPriority(0, NICE);

const { path }: LaneData = workerData;
let now: Seconds = seconds(0);
const database = synchronousDatabase(openReadOnly(path, () => now));
const run = openTimeSlices();
const running = new Map<number, AbortController>();

const tell = (message: FromLane): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToLane) => {
  if ('stop' in message) running.get(message.stop)?.abort();
  else void answer(message);
});
tell({ ready: true });

async function answer(asked: Exclude<ToLane, { readonly stop: number }>): Promise<void> {
  const controller = new AbortController();
  running.set(asked.job, controller);
  now = asked.now;
  try {
    const result = await run(longQuery(database, asked.name, asked.args), controller.signal);
    tell({ job: asked.job, answer: result });
  } catch (error) {
    tell({ job: asked.job, failed: String(error) });
  } finally {
    running.delete(asked.job);
  }
}
