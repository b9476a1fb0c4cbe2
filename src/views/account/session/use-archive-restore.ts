import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import type { LoginHandle } from './use-login.ts';

/**
 * Return a function that reads the rest of a backup file once its key has signed in (BEYOND-16).
 * The settings then ask the same question as for a file that is opened there. Call it before the
 * attempt, because the sign-in forgets the passphrase. Nothing is read if the attempt fails.
 */
export function useArchiveRestore(login: LoginHandle) {
  const account = useAccountActor();
  const navigate = useNavigate();
  const restore = (pubkey: string, file: Blob, passphrase: Secret<string>): void => {
    const begin = (): boolean => {
      if (account.getSnapshot().context.scoped !== pubkey) return false;
      account.send({ type: 'account.intent', intent: { type: 'archive.open' } });
      account.send({ type: 'account.intent', intent: { type: 'archive.read', file, passphrase } });
      navigate('/settings/archive');
      return true;
    };
    if (begin()) return;
    const waiting = account.subscribe(() => {
      if (account.getSnapshot().context.scoped !== pubkey) return;
      waiting.unsubscribe();
      begin();
    });
  };
  return (file: Blob, typed: Secret<string>): void => {
    const passphrase = secretOf(typed.reveal() ?? '');
    const attempt = login.subscribe({
      next: (snapshot) => {
        if (!snapshot.hasTag('form')) return;
        attempt.unsubscribe();
        passphrase.forget();
      },
      complete: () => {
        const pubkey = login.getSnapshot().output?.account?.pubkey;
        if (pubkey === undefined) passphrase.forget();
        else restore(pubkey, file, passphrase);
      },
    });
  };
}
