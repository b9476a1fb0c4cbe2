import type { AnyActorRef } from 'xstate';
import { machinesBelow } from '../../core/refs-below.ts';
import { objectsIn } from './left-out.ts';
import { pathOf } from './recorder.ts';

/** The actors that know the accounts of this browser. */
const KNOWING = ['account', 'account/session'];

/** Return the public keys of the accounts of this browser. */
export function runningAccounts(root: AnyActorRef): readonly string[] {
  const found: string[] = [];
  for (const [ref, { context }] of machinesBelow(root))
    if (KNOWING.includes(pathOf(ref).join('/')))
      for (const one of objectsIn([context.account, context.accounts]))
        if ('pubkey' in one && typeof one.pubkey === 'string') found.push(one.pubkey);
  return found;
}
