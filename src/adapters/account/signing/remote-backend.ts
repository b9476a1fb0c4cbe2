import type { RemoteCall } from '../../../events/account/signing/remote-signing.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import { parseJson } from '../../../events/core/json.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { SignAction } from '../../../machines/core/sign-request.ts';
import {
  openRemoteSigner,
  type RemoteDeps,
  type RemotePlace,
  type RemoteSigner,
} from './remote-signer.ts';
import {
  type Performance,
  type Performed,
  readPerformed,
  type SignerBackend,
} from './signer-backend.ts';

export interface RemoteBackendDeps extends RemoteDeps {
  /** Opens our key for the signer of an account. `undefined`: no pairing is known. */
  readonly place: (
    pubkey: string,
  ) => Promise<RemotePlace | { readonly failure: SigningFailure } | undefined>;
}

const UNPAIRED = signingFailure('no_socket', { code: 'remote.unpaired' });

/**
 * Acts through a remote signer (NIP-46). An act connects. After the last answer the connection
 * stays for a minute, for the next act.
 */
export function remoteBackend(
  { pubkey }: { readonly pubkey: string },
  deps: RemoteBackendDeps,
): SignerBackend {
  let signer: Promise<RemoteSigner | { readonly failure: SigningFailure }> | undefined;
  let close = (): void => undefined;
  let isEnded = false;

  const open = async (): Promise<RemoteSigner | { readonly failure: SigningFailure }> => {
    const place = await deps.place(pubkey);
    if (!place || 'failure' in place) return place ?? { failure: UNPAIRED };
    const opened = openRemoteSigner(place, deps);
    close = () => {
      opened.close();
      void deps.keys.ask({ do: 'close', pubkey: place.client });
    };
    if (isEnded) close();
    return opened;
  };
  const perform = (act: SignAction, challenge: (url: string) => void): Performance => {
    let isForgotten = false;
    let forgetCall = (): void => undefined;
    const run = async (): Promise<Performed> => {
      signer ??= open();
      const opened = await signer;
      if ('failure' in opened) {
        signer = undefined;
        return opened;
      }
      // forgotten before it was sent: it must not become a prompt
      if (isForgotten || isEnded) return { failure: signingFailure('event_not_signed') };
      const task = opened.call(callOf(act, deps.now()), challenge);
      forgetCall = task.forget;
      const result = await task.done;
      if ('failure' in result) return result;
      const value = act.do === 'sign' ? parseJson(result.result) : result.result;
      return readPerformed(act, value, pubkey, { keys: deps.keys, now: deps.now() });
    };
    const forget = (): void => {
      isForgotten = true;
      forgetCall();
    };
    return { done: run(), forget };
  };
  return {
    perform,
    end: () => {
      isEnded = true;
      close();
    },
  };
}

function callOf(act: SignAction, now: Seconds): RemoteCall {
  if (act.do !== 'sign')
    return { method: `${act.scheme}_${act.do}`, peer: act.peer, text: act.text };
  const { kind, tags, content, created_at = now } = act.template;
  return { method: 'sign_event', template: { kind, tags, content, created_at } };
}
