import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { loginMachine } from '../../../machines/account/keys/login.machine.ts';
import { type PeerRelay, usePeerRelays } from '../relays/use-network.ts';
import { useFeature } from '../use-features.ts';
import type { SessionHandle } from './use-session.ts';

/** A running sign-in. */
export type LoginHandle = ActorRefFrom<typeof loginMachine>;

/** Return the state of a sign-in. `pin`: the PIN prompt, while there is one. */
export function useLogin(login: LoginHandle) {
  return useSelector(
    login,
    (snapshot) => ({
      pin: snapshot.children.pin,
      isTelling: snapshot.matches('telling'),
      needsPassword: snapshot.matches({ keyed: 'password' }),
      isWaiting: snapshot.hasTag('waiting'),
      hasPasskey: snapshot.context.hasPasskey,
    }),
    shallowEqual,
  );
}

/** Return the submitted text of the field, for another attempt. */
export function useTypedEntry(login: LoginHandle): Secret<string> | undefined {
  return useSelector(login, ({ context }) => context.entry);
}

/** Return why the last attempt failed. */
export function useLoginProblem(login: LoginHandle) {
  return useSelector(login, ({ context }) => context.problem);
}

/**
 * Return the pending step. `uri`: for a remote signer to scan. `challenge`: the page where the
 * signer asks the user for approval.
 */
export function useLoginWait(login: LoginHandle) {
  return useSelector(
    login,
    (snapshot) => ({
      uri: snapshot.context.uri,
      challenge: snapshot.context.challenge,
      isSlow: snapshot.context.isSlow,
      what: snapshot.matches('extension')
        ? ('extension' as const)
        : waitedFor(snapshot.matches('pairing') ? 'pairing' : snapshot.context.typed.type),
    }),
    shallowEqual,
  );
}

function waitedFor(what: string): 'pairing' | 'passkey' | 'key' {
  return what === 'pairing' || what === 'passkey' ? what : 'key';
}

/** Return the relays on which a remote signer is awaited now. */
export function usePairingRelays(session: SessionHandle): readonly PeerRelay[] {
  const ofVisitor = useSelector(session, ({ children }) => children.peers);
  const ofAccount = useSelector(useFeature('relays'), (snapshot) => snapshot?.children.peers);
  const peers = [...usePeerRelays(ofVisitor), ...usePeerRelays(ofAccount)];
  return peers.filter(({ use }) => use === 'pairing');
}

/** Return whether a relay is reached. It stays unreachable while it is tried again. */
export function usePairingState(
  relay: PeerRelay['relay'],
): 'online' | 'connecting' | 'unreachable' {
  return useSelector(relay, (snapshot) => {
    if (snapshot?.hasTag('online')) return 'online';
    const hasFailed = snapshot?.hasTag('waiting') || snapshot?.hasTag('givenUp');
    const isTriedAgain = (snapshot?.context.retries ?? 0) > 0;
    return hasFailed || isTriedAgain ? 'unreachable' : 'connecting';
  });
}

/** Return the actions of a sign-in, including cancel. */
export function useLoginIntents(login: LoginHandle) {
  return {
    extension: () => login.send({ type: 'login.extension' }),
    archive: (file: Blob, passphrase: Secret<string>) =>
      login.send({ type: 'login.archive', file, passphrase }),
    passkey: () => login.send({ type: 'login.passkey' }),
    offer: () => login.send({ type: 'login.offer' }),
    submit: (text: Secret<string>) => login.send({ type: 'login.submit', text }),
    submitFile: (text: Secret<string>) => login.send({ type: 'login.submit', text, isFile: true }),
    password: (pin: Secret<string>) => login.send({ type: 'login.password', pin }),
    asPublic: () => login.send({ type: 'login.asPublic' }),
    asSecret: () => login.send({ type: 'login.asSecret' }),
    back: () => login.send({ type: 'login.back' }),
    cancel: () => login.send({ type: 'login.cancel' }),
  };
}
