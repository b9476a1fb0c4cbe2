import type { CallbackActorLogic } from 'xstate';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import type {
  VaultCommand,
  VaultInput,
  VaultSignal,
} from '../../../machines/account/keys/key-protocol.ts';
import type { AccountStore } from '../session/account-store.ts';
import type { KeyWorkerClient } from './key-worker-client.ts';
import type { KeyTask } from './key-worker-protocol.ts';
import { lockedKeyText, whyShut } from './secret-store.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

interface Deps {
  readonly keys: KeyWorkerClient;
  readonly store: Pick<AccountStore, 'secret'>;
}

/**
 * The backup's `vault` port. Opens one key in the key worker, exports its nsec and its words, and
 * locks it with a password on request. At the end it closes the key and forgets the exported
 * secrets for every holder (E-32).
 */
export function vaultPort({ keys, store }: Deps): CallbackActorLogic<VaultCommand, VaultInput> {
  return callbackAdapter<VaultCommand, VaultInput>(({ input, sendBack, receive }) => {
    const { pubkey } = input;
    const given: Secret<string>[] = [];
    const give = (text: string): Secret<string> => {
      const secret = secretOf(text);
      given.push(secret);
      return secret;
    };
    let isHeld = false;
    let isOver = false;
    const report = (signal: VaultSignal): void => {
      if (!isOver) sendBack(signal);
    };
    const close = (whose: string): void => void keys.ask({ do: 'close', pubkey: whose });
    const open = async (): Promise<void> => {
      const task = openingOf(input, store);
      const opened = task && (await keys.ask(task));
      if (!opened?.ok)
        return report({
          type: 'vault.refused',
          why: input.by === 'pin' && opened ? whyShut(opened.failure) : 'failed',
        });
      const whose = opened.pubkey ?? pubkey;
      if (isOver || whose !== pubkey) {
        close(whose);
        return report({ type: 'vault.refused', why: 'failed' });
      }
      isHeld = true;
      const answer = await keys.ask({ do: 'export', pubkey });
      if (isOver) return undefined;
      if (!answer.ok || answer.text === undefined)
        return report({ type: 'vault.refused', why: 'failed' });
      return report({
        type: 'vault.opened',
        nsec: give(answer.text),
        words: answer.words === undefined ? undefined : give(answer.words),
      });
    };
    void open();
    receive(({ password }) => {
      const pin = password.reveal() ?? '';
      password.forget();
      void keys.ask({ do: 'lock', pubkey, pin }).then((answer) => {
        if (!isOver)
          report({
            type: 'vault.locked',
            ncryptsec: answer.ok && answer.text !== undefined ? give(answer.text) : undefined,
          });
      });
    });
    return () => {
      isOver = true;
      // a stopped receiver cannot forget them itself
      for (const secret of given) secret.forget();
      if (isHeld) close(pubkey);
    };
  });
}

/**
 * The task that opens the key, or holds it if it is open. Forgets the PIN. `undefined`: no such key
 * is stored.
 */
function openingOf({ pubkey, by, pin }: VaultInput, store: Deps['store']): KeyTask | undefined {
  const typed = pin?.reveal() ?? '';
  pin?.forget();
  if (by === 'open') return { do: 'hold', pubkey };
  const kept = store.secret(pubkey);
  if (by === 'pin')
    return kept?.kept === 'pin'
      ? { do: 'open', key: lockedKeyText(pubkey, kept, typed) }
      : undefined;
  return kept?.kept === 'device'
    ? { do: 'open', key: { from: 'sealed', pubkey, sealed: kept.sealed } }
    : undefined;
}
