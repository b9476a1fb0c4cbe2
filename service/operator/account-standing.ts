import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/store.ts';

/** Events that are changed in one transaction: a service that runs on the same store waits no longer than for these. */
const AT_ONCE = 50;
/** Milliseconds between two transactions, in which others may have theirs. */
const REST_MS = 2;

/** Whether the operator denied an account. */
export async function isDenied(store: Pick<Store, 'standingsOf'>, pubkey: string): Promise<boolean> {
  return (await store.standingsOf([pubkey])).get(pubkey) === 'denied';
}

/** Denies an account: nothing of it is taken from now on, and what is here is withheld. Gives how many events that were. May be cut off and done again. */
export async function denyAccount(store: Store, pubkey: string, note: string): Promise<number> {
  await store.setStanding(pubkey, 'denied', note);
  return withholdAll(store, pubkey);
}

/** Takes that back, with what was withheld. May be cut off and done again. */
export async function readmitAccount(store: Store, pubkey: string): Promise<number> {
  await store.clearStanding(pubkey, 'denied');
  const own = await all(() => store.release(pubkey, AT_ONCE));
  return own + (await walk((after) => store.releaseRepeats(pubkey, after, AT_ONCE)));
}

/** Withholds what is here of an account, also inside of others' reposts and receipts. */
export async function withholdAll(store: Store, pubkey: string): Promise<number> {
  const own = await all(() => store.withhold(pubkey, AT_ONCE));
  return own + (await walk((after) => store.withholdRepeats(pubkey, after, AT_ONCE)));
}

/** Forgets an event for good, and withholds what repeats it. Gives whether it was here, and how many others repeat it. */
export async function forgetEvent(store: Store, id: string): Promise<{ readonly isForgotten: boolean; readonly repeats: number }> {
  const isForgotten = await store.forget(id);
  return { isForgotten, repeats: await walk((after) => store.withholdRepeats(id, after, AT_ONCE)) };
}

/** Name of the row that says that it was done. */
const OLD_REPEATS = 'old_repeats';

/** Once for each store: an earlier version of the service left others' reposts and receipts of what is denied or forgotten. May be cut off and done again. */
export async function withholdOldRepeats(store: Store): Promise<void> {
  if ((await store.noted(OLD_REPEATS)) !== undefined) return;
  await walk((after) => store.withholdRepeats(undefined, after, AT_ONCE));
  await store.note(OLD_REPEATS, 'withheld');
}

async function walk(step: (after: number) => Promise<{ readonly count: number; readonly next: number | undefined }>): Promise<number> {
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
