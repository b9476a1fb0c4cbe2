import { REMOVED } from '../../../events/account/devices/device-request.ts';
import {
  type RemoteCall,
  readRemoteAnswer,
  remoteRequest,
} from '../../../events/account/signing/remote-signing.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { minus, seconds, type Seconds } from '../../../events/core/time.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import type { PeerClients } from '../../connection/relays/peer-connection.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export interface RemoteDeps {
  /** Peer connections to the relays on which the other end answers. */
  readonly peers: PeerClients;
  readonly keys: KeyWorkerClient;
  readonly now: () => Seconds;
  /** An unguessable text, different each time. */
  readonly newId: () => string;
}

/** The address of a remote signer. `client` is our key for it, open in the key worker. */
export interface RemotePlace {
  readonly signer: string;
  readonly client: string;
  readonly relays: ReadonlyArray<Ours<string>>;
}

type RemoteResult = { readonly result: string } | { readonly failure: SigningFailure };

/**
 * A pending call. It ends only when the signer answers. The caller sets the timeout and then
 * forgets the call.
 */
interface RemoteTask {
  readonly done: Promise<RemoteResult>;
  readonly forget: () => void;
}

export interface RemoteSigner {
  readonly call: (call: RemoteCall, challenge: (url: string) => void) => RemoteTask;
  readonly close: () => void;
}

interface Pending {
  readonly settle: (result: RemoteResult) => void;
  readonly challenge: (url: string) => void;
  isChallenged: boolean;
}

/** Seconds that a signer's clock may be behind. */
const BEHIND = seconds(300);

/**
 * Talks to one remote signer (NIP-46). Accepts only answers that the signer has signed and
 * encrypted for us. Each answer settles the request with its id, once (INV-REPLY). Answers to
 * forgotten requests are dropped. While no call is pending the peer connection rests, so the next
 * call comes with a new subscription.
 */
export function openRemoteSigner(
  { signer, client, relays }: RemotePlace,
  deps: RemoteDeps,
  use: 'signer' | 'pairing' = 'signer',
): RemoteSigner {
  const { keys, now, peers } = deps;
  const pending = new Map<string, Pending>();
  let isClosed = false;

  const hear = async (event: VerifiedEvent): Promise<void> => {
    const text = await readMessage(event, { keys, client, signer });
    const answer = text === undefined ? undefined : readRemoteAnswer(text);
    const asked = answer && pending.get(answer.id);
    if (!answer || !asked) return;
    if ('challenge' in answer) {
      if (!asked.isChallenged) asked.challenge(answer.challenge);
      asked.isChallenged = true;
      return;
    }
    pending.delete(answer.id);
    asked.settle(
      'result' in answer ? { result: answer.result } : { failure: refusal(answer.error) },
    );
  };
  const refused = (): void => {
    for (const { settle } of pending.values()) settle({ failure: NOT_PERMITTED });
  };
  const peer = peers.open({
    use,
    client,
    urls: relays,
    hear: (event) => void hear(event),
    refused,
  });
  const subscribe = (): void => {
    const since = minus(now(), BEHIND);
    peer.ask(ANSWERS, [{ kinds: [KIND.RemoteSigning], authors: [signer], '#p': [client], since }]);
  };

  const send = async (id: string, call: RemoteCall): Promise<string | undefined> => {
    const made = await writeMessage(remoteRequest(id, call), { keys, client, signer, now: now() });
    if (!('event' in made)) {
      pending.get(id)?.settle({ failure: made.failure });
      pending.delete(id);
      return undefined;
    }
    if (pending.has(id)) peer.send(made.event);
    return made.event.id;
  };
  const call: RemoteSigner['call'] = (one, challenge) => {
    const id = deps.newId();
    if (pending.size === 0) subscribe();
    const done = new Promise<RemoteResult>((settle) =>
      pending.set(id, { settle, challenge, isChallenged: false }),
    );
    const sent = send(id, one);
    const forget = (): void => {
      pending.delete(id);
      if (pending.size === 0 && !isClosed) peer.rest();
      void sent.then((event) => event !== undefined && peer.drop(event));
    };
    void done.then(forget);
    return { done, forget };
  };
  const close = (): void => {
    isClosed = true;
    peer.close();
  };
  return { call, close };
}

const ANSWERS = 'answers';
const NOT_PERMITTED = signingFailure('no_socket', { code: 'remote.proxied' });

/**
 * Read a message to us. `undefined` if the event is not for us, not from the signer or not
 * readable.
 */
export async function readMessage(
  event: VerifiedEvent,
  {
    keys,
    client,
    signer,
  }: { readonly keys: KeyWorkerClient; readonly client: string; readonly signer: string },
): Promise<string | undefined> {
  if (
    event.kind !== KIND.RemoteSigning ||
    event.pubkey !== signer ||
    tagValue(event, 'p') !== client
  )
    return undefined;
  const opened = await keys.ask({
    do: 'decrypt',
    scheme: 'nip44',
    pubkey: client,
    peer: signer,
    text: event.content,
  });
  return opened.ok ? opened.text : undefined;
}

/**
 * Write a message to the other end as an event, signed by our key of that connection. Returns a
 * failure if that is impossible.
 */
export async function writeMessage(
  text: string,
  {
    keys,
    client,
    signer,
    now,
  }: {
    readonly keys: KeyWorkerClient;
    readonly client: string;
    readonly signer: string;
    readonly now: Seconds;
  },
): Promise<{ readonly event: VerifiedEvent } | { readonly failure: SigningFailure }> {
  const sealed = await keys.ask({
    do: 'encrypt',
    scheme: 'nip44',
    pubkey: client,
    peer: signer,
    text,
  });
  if (!sealed.ok) return { failure: sealed.failure };
  const template = {
    kind: KIND.RemoteSigning,
    content: sealed.text ?? '',
    tags: [['p', signer]],
    created_at: now,
  };
  const made = await keys.ask({ do: 'sign', pubkey: client, template });
  if (!made.ok) return { failure: made.failure };
  return made.event ? { event: made.event } : { failure: signingFailure('event_not_signed') };
}

function refusal(error: string): SigningFailure {
  if (error === REMOVED) return signingFailure('event_not_signed', { code: 'remote.removed' });
  return signingFailure('event_not_signed', { code: 'remote.refused', params: { text: error } });
}
