import type { Store } from '../store/store.ts';

/** Events that are changed in one transaction: a service that runs on the same store waits no longer than for these. */
const AT_ONCE = 50;

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
  return all(() => store.release(pubkey, AT_ONCE));
}

/** Withholds what is here of an account. */
export function withholdAll(store: Store, pubkey: string): Promise<number> {
  return all(() => store.withhold(pubkey, AT_ONCE));
}

async function all(some: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let count = await some(); count > 0; count = await some()) sum += count;
  return sum;
}
