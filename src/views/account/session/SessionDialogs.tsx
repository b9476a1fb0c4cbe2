import { EraseDialog } from './EraseDialog.tsx';
import { PinDialog } from '../keys/PinDialog.tsx';
import { SignInDialog } from './SignInDialog.tsx';
import { useLockedRequests } from '../signing/use-signer.ts';
import { type SessionHandle, useSessionQuestions } from './use-session.ts';

/**
 * The session's prompts: sign-in, the PIN of a key that an action waits for (ACCOUNT-02 to 05), or
 * the retry of an erasure.
 */
export function SessionDialogs({ session }: { readonly session: SessionHandle }) {
  const { login, pin, erase } = useSessionQuestions(session);
  const waiting = useLockedRequests(session);
  if (pin) return <PinDialog key={pin.sessionId} pin={pin} waiting={waiting} />;
  if (login) return <SignInDialog key={login.sessionId} login={login} session={session} />;
  return erase ? <EraseDialog key={erase.sessionId} erase={erase} /> : null;
}
