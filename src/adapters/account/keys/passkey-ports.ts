import type { PromiseActorLogic } from 'xstate';
import {
  MOST_PASSKEYS,
  type Passkey,
  type PasskeyEntry,
  passkeyName,
} from '../../../events/account/keys/passkeys.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { PasskeyOpened } from '../../../machines/account/keys/key-protocol.ts';
import type {
  PasskeyOrder,
  PasskeysFound,
  PasskeysKept,
} from '../../../machines/account/keys/passkeys.machine.ts';
import type { AccountStore } from '../session/account-store.ts';
import type { Authenticator, Computed } from './passkey-authenticator.ts';
import type { KeyWorkerClient } from './key-worker-client.ts';
import { lockedKeyText, sealLocked, whyShut } from './secret-store.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

export interface PasskeyDeps {
  readonly keys: KeyWorkerClient;
  readonly store: AccountStore;
  readonly authenticator: Authenticator;
}

/**
 * The `hasPasskey` port: true if a passkey opens this account here. Without an account, a passkey
 * of any account of this browser counts.
 */
export function hasPasskeyPort({
  store,
  authenticator,
}: PasskeyDeps): PromiseActorLogic<boolean, { pubkey: string | undefined }> {
  return promiseAdapter(
    async ({ input }) =>
      authenticator.lacks() === undefined && candidates(store, input.pubkey).length > 0,
  );
}

/** The `passkey` port of the PIN: opens the stored key of that account in the key worker. */
export function openPasskeyPort(
  deps: PasskeyDeps,
): PromiseActorLogic<PasskeyOpened, { pubkey: string }> {
  return promiseAdapter(async ({ input: { pubkey }, signal }) =>
    openByPasskey(pubkey, deps, signal),
  );
}

/**
 * Opens the key of a passkey, for that account or for any account of this browser. Closes the key
 * again if the caller has aborted.
 */
export async function openByPasskey(
  pubkey: string | undefined,
  deps: PasskeyDeps,
  signal?: AbortSignal,
): Promise<PasskeyOpened> {
  const { keys, store, authenticator } = deps;
  const asked = candidates(store, pubkey);
  const computed =
    asked.length > 0
      ? await authenticator.compute(asked.map(({ passkey }) => passkey))
      : ({ problem: 'wrong' } as const);
  if ('problem' in computed) return computed;
  const whose = asked.find(({ passkey }) => passkey.id === computed.id);
  if (!whose) return { problem: 'wrong' };
  const key = {
    from: 'passkey',
    pubkey: whose.pubkey,
    wrapped: whose.passkey.wrapped,
    prf: computed.prf,
  } as const;
  const answer = await keys.ask({ do: 'open', key });
  computed.prf.fill(0);
  if (!answer.ok) return { problem: answer.failure.code === 'invalid-nsec' ? 'wrong' : 'failed' };
  await sealLocked(whose.pubkey, deps);
  if (!signal?.aborted) return { pubkey: whose.pubkey };
  void keys.ask({ do: 'close', pubkey: whose.pubkey });
  return { problem: 'cancelled' };
}

/** The `found` port: the passkeys of an account, and the reason if none can be created here. */
export function passkeysFoundPort({
  store,
  authenticator,
}: PasskeyDeps): PromiseActorLogic<PasskeysFound, { account: string }> {
  return promiseAdapter(async ({ input: { account } }) => ({
    passkeys: store.passkeys(account).map(entryOf),
    lacks: authenticator.lacks(),
  }));
}

/**
 * The `add` port. The PIN opens the key, a new passkey computes the bytes that encrypt it, and both
 * are stored. The PIN is required even if the key is open: another person may use the device now. A
 * failure changes nothing.
 */
export function addPasskeyPort(
  deps: PasskeyDeps & { readonly now: () => Seconds },
): PromiseActorLogic<PasskeysKept, PasskeyOrder> {
  return promiseAdapter(async ({ input: { account, name, pin } }) => {
    const { keys, store } = deps;
    const typed = pin.reveal() ?? '';
    pin.forget();
    const before = store.passkeys(account);
    const secret = store.secret(account);
    if (before.length >= MOST_PASSKEYS) return { problem: 'many' };
    if (secret?.kept !== 'pin') return { problem: 'failed' };
    const opened = await keys.ask({ do: 'open', key: lockedKeyText(account, secret, typed) });
    if (!opened.ok) return { problem: whyShut(opened.failure) };
    try {
      if (opened.pubkey !== account) return { problem: 'failed' };
      const label = passkeyName(name);
      const made = await deps.authenticator.make(
        label,
        before.map(({ id }) => id),
      );
      return 'problem' in made ? made : await keep(account, label, made, deps);
    } finally {
      if (opened.pubkey !== undefined) void keys.ask({ do: 'close', pubkey: opened.pubkey });
    }
  });
}

/** The `remove` port: that passkey no longer opens the account. */
export function removePasskeyPort({
  store,
}: PasskeyDeps): PromiseActorLogic<PasskeysKept, { account: string; id: string }> {
  return promiseAdapter(async ({ input: { account, id } }) =>
    kept(
      account,
      store.passkeys(account).filter((one) => one.id !== id),
      store,
    ),
  );
}

async function keep(
  account: string,
  name: string,
  { id, salt, prf }: Computed,
  { keys, store, now }: PasskeyDeps & { readonly now: () => Seconds },
): Promise<PasskeysKept> {
  const wrapped = await keys.ask({ do: 'wrap', pubkey: account, prf });
  prf.fill(0);
  if (!wrapped.ok || wrapped.text === undefined) return { problem: 'failed' };
  // another tab may have added one meanwhile
  return kept(
    account,
    [...store.passkeys(account), { id, name, added: now(), salt, wrapped: wrapped.text }],
    store,
  );
}

function kept(account: string, passkeys: readonly Passkey[], store: AccountStore): PasskeysKept {
  return store.keepPasskeys(account, passkeys)
    ? { passkeys: passkeys.map(entryOf) }
    : { problem: 'unkept' };
}

function entryOf({ id, name, added }: Passkey): PasskeyEntry {
  return { id, name, added };
}

function candidates(
  store: AccountStore,
  pubkey: string | undefined,
): ReadonlyArray<{ readonly pubkey: string; readonly passkey: Passkey }> {
  const pubkeys = pubkey === undefined ? store.read().accounts.map((one) => one.pubkey) : [pubkey];
  return pubkeys.flatMap((one) => store.passkeys(one).map((passkey) => ({ pubkey: one, passkey })));
}
