import type { CallbackActorLogic, EventObject, PromiseActorLogic } from 'xstate';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import type {
  ExtensionAnswer,
  KeyCommand,
  KeySignal,
  KeySource,
  PairInput,
} from '../../../machines/account/keys/key-protocol.ts';
import type { AccountStore } from '../session/account-store.ts';
import { askPublicKey, type ExtensionDeps } from '../signing/extension.ts';
import type { KeyWorkerClient } from './key-worker-client.ts';
import type { KeyText } from './key-worker-protocol.ts';
import { openByPasskey, type PasskeyDeps } from './passkey-ports.ts';
import { openPeerClients } from '../../connection/relays/peer-connection.ts';
import { type PairingDeps, pairRemote } from '../signing/remote-pairing.ts';
import { keepLocked, keepOnDevice } from './secret-store.ts';
import { callbackAdapter, promiseAdapter } from '../../../machines/core/ports.ts';

export function extensionPort(deps: ExtensionDeps): PromiseActorLogic<ExtensionAnswer, undefined> {
  return promiseAdapter(async () => askPublicKey(deps));
}

/** The sign-in's `pair` port. Reports after its end are dropped. */
export function pairPort(
  deps: Omit<PairingDeps, 'peers'>,
): CallbackActorLogic<EventObject, PairInput> {
  return callbackAdapter<EventObject, PairInput>(({ input, sendBack, receive, self }) => {
    let isOver = false;
    const peers = openPeerClients(self, (event) => {
      if (!isOver) sendBack(event);
    });
    receive((event) => void peers.take(event));
    const cancel = pairRemote(input.pointer, { ...deps, peers }, sendBack);
    return () => {
      isOver = true;
      cancel();
    };
  });
}

export interface KeyPortDeps extends PasskeyDeps {
  /**
   * The locked key in a backup file (NIP-49), opened by its passphrase. `undefined`: there is no
   * key, or the file does not open.
   */
  readonly archivedKey: (file: Blob, passphrase: string) => Promise<string | undefined>;
}

/**
 * The sign-in's `key` port: opens one key in the key worker, stores it, and closes it at the end
 * unless it is handed over.
 */
export function keyPort(deps: KeyPortDeps): CallbackActorLogic<KeyCommand, undefined> {
  const { keys, store } = deps;
  return callbackAdapter<KeyCommand, undefined>(({ sendBack, receive }) => {
    let held: OpenKey | undefined;
    let isOver = false;
    const report = (signal: KeySignal): void => {
      if (!isOver) sendBack(signal);
    };
    const close = (): void => {
      if (held) void keys.ask({ do: 'close', pubkey: held.pubkey });
      held = undefined;
    };
    const open = async (source: KeySource): Promise<void> => {
      const opened = await openFrom(source, deps);
      if ('failure' in opened) {
        report({ type: 'key.refused', failure: opened.failure });
        return;
      }
      close();
      held = opened;
      if (isOver) close();
      else report({ type: 'key.opened', pubkey: opened.pubkey });
    };
    const keep = async (): Promise<void> => {
      if (held) report({ type: 'key.kept', lock: await keepHere(held, { keys, store }) });
    };
    receive((command) => {
      if (command.type === 'key.open') void open(command.source);
      else if (command.type === 'key.keep') void keep();
      else held = undefined;
    });
    return () => {
      isOver = true;
      close();
    };
  });
}

interface OpenKey {
  readonly pubkey: string;
  /** The locked key as it was entered. */
  readonly ncryptsec: string | undefined;
  /** True if it is stored with a PIN already, and remains so. */
  readonly isKept?: boolean;
}

type Opened = OpenKey | { readonly failure: SigningFailure };

async function openFrom(source: KeySource, deps: KeyPortDeps): Promise<Opened> {
  if (source.from === 'passkey') return openKept(deps);
  return source.from === 'archive' ? openArchived(source, deps) : openTyped(source, deps.keys);
}

/** Opens the key of a backup file. From now on its passphrase is the PIN. */
async function openArchived(
  { file, passphrase }: Extract<KeySource, { from: 'archive' }>,
  { keys, archivedKey }: KeyPortDeps,
): Promise<Opened> {
  const pin = passphrase.reveal() ?? '';
  passphrase.forget();
  const ncryptsec = await archivedKey(file, pin).catch(() => undefined);
  if (ncryptsec === undefined)
    return { failure: signingFailure('invalid-nsec', { code: 'archive.noKey' }) };
  const answer = await keys.ask({ do: 'open', key: { from: 'locked', ncryptsec, pin } });
  return answer.ok && answer.pubkey !== undefined
    ? { pubkey: answer.pubkey, ncryptsec: answer.text }
    : { failure: signingFailure('invalid-nsec', { code: 'archive.noKey' }) };
}

type Typed = Exclude<KeySource, { from: 'passkey' | 'archive' }>;

async function openTyped(source: Typed, keys: KeyWorkerClient): Promise<Opened> {
  const answer = await keys.ask({ do: 'open', key: textOf(source) });
  if (!answer.ok) return answer;
  return answer.pubkey === undefined
    ? { failure: signingFailure('invalid-nsec') }
    : { pubkey: answer.pubkey, ncryptsec: answer.text };
}

/** Opens a key of this browser. Its stored form does not change. */
async function openKept(deps: PasskeyDeps): Promise<Opened> {
  const opened = await openByPasskey(undefined, deps);
  if ('problem' in opened)
    return {
      failure: signingFailure('invalid-nsec', {
        code: opened.problem === 'cancelled' ? 'passkey.cancelled' : 'passkey.failed',
      }),
    };
  return {
    pubkey: opened.pubkey,
    ncryptsec: undefined,
    isKept: deps.store.secret(opened.pubkey)?.kept === 'pin',
  };
}

/**
 * Stores an open key as it was locked, or sealed by this device. If neither is possible, it exists
 * until the page is closed.
 */
async function keepHere(
  { pubkey, ncryptsec, isKept = false }: OpenKey,
  deps: { readonly keys: KeyWorkerClient; readonly store: AccountStore },
): Promise<'pin' | 'device' | 'page'> {
  if (isKept) return 'pin';
  if (ncryptsec !== undefined) return (await keepLocked(pubkey, ncryptsec, deps)) ? 'pin' : 'page';
  return (await keepOnDevice(pubkey, deps)) ? 'device' : 'page';
}

/** The key text for the worker. Empties the secret wrappers. */
function textOf(source: Typed): KeyText {
  if (source.from === 'new-words') return source;
  const secret = source.from === 'locked' ? source.pin : source.text;
  const text = secret.reveal() ?? '';
  secret.forget();
  return source.from === 'locked'
    ? { from: 'locked', ncryptsec: source.ncryptsec, pin: text }
    : { from: source.from, text };
}
