import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/store.ts';

/**
 * Events that are changed in one transaction. A service on the same store waits no longer than for
 * these.
 */
const AT_ONCE = 50;
/** Milliseconds between two transactions, so that others can run. */
const REST_MS = 2;

/** True if the operator denied the account. */
export async function isDenied(
  store: Pick<Store, 'standingsOf'>,
  pubkey: string,
): Promise<boolean> {
  return (await store.standingsOf([pubkey])).get(pubkey) === 'denied';
}

/**
 * Deny an account: its future events are refused, and stored ones are withheld. Returns their
 * number. Can be interrupted and repeated.
 */
export async function denyAccount(store: Store, pubkey: string, note: string): Promise<number> {
  await store.setStanding(pubkey, 'denied', note);
  return withholdAll(store, pubkey);
}

/** Readmit an account and release its events. Can be interrupted and repeated. */
export async function readmitAccount(store: Store, pubkey: string): Promise<number> {
  await store.clearStanding(pubkey, 'denied');
  const own = await all(() => store.release(pubkey, AT_ONCE));
  return own + (await walk((after) => store.releaseRepeats(pubkey, after, AT_ONCE)));
}

/** Withhold the events of an account, also inside others' reposts and receipts. */
export async function withholdAll(store: Store, pubkey: string): Promise<number> {
  const own = await all(() => store.withhold(pubkey, AT_ONCE));
  return own + (await walk((after) => store.withholdRepeats(pubkey, after, AT_ONCE)));
}

/**
 * Delete an event for good, and withhold events that contain it. Returns whether it was stored, and
 * the number of the others.
 */
export async function forgetEvent(
  store: Store,
  id: string,
): Promise<{ readonly isForgotten: boolean; readonly repeats: number }> {
  const isForgotten = await store.forget(id);
  return { isForgotten, repeats: await walk((after) => store.withholdRepeats(id, after, AT_ONCE)) };
}

/** Name of the row that marks completion. */
const OLD_REPEATS = 'old_repeats';

/**
 * Withhold reposts and receipts of denied or removed events that an earlier version left, once for
 * each store. Can be interrupted and repeated.
 */
export async function withholdOldRepeats(store: Store): Promise<void> {
  if ((await store.noted(OLD_REPEATS)) !== undefined) return;
  await walk((after) => store.withholdRepeats(undefined, after, AT_ONCE));
  await store.note(OLD_REPEATS, 'withheld');
}

async function walk(
  step: (after: number) => Promise<{ readonly count: number; readonly next: number | undefined }>,
): Promise<number> {
  let sum = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { count, next } = await step(after);
    sum += count;
    after = next;
    if (after !== undefined) await sleep(REST_MS);
  }
  return sum;
}

async function all(some: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let count = await some(); count > 0; count = await some()) {
    sum += count;
    await sleep(REST_MS);
  }
  return sum;
}
