import type { Seconds } from '../../../src/events/time.ts';
import { isDiskFull } from '../../trouble.ts';
import type { Asked } from '../asked.ts';
import { insertBatch, sweeper } from '../batch.ts';
import { databaseInSteps } from '../database.ts';
import { completed, openListeners, type StoreOptions } from '../opening.ts';
import { questionsOn } from '../questions.ts';
import type { Store } from '../store.ts';
import { POSTGRES } from './dialect.ts';
import { unfit } from './errors.ts';
import { LIMITS, openLines } from './lines.ts';
import { migrate } from './migrate.ts';
import { stepper } from './steps.ts';

/**
 * Opens the store in a PostgreSQL database (`postgres://...`), whose tables are made where they are missing. Rejects with `StoreAway` where it
 * cannot be reached, and with `UnfitStore` where it cannot be used. Later questions reject with `StoreAway` as long as it is away.
 */
export async function openPostgresStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const { now, verify, onFull } = completed(options);
  const lines = openLines(url, LIMITS);
  try {
    await migrate(lines);
  } catch (error) {
    await lines.close();
    throw unfit(error);
  }
  const take = stepper(lines);
  const run = async <T>(asked: Asked<T>): Promise<T> => {
    try {
      return await take(asked);
    } catch (error) {
      if (isDiskFull(error)) onFull();
      throw error;
    }
  };
  const database = databaseInSteps(now, POSTGRES);
  const sweep = sweeper(database, verify);
  const sweepNow = eachSecond(now, sweep);
  const { tell, onInserted } = openListeners();
  return {
    ...questionsOn(database, run, sweepNow),
    sweep: () => run(sweep()),
    async insert(events, relay) {
      await run(sweepNow());
      const inserted = await run(insertBatch(database, verify, events, relay));
      tell(inserted);
      return inserted;
    },
    onInserted,
    // what is committed is on the server's disk
    checkpoint: async () => undefined,
    close: () => lines.close(),
  };
}

/** Looks once a second whether something is due: it is a question to the server that each filter, and each batch of events, would wait for. */
function eachSecond(now: () => Seconds, sweep: () => Asked<void>): () => Asked<void> {
  let last: Seconds | undefined;
  return function* () {
    const time = now();
    if (time === last) return;
    last = time;
    yield* sweep();
  };
}
