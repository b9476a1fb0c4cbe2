import { type Bank, openBank } from '../../../service/money/open-bank.ts';
import { type Guard, openGuard } from '../../../service/relay/enforce-policy.ts';
import { POLICY } from '../../../service/relay/policy.ts';
import { openStore, type SqliteStore } from '../../../service/store/sqlite/sqlite-store.ts';
import { type EventVerifier, openEventVerifier } from '../../../service/verify.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { memberOf } from '../service/village.ts';
import { signed } from '../events/signed.ts';

/** A bank in memory with wallets for Ann and Ben. */
export interface PlayBank {
  readonly store: SqliteStore;
  readonly bank: Bank;
  readonly gate: EventVerifier;
  readonly guard: Guard;
  readonly ann: string;
  readonly ben: string;
  /** The store's clock, in seconds. */
  readonly clock: { now: number };
}

export const ORIGIN = 'http://127.0.0.1:4870';
const [ANN, BEN] = [signed({}, 1).pubkey, signed({}, 2).pubkey];

export async function openPlayBank(now = 1_760_000_000): Promise<PlayBank> {
  const clock = { now };
  const gate = await openEventVerifier();
  const store = openStore(':memory:', { now: () => seconds(clock.now), verify: gate.verify });
  await store.putMembers([memberOf(ANN, { name: 'ann' }), memberOf(BEN, { name: 'ben' })]);
  const owners = [
    { name: 'ann', displayName: 'Ann', pubkey: ANN },
    { name: 'ben', displayName: 'Ben', pubkey: BEN },
  ];
  const guard = openGuard(store, POLICY);
  const bank = await openBank({
    store,
    gate,
    guard,
    origin: ORIGIN,
    relay: 'ws://127.0.0.1:4870/',
    provider: undefined,
    owners,
  });
  return { store, bank, gate, guard, ann: ANN, ben: BEN, clock };
}
