import type { AccountStore } from '../session/account-store.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import type { PairingDeps } from './remote-pairing.ts';
import type { RemoteBackendDeps } from './remote-backend.ts';
import type { RemotePlace } from './remote-signer.ts';
import { storeSecret } from '../keys/secret-store.ts';

interface RemotePlaces extends Pick<PairingDeps, 'keep'>, Pick<RemoteBackendDeps, 'place'> {
  /** Signs out: closes our key of a pairing that exists in this page only. */
  readonly forget: (pubkey: string) => void;
}

/**
 * The pairings with remote signers. The device stores them with our key sealed (E-36). If it cannot
 * seal or store, they exist in this page only. `place` opens our key once more, and the caller
 * closes it.
 */
export function remoteSignerStore(keys: KeyWorkerClient, store: AccountStore): RemotePlaces {
  const inPage = new Map<string, RemotePlace>();
  return {
    keep: (pubkey, place, sealed) => {
      const { signer, client, relays } = place;
      const isKept =
        sealed !== undefined &&
        storeSecret(pubkey, { kept: 'remote', signer, client, relays, sealed }, { keys, store });
      if (isKept) inPage.delete(pubkey);
      else inPage.set(pubkey, place);
      return isKept;
    },
    forget: (pubkey) => {
      const here = inPage.get(pubkey);
      if (here) void keys.ask({ do: 'close', pubkey: here.client });
      inPage.delete(pubkey);
    },
    place: async (pubkey) => {
      const here = inPage.get(pubkey);
      if (here) {
        const held = await keys.ask({ do: 'hold', pubkey: here.client });
        return held.ok ? here : undefined;
      }
      const kept = store.secret(pubkey);
      if (kept?.kept !== 'remote') return undefined;
      const { signer, client, relays, sealed } = kept;
      const opened = await keys.ask({
        do: 'open',
        key: { from: 'sealed', pubkey: client, sealed },
      });
      if (opened.ok) return { signer, client, relays };
      return opened.failure.code === 'invalid-nsec'
        ? undefined
        : { failure: { ...opened.failure, code: 'no_socket' } };
    },
  };
}
