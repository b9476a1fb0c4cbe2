import {
  type BunkerPointer,
  connectUrl,
  readRemoteAnswer,
} from '../../../events/account/signing/remote-signing.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { isHex } from '../../../events/core/hex.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { minus, seconds } from '../../../events/core/time.ts';
import type { PairSignal } from '../../../machines/account/keys/key-protocol.ts';
import {
  openRemoteSigner,
  readMessage,
  type RemoteDeps,
  type RemotePlace,
  type RemoteSigner,
} from './remote-signer.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export interface PairingDeps extends RemoteDeps {
  /** Relays that an offer names, and the app's name for it. */
  readonly offer: {
    readonly relays: ReadonlyArray<Ours<string>>;
    readonly name: string;
    readonly url: string;
  };
  /**
   * `sealed`: our key, if this device can seal it. True if the pairing is stored. Otherwise our key
   * stays open until the page is closed.
   */
  readonly keep: (pubkey: string, place: RemotePlace, sealed: string | undefined) => boolean;
}

const BEHIND = seconds(300);
const OFFER = 'offer';
const SHUT: SigningFailure = signingFailure('no_socket', { code: 'remote.givenUp' });

/**
 * Pairs with a remote signer (NIP-46): the one that `pointer` names, or the one that answers an
 * offer with its secret. Reports the offer or page to show, and finally the public key that it
 * signs with. Returns a function that cancels. After that nothing is reported.
 */
export function pairRemote(
  pointer: BunkerPointer | undefined,
  deps: PairingDeps,
  report: (signal: PairSignal) => void,
): () => void {
  const life = new AbortController();
  const tell = (signal: PairSignal): void => {
    if (!life.signal.aborted) report(signal);
  };
  void run(pointer, deps, tell, life.signal).then(
    (failure) => failure && tell({ type: 'pair.failed', failure }),
  );
  return () => life.abort();
}

async function run(
  pointer: BunkerPointer | undefined,
  deps: PairingDeps,
  tell: (signal: PairSignal) => void,
  signal: AbortSignal,
): Promise<SigningFailure | undefined> {
  const { keys } = deps;
  const opened = await keys.ask({ do: 'open', key: { from: 'new' } });
  if (!opened.ok || opened.pubkey === undefined)
    return opened.ok ? signingFailure('not-secure-env') : opened.failure;
  const client = opened.pubkey;
  const place = pointer
    ? { signer: pointer.pubkey, client, relays: pointer.relays }
    : await answered(client, deps, tell, signal);
  const paired =
    place &&
    (await introduce(place, pointer?.secret?.reveal(), Boolean(pointer), deps, tell, signal));
  if (!paired || !('pubkey' in paired)) {
    void keys.ask({ do: 'close', pubkey: client });
    return paired?.failure ?? SHUT;
  }
  await keepPairing(paired.pubkey, place, deps);
  tell({ type: 'pair.paired', pubkey: paired.pubkey });
  return undefined;
}

/**
 * Shows the offer and waits for the signer that answers with its secret. Other answers, for example
 * `ack`, can come from anybody.
 */
async function answered(
  client: string,
  deps: PairingDeps,
  tell: (signal: PairSignal) => void,
  signal: AbortSignal,
): Promise<RemotePlace | undefined> {
  const { keys, offer, now } = deps;
  const secret = deps.newId();
  const filters = [{ kinds: [KIND.RemoteSigning], '#p': [client], since: minus(now(), BEHIND) }];
  return new Promise((resolve) => {
    const hear = async (event: VerifiedEvent): Promise<void> => {
      const text = await readMessage(event, { keys, client, signer: event.pubkey });
      const answer = text === undefined ? undefined : readRemoteAnswer(text);
      if (!answer || !('result' in answer) || answer.result !== secret) return;
      peer.rest();
      resolve({ signer: event.pubkey, client, relays: offer.relays });
    };
    const peer = deps.peers.open({
      use: 'pairing',
      client,
      urls: offer.relays,
      hear: (event) => void hear(event),
      refused: () => {
        peer.close();
        resolve(undefined);
      },
    });
    peer.ask(OFFER, filters);
    signal.addEventListener('abort', () => {
      peer.close();
      resolve(undefined);
    });
    if (signal.aborted) {
      peer.close();
      resolve(undefined);
    } else
      tell({ type: 'pair.offered', uri: connectUrl({ clientPubkey: client, secret, ...offer }) });
  });
}

/** Connects, if the signer does not know us yet, and asks for its public key. */
async function introduce(
  place: RemotePlace,
  secret: string | undefined,
  isNew: boolean,
  deps: PairingDeps,
  tell: (signal: PairSignal) => void,
  signal: AbortSignal,
): Promise<{ readonly pubkey: string } | { readonly failure: SigningFailure } | undefined> {
  const signer = openRemoteSigner(place, deps, 'pairing');
  const { name, url } = deps.offer;
  const app = { name, url };
  try {
    const challenge = (url: string): void => tell({ type: 'pair.challenged', url });
    if (isNew) {
      const connected = await ask(
        signer,
        { method: 'connect', pubkey: place.signer, secret, app },
        challenge,
        signal,
      );
      if (!connected) return connected;
      if ('failure' in connected) return { failure: addressed(connected.failure) };
      if (connected.result !== 'ack' && connected.result !== secret)
        return { failure: signingFailure('no_socket', { code: 'remote.unclear' }) };
    }
    const said = await ask(signer, { method: 'get_public_key' }, challenge, signal);
    if (!said || 'failure' in said) return said;
    return isHex(said.result, 64)
      ? { pubkey: said.result }
      : { failure: signingFailure('pubkey-no-nsec', { code: 'remote.noPubkey' }) };
  } finally {
    signer.close();
  }
}

/**
 * Nothing can be encrypted to a key that is no point of the curve. The typed address is invalid
 * then.
 */
function addressed(failure: SigningFailure): SigningFailure {
  return failure.code === 'bad-cipher' ? signingFailure('invalid-nsec') : failure;
}

async function ask(
  signer: RemoteSigner,
  call: Parameters<RemoteSigner['call']>[0],
  challenge: (url: string) => void,
  signal: AbortSignal,
) {
  const task = signer.call(call, challenge);
  const given = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined));
  });
  return Promise.race([task.done, given]);
}

async function keepPairing(
  pubkey: string,
  place: RemotePlace,
  { keys, keep }: PairingDeps,
): Promise<void> {
  const sealed = await keys.ask({ do: 'seal', pubkey: place.client });
  const isKept = keep(pubkey, place, sealed.ok ? sealed.text : undefined);
  if (isKept) void keys.ask({ do: 'close', pubkey: place.client });
}
