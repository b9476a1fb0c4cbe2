import type { CallbackActorLogic, PromiseActorLogic } from 'xstate';
import type { PinVerdict } from '../../../events/account/keys/pin.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { PinAndKey } from '../../../machines/account/keys/pin.machine.ts';
import type { KeyHoldCommand } from '../../../machines/account/session/session-protocol.ts';
import type { AccountStore } from '../session/account-store.ts';
import type { KeyWorkerClient } from './key-worker-client.ts';
import type { KeyAnswer, KeyText } from './key-worker-protocol.ts';
import { eraseSecret, keepLocked, lockedKeyText, whyShut } from './secret-store.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { callbackAdapter, promiseAdapter } from '../../../machines/core/ports.ts';

interface Deps {
  readonly keys: KeyWorkerClient;
  readonly store: AccountStore;
}

/** The `lock` port of the PIN: locks the open key and stores it. True if this device stored it. */
export function lockPort({ keys, store }: Deps): PromiseActorLogic<boolean, PinAndKey> {
  return promiseAdapter(async ({ input: { pubkey, pin } }) => {
    const answer = await keys.ask({ do: 'lock', pubkey, pin: spent(pin) });
    if (!answer.ok || answer.text === undefined) throw new Error('the key could not be locked');
    return keepLocked(pubkey, answer.text, { keys, store });
  });
}

/**
 * The `open` port of the PIN. A stored key that is damaged or gone is lost, because no PIN opens it
 * (ACCOUNT-03). Rejects if opening could not be tried.
 */
export function openPort({ keys, store }: Deps): PromiseActorLogic<PinVerdict, PinAndKey> {
  return promiseAdapter(async ({ input: { pubkey, pin }, signal }) => {
    const secret = store.secret(pubkey);
    const typed = spent(pin);
    if (secret?.kept !== 'pin') return 'lost';
    const answer = await openAs(pubkey, lockedKeyText(pubkey, secret, typed), keys, signal);
    if (!answer.ok) return whyShut(answer.failure) === 'pin' ? 'wrong' : 'lost';
    // it was locked again, or an earlier version stored it unsealed
    if (answer.text !== undefined) await keepLocked(pubkey, answer.text, { keys, store }, secret);
    return 'right';
  });
}

/** The `erase` port of the PIN (ACCOUNT-05). */
export function erasePort(deps: Deps): PromiseActorLogic<void, { pubkey: string }> {
  return promiseAdapter(async ({ input: { pubkey } }) => eraseSecret(pubkey, deps));
}

/**
 * The session's `openDevice` port: opens a key that needs no PIN. False if the stored text is no
 * key of that account (ACCOUNT-16).
 */
export function openDevicePort({
  keys,
  store,
}: Deps): PromiseActorLogic<boolean, { pubkey: string }> {
  return promiseAdapter(async ({ input: { pubkey }, signal }) => {
    const secret = store.secret(pubkey);
    if (secret?.kept !== 'device') return false;
    const { ok } = await openAs(
      pubkey,
      { from: 'sealed', pubkey, sealed: secret.sealed },
      keys,
      signal,
    );
    return ok;
  });
}

/**
 * The session's `keyHolds` port: keeps keys of accounts open that are not the current one. Each
 * hold ends by its command, or with the port.
 */
export function keyHoldsPort({
  keys,
}: Pick<Deps, 'keys'>): CallbackActorLogic<KeyHoldCommand, undefined> {
  return callbackAdapter<KeyHoldCommand, undefined>(({ receive }) => {
    const held = new Set<string>();
    receive(({ type, pubkey }) => {
      if (type === 'keyHold.hold') {
        if (held.has(pubkey)) return;
        held.add(pubkey);
        void keys.ask({ do: 'hold', pubkey });
      } else if (held.delete(pubkey) && type === 'keyHold.close')
        void keys.ask({ do: 'close', pubkey });
    });
    return () => {
      for (const pubkey of held) void keys.ask({ do: 'close', pubkey });
    };
  });
}

/**
 * The `sign` port of the reader (SETTINGS-01). Signs reads of the own settings and the seen marker
 * with a key that needs no PIN and stays closed.
 */
export function readingPort({
  keys,
  store,
  now,
}: Deps & { readonly now: () => Seconds }): PromiseActorLogic<
  VerifiedEvent,
  { readonly pubkey: string; readonly template: Ours<EventTemplate> }
> {
  return promiseAdapter(async ({ input: { pubkey, template } }) => {
    const secret = store.secret(pubkey);
    if (secret?.kept !== 'device') throw new Error('no such key is kept here');
    const { kind, content, tags, created_at = now() } = template;
    const asked = { kind, content, tags, created_at };
    const answer = await keys.ask({ do: 'read', pubkey, sealed: secret.sealed, template: asked });
    if (!answer.ok || !answer.event) throw new Error('it could not be signed');
    return answer.event;
  });
}

/**
 * Opens a stored key, if it belongs to that account and is still wanted. Rejects if opening could
 * not be tried.
 */
async function openAs(
  pubkey: string,
  key: KeyText,
  keys: KeyWorkerClient,
  signal: AbortSignal,
): Promise<KeyAnswer> {
  const answer = await keys.ask({ do: 'open', key });
  if (!answer.ok) {
    if (answer.failure.code === 'invalid-nsec') return answer;
    throw new Error('the key could not be opened now');
  }
  if (answer.pubkey === pubkey && !signal.aborted) return answer;
  if (answer.pubkey !== undefined) void keys.ask({ do: 'close', pubkey: answer.pubkey });
  return { ok: false, failure: signingFailure('invalid-nsec') };
}

/** Return the PIN and forget it. */
function spent(pin: Secret<string>): string {
  const typed = pin.reveal() ?? '';
  pin.forget();
  return typed;
}
