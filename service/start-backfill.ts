import { setTimeout as pause } from 'node:timers/promises';
import { seconds } from '../src/events/core/time.ts';
import { isDiskFull, StoreUnavailable } from './errors.ts';
import type { Store } from './store/store.ts';

/** Events that are read in one transaction. */
const AT_ONCE = 500;
/** Pause after a transaction, so that a full store does not slow down its readers. */
const REST_MS = 100;
/** Pause while another process does the work, or the store cannot be written. */
const WAIT_MS = 30_000;
const LEASE = seconds(60);

/**
 * Derive the missing data of events that an earlier version stored, in the background. Of several
 * processes one does it. Returns the function that stops it.
 */
export function startBackfill(
  store: Pick<Store, 'onlyHere' | 'backfillDecorations'>,
  failed: (where: string, error: unknown) => void,
  rest = REST_MS,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const work = async () => {
    for (let step = await readSome(store); step !== 'done'; step = await readSome(store)) {
      const length = step === 'more' ? rest : WAIT_MS;
      await pause(length, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    }
  };
  const working = work().catch((error: unknown) => failed('backfill', error));
  return async () => {
    ending.abort();
    await working;
  };
}

async function readSome({
  onlyHere,
  backfillDecorations,
}: Pick<Store, 'onlyHere' | 'backfillDecorations'>): Promise<'more' | 'later' | 'done'> {
  try {
    if (!(await onlyHere('backfill', LEASE))) return 'later';
    return (await backfillDecorations(AT_ONCE)) ? 'more' : 'done';
  } catch (error) {
    if (error instanceof StoreUnavailable || isDiskFull(error)) return 'later';
    throw error;
  }
}
