import type { Account } from '../../../events/account/account.ts';
import type { OpenChannel } from '../../core/tab-channel.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import { accountsPort, type LeaveDeps, leavePort } from './accounts-port.ts';
import { extensionBackend } from '../signing/extension-backend.ts';
import type { ExtensionDeps } from '../signing/extension.ts';
import { keyBackend } from '../signing/key-backend.ts';
import { extensionPort, keyPort, type KeyPortDeps, pairPort } from '../keys/login-ports.ts';
import { hasPasskeyPort, openPasskeyPort } from '../keys/passkey-ports.ts';
import {
  erasePort,
  keyHoldsPort,
  lockPort,
  openDevicePort,
  openPort,
  readingPort,
} from '../keys/pin-ports.ts';
import { remoteBackend } from '../signing/remote-backend.ts';
import type { PairingDeps } from '../signing/remote-pairing.ts';
import { remoteSignerStore } from '../signing/remote-signer-store.ts';
import type { PeerClients } from '../../connection/relays/peer-connection.ts';
import type { SignerBackend } from '../signing/signer-backend.ts';
import { signerPort } from '../signing/signer-port.ts';
import { vaultPort } from '../keys/vault-port.ts';

export interface AccountDeps
  extends ExtensionDeps,
    LeaveDeps,
    Omit<PairingDeps, 'keep' | 'peers'>,
    KeyPortDeps {
  readonly log: (text: string) => void;
  readonly channel?: OpenChannel;
}

const NO_KEY: SigningFailure = signingFailure('sign-no-nsec');

/**
 * All ports of the key and session machines, by machine and name. They start nothing until they are
 * used.
 */
export function accountPorts(deps: AccountDeps) {
  const { keys, store } = deps;
  const { keep, place, forget } = remoteSignerStore(keys, store);
  const hasPasskey = hasPasskeyPort(deps);
  const backendOf = (account: Account, peers: PeerClients): SignerBackend => {
    if (account.method === 'key')
      return keyBackend(account, { keys, find: store.find, now: deps.now });
    if (account.method === 'extension') return extensionBackend(account, deps);
    if (account.method === 'remote') return remoteBackend(account, { ...deps, place, peers });
    return NOBODY;
  };
  return {
    session: {
      store: accountsPort(deps),
      keyHolds: keyHoldsPort(deps),
      openDevice: openDevicePort(deps),
      leave: leavePort(deps, forget),
    },
    signer: { port: signerPort(backendOf) },
    reader: { sign: readingPort(deps) },
    pin: {
      lock: lockPort(deps),
      open: openPort(deps),
      hasPasskey,
      passkey: openPasskeyPort(deps),
      erase: erasePort(deps),
    },
    login: {
      extension: extensionPort(deps),
      key: keyPort(deps),
      pair: pairPort({ ...deps, keep }),
      hasPasskey,
    },
    backup: { vault: vaultPort(deps) },
  };
}

const NOBODY: SignerBackend = {
  perform: () => ({ done: Promise.resolve({ failure: NO_KEY }), forget: () => undefined }),
  end: () => undefined,
};
