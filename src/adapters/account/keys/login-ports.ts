import { type CallbackActorLogic, type EventObject, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';
import { type SigningFailure, signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { ExtensionAnswer, KeyCommand, KeySignal, KeySource, PairInput } from '../../../machines/account/keys/key-protocol.ts';
import type { AccountStore } from '../session/account-store.ts';
import { askPublicKey, type ExtensionDeps } from '../signing/extension.ts';
import type { KeyLine } from './key-worker-client.ts';
import type { KeyText } from './key-worker-protocol.ts';
import { openByPasskey, type PasskeyDeps } from './passkey-ports.ts';
import { type PairingDeps, pairRemote } from '../signing/remote-pairing.ts';
import { keepLocked, keepOnDevice } from './secret-store.ts';

/** The sign-in's `extension` port. */
export function extensionPort(deps: ExtensionDeps): PromiseActorLogic<ExtensionAnswer, undefined> {
  return fromPromise(async () => askPublicKey(deps));
}

/** The sign-in's `pair` port. What is reported after its end reaches nobody. */
export function pairPort(deps: PairingDeps): CallbackActorLogic<EventObject, PairInput> {
  return fromCallback<EventObject, PairInput>(({ input, sendBack }) => pairRemote(input.pointer, deps, sendBack));
}

export interface KeyPortDeps extends PasskeyDeps {
  /** The locked key in a backup file (NIP-49), which its passphrase opens; undefined: there is none, or the file stays shut. */
  readonly archivedKey: (file: Blob, passphrase: string) => Promise<string | undefined>;
}

/** The sign-in's `key` port: opens one key where keys are held, keeps it, and closes it in the end unless it is handed over. */
export function keyPort(deps: KeyPortDeps): CallbackActorLogic<KeyCommand, undefined> {
  const { keys, store } = deps;
  return fromCallback<KeyCommand, undefined>(({ sendBack, receive }) => {
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
  /** As it came locked. */
  readonly ncryptsec: string | undefined;
  /** True if it is kept with a PIN already, and stays so. */
  readonly isKept?: boolean;
}

type Opened = OpenKey | { readonly failure: SigningFailure };

async function openFrom(source: KeySource, deps: KeyPortDeps): Promise<Opened> {
  if (source.from === 'passkey') return openKept(deps);
  return source.from === 'archive' ? openArchived(source, deps) : openTyped(source, deps.keys);
}

/** The key of a backup file: its passphrase is the PIN from now on. */
async function openArchived(
  { file, passphrase }: Extract<KeySource, { from: 'archive' }>,
  { keys, archivedKey }: KeyPortDeps,
): Promise<Opened> {
  const pin = passphrase.reveal() ?? '';
  passphrase.forget();
  const ncryptsec = await archivedKey(file, pin).catch(() => undefined);
  if (ncryptsec === undefined) return { failure: signingFailure('invalid-nsec', { code: 'archive.noKey' }) };
  const answer = await keys.ask({ do: 'open', key: { from: 'locked', ncryptsec, pin } });
  return answer.ok && answer.pubkey !== undefined
    ? { pubkey: answer.pubkey, ncryptsec: answer.text }
    : { failure: signingFailure('invalid-nsec', { code: 'archive.noKey' }) };
}

type Typed = Exclude<KeySource, { from: 'passkey' | 'archive' }>;

async function openTyped(source: Typed, keys: KeyLine): Promise<Opened> {
  const answer = await keys.ask({ do: 'open', key: textOf(source) });
  if (!answer.ok) return answer;
  return answer.pubkey === undefined ? { failure: signingFailure('invalid-nsec') } : { pubkey: answer.pubkey, ncryptsec: answer.text };
}

/** A key of this browser, which stays kept as it is. */
async function openKept(deps: PasskeyDeps): Promise<Opened> {
  const opened = await openByPasskey(undefined, deps);
  if ('problem' in opened)
    return { failure: signingFailure('invalid-nsec', { code: opened.problem === 'cancelled' ? 'passkey.cancelled' : 'passkey.failed' }) };
  return { pubkey: opened.pubkey, ncryptsec: undefined, isKept: deps.store.secret(opened.pubkey)?.kept === 'pin' };
}

/** Keeps an open key as it came locked, or sealed by this device; else it is there until the page is closed. */
async function keepHere(
  { pubkey, ncryptsec, isKept = false }: OpenKey,
  deps: { readonly keys: KeyLine; readonly store: AccountStore },
): Promise<'pin' | 'device' | 'page'> {
  if (isKept) return 'pin';
  if (ncryptsec !== undefined) return (await keepLocked(pubkey, ncryptsec, deps)) ? 'pin' : 'page';
  return (await keepOnDevice(pubkey, deps)) ? 'device' : 'page';
}

/** What goes to the worker; the wrappers are empty afterwards. */
function textOf(source: Typed): KeyText {
  if (source.from === 'new-words') return source;
  const secret = source.from === 'locked' ? source.pin : source.text;
  const text = secret.reveal() ?? '';
  secret.forget();
  return source.from === 'locked' ? { from: 'locked', ncryptsec: source.ncryptsec, pin: text } : { from: source.from, text };
}
