import {
  type StoredSecret,
  lockOwner,
  type LockedSecret,
  ON_DISK_AFTER,
  ownersOf,
  sealedPartOf,
  withoutPast,
} from '../../../events/account/keys/stored-secret.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import { inSeconds, type Seconds } from '../../../events/core/time.ts';
import type { Leave } from '../../../machines/account/keys/erase.machine.ts';
import type { AccountStore } from '../session/account-store.ts';
import { isSharedSeal } from './device-seal.ts';
import type { KeyWorkerClient } from './key-worker-client.ts';
import type { KeyText } from './key-worker-protocol.ts';

export interface SecretDeps {
  readonly keys: KeyWorkerClient;
  readonly store: Pick<
    AccountStore,
    'read' | 'find' | 'secret' | 'keepSecret' | 'removeSecret' | 'keepCopy' | 'eraseCopy' | 'alone'
  >;
}

/**
 * Replaces the stored secret of an account. True if this device stored it. The device key that
 * sealed only the earlier secret is deleted, so copies of that secret do not open any more.
 */
export function storeSecret(pubkey: string, secret: StoredSecret, deps: SecretDeps): boolean {
  const before = deps.store.secret(pubkey);
  const isKept = deps.store.keepSecret(pubkey, secret);
  if (isKept) void deps.store.alone(pubkey, () => endSeal(pubkey, before, deps));
  return isKept;
}

/**
 * Store a key that is locked with a PIN, sealed by this device if it can seal. True if it is
 * stored. `before`: the form that it may replace.
 */
export function keepLocked(
  pubkey: string,
  ncryptsec: string,
  deps: SecretDeps,
  before?: LockedSecret,
): Promise<boolean> {
  return deps.store.alone(pubkey, () => keepSealed(pubkey, ncryptsec, deps, before));
}

async function keepSealed(
  pubkey: string,
  ncryptsec: string,
  deps: SecretDeps,
  before: LockedSecret | undefined,
): Promise<boolean> {
  const place = before && 'place' in before ? before.place : undefined;
  const answer = await deps.keys.ask({ do: 'sealLock', pubkey, place, ncryptsec });
  const sealed = answer.ok ? answer.text : undefined;
  const now = deps.store.secret(pubkey);
  if (before && JSON.stringify(now) !== JSON.stringify(before)) {
    // another tab has erased the key meanwhile
    if (!sealedPartOf(now, pubkey))
      await deps.keys.ask({ do: 'forget', pubkey: lockOwner(pubkey, place) });
    return false;
  }
  const isKept = storeSecret(
    pubkey,
    sealed === undefined
      ? { kept: 'pin', ncryptsec }
      : { kept: 'pin', sealed, ...(place === undefined ? {} : { place }) },
    deps,
  );
  if (isKept) await keepCopy(pubkey, 'pin', deps);
  return isKept;
}

/** Copy the account of a stored key. At a sign-in it is not listed yet. */
async function keepCopy(
  pubkey: string,
  lock: 'pin' | 'device',
  { store }: Pick<SecretDeps, 'store'>,
): Promise<void> {
  const listed = store.find(pubkey);
  await store.keepCopy(
    listed?.method === 'key' ? { ...listed, lock } : { pubkey, method: 'key', lock },
  );
}

/** Store an open key sealed by this device, so that it needs no PIN. True if it is stored. */
export function keepOnDevice(pubkey: string, deps: SecretDeps): Promise<boolean> {
  return deps.store.alone(pubkey, async () => {
    const answer = await deps.keys.ask({ do: 'seal', pubkey });
    const isKept =
      answer.ok &&
      answer.text !== undefined &&
      storeSecret(pubkey, { kept: 'device', sealed: answer.text }, deps);
    if (isKept) await keepCopy(pubkey, 'device', deps);
    return isKept;
  });
}

/** Seal a locked key that an earlier version stored. It needs no PIN. */
export async function sealLocked(pubkey: string, deps: SecretDeps): Promise<void> {
  const secret = deps.store.secret(pubkey);
  if (secret && 'ncryptsec' in secret) await keepLocked(pubkey, secret.ncryptsec, deps, secret);
}

/** The form in which the worker opens a key that is stored with a PIN. */
export function lockedKeyText(pubkey: string, secret: LockedSecret, pin: string): KeyText {
  return 'sealed' in secret
    ? { from: 'sealedLock', pubkey, place: secret.place, sealed: secret.sealed, pin }
    : { from: 'locked', ncryptsec: secret.ncryptsec, pin };
}

/**
 * Return why a key that is stored with a PIN did not open: the PIN is wrong, no PIN opens it, or it
 * could not be tried.
 */
export function whyShut({ code, detail }: SigningFailure): 'pin' | 'lost' | 'failed' {
  if (code !== 'invalid-nsec') return 'failed';
  return detail?.code === 'key.password' ? 'pin' : 'lost';
}

/**
 * Removes an account's secret and its copy, and deletes the device key that sealed it (E-35).
 * `leave`: the account is signed out, too.
 */
export async function eraseSecret(pubkey: string, deps: SecretDeps, leave?: Leave): Promise<void> {
  const before = deps.store.secret(pubkey);
  deps.store.removeSecret(pubkey);
  const copy = deps.store.eraseCopy(pubkey, before, leave);
  const seal = deps.store.alone(pubkey, () => endSeal(pubkey, before, deps));
  // one ends although the other fails
  await Promise.allSettled([copy, seal]);
  await Promise.all([copy, seal]);
}

async function endSeal(
  pubkey: string,
  before: StoredSecret | undefined,
  deps: SecretDeps,
): Promise<void> {
  const now = sealedPartOf(deps.store.secret(pubkey), pubkey);
  await forgetSeals(ownersOf(before, pubkey), now?.owner, deps);
  const was = sealedPartOf(before, pubkey);
  if (was && isSharedSeal(was.sealed)) await endSharedSeal(deps);
}

async function forgetSeals(
  owners: readonly string[],
  current: string | undefined,
  { keys }: Pick<SecretDeps, 'keys'>,
): Promise<void> {
  for (const owner of owners)
    if (owner !== current) await keys.ask({ do: 'forget', pubkey: owner });
}

/**
 * Delete the device keys of earlier forms of a secret, once its current form is on disk. After that
 * the earlier PIN opens no copy.
 */
export async function endPast(pubkey: string, now: Seconds, deps: SecretDeps): Promise<void> {
  const isDue = (secret: StoredSecret | undefined): secret is StoredSecret =>
    secret !== undefined &&
    'past' in secret &&
    secret.past !== undefined &&
    inSeconds(now) - inSeconds(secret.past.at) >= ON_DISK_AFTER;
  if (!isDue(deps.store.secret(pubkey))) return;
  await deps.store.alone(pubkey, async () => {
    const secret = deps.store.secret(pubkey);
    if (!isDue(secret)) return;
    await forgetSeals(ownersOf(secret, pubkey), sealedPartOf(secret, pubkey)?.owner, deps);
    deps.store.keepSecret(pubkey, withoutPast(secret));
  });
}

/**
 * Re-seals all secrets that an earlier version sealed with the shared key, each with its own key.
 * Then deletes the shared key if no secret needs it.
 */
async function endSharedSeal({ keys, store }: SecretDeps): Promise<void> {
  for (const { pubkey } of store.read().accounts) {
    const secret = store.secret(pubkey);
    const shared = sealedPartOf(secret, pubkey);
    if (!secret || secret.kept === 'pin' || !shared || !isSharedSeal(shared.sealed)) continue;
    const answer = await keys.ask({ do: 'reseal', pubkey: shared.owner, sealed: shared.sealed });
    // a secret that does not open does not need its key
    if (!answer.ok && answer.failure.code === 'invalid-nsec') continue;
    const isSame = sealedPartOf(store.secret(pubkey), pubkey)?.sealed === shared.sealed;
    if (
      !answer.ok ||
      answer.text === undefined ||
      !isSame ||
      !store.keepSecret(pubkey, { ...secret, sealed: answer.text })
    )
      return;
  }
  await keys.ask({ do: 'forget', pubkey: undefined });
}
