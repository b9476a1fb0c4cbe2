import type { PromiseActorLogic } from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import {
  type StoredSecret,
  nextPlace,
  ownersOf,
  sealedPartOf,
} from '../../../events/account/keys/stored-secret.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type {
  PinChanged,
  PinChangeOrder,
} from '../../../machines/account/keys/pin-change.machine.ts';
import type { AccountStore } from '../session/account-store.ts';
import type { KeyWorkerClient } from './key-worker-client.ts';
import { lockedKeyText, whyShut } from './secret-store.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

export interface PinChangeDeps {
  readonly keys: KeyWorkerClient;
  readonly store: AccountStore;
  readonly now: () => Seconds;
}

/**
 * The `change` port: sets, changes or removes the PIN of a stored key (ACCOUNT-22). The new form is
 * written in one step over the earlier one, and the device keys of the earlier one are deleted much
 * later (`endPast`). So some form opens at each moment, even after a crash.
 */
export function changePinPort(deps: PinChangeDeps): PromiseActorLogic<PinChanged, PinChangeOrder> {
  return promiseAdapter(async ({ input, signal }) => {
    const old = spent(input.old);
    const next = spent(input.next);
    return deps.store.alone(input.account, async () => change(input, { old, next }, deps, signal));
  });
}

interface Typed {
  readonly old: string;
  readonly next: string;
}

async function change(
  { account, act }: PinChangeOrder,
  { old, next }: Typed,
  deps: PinChangeDeps,
  signal: AbortSignal,
): Promise<PinChanged> {
  const { keys, store } = deps;
  const before = store.secret(account);
  if (before?.kept !== (act === 'set' ? 'device' : 'pin')) return { problem: 'elsewhere' };
  const opened = await keys.ask({
    do: 'open',
    key:
      before.kept === 'pin'
        ? lockedKeyText(account, before, old)
        : { from: 'sealed', pubkey: account, sealed: before.sealed },
  });
  if (!opened.ok) return { problem: before.kept === 'pin' ? whyShut(opened.failure) : 'failed' };
  try {
    if (opened.pubkey !== account) return { problem: 'failed' };
    const after =
      act === 'remove' ? await onDevice(account, keys) : await locked(account, next, before, keys);
    if (!after || signal.aborted) return { problem: 'failed' };
    return await keep(account, before, after, deps);
  } finally {
    if (opened.pubkey !== undefined) void keys.ask({ do: 'close', pubkey: opened.pubkey });
  }
}

async function keep(
  account: string,
  before: StoredSecret,
  after: StoredSecret,
  { store, now }: PinChangeDeps,
): Promise<PinChanged> {
  const current = sealedPartOf(after, account)?.owner;
  const owners = [...new Set(ownersOf(before, account))].filter((owner) => owner !== current);
  const past = owners.length > 0 ? { past: { owners, at: now() } } : {};
  if (!store.keepSecret(account, { ...after, ...past })) {
    // the device keeps the earlier form, so this page must not use another one
    store.keepSecret(account, before);
    return { problem: 'unkept' };
  }
  // without a PIN a passkey protects nothing, and is not shown
  if (after.kept === 'device') store.keepPasskeys(account, []);
  store.keep(store.read());
  const changed = store.find(account);
  if (changed) await store.keepCopy(changed);
  store.announce();
  return { isDone: true };
}

/** Return the open key sealed by this device, once the seal was seen to open. */
async function onDevice(pubkey: string, keys: KeyWorkerClient): Promise<StoredSecret | undefined> {
  const answer = await keys.ask({ do: 'seal', pubkey });
  if (!answer.ok || answer.text === undefined) return undefined;
  const sealed = answer.text;
  const tried = await keys.ask({ do: 'open', key: { from: 'sealed', pubkey, sealed } });
  if (!tried.ok) return undefined;
  void keys.ask({ do: 'close', pubkey });
  return { kept: 'device', sealed };
}

/**
 * Return the open key locked with the new PIN. It is sealed, unless this browser could not seal the
 * earlier form either.
 */
async function locked(
  pubkey: string,
  pin: string,
  before: StoredSecret,
  keys: KeyWorkerClient,
): Promise<StoredSecret | undefined> {
  const answer = await keys.ask({ do: 'lock', pubkey, pin });
  if (!answer.ok || answer.text === undefined) return undefined;
  const ncryptsec = answer.text;
  const place = nextPlace(ownersOf(before, pubkey));
  const sealing = await keys.ask({ do: 'sealLock', pubkey, place, ncryptsec });
  if (sealing.ok && sealing.text !== undefined)
    return { kept: 'pin', sealed: sealing.text, ...(place === 1 ? {} : { place }) };
  return 'ncryptsec' in before ? { kept: 'pin', ncryptsec } : undefined;
}

/** Return the typed text and forget it. */
function spent(typed: Secret<string> | undefined): string {
  const text = typed?.reveal() ?? '';
  typed?.forget();
  return text;
}
