import { EraseDialog } from './EraseDialog.tsx';
import { PinDialog } from '../keys/PinDialog.tsx';
import { SignInDialog } from './SignInDialog.tsx';
import { type SessionHandle, useSessionQuestions } from './use-session.ts';

/**
 * What the session asks of a person: the way in, the PIN of a key that an act waits for (ACCOUNT-02 to 05), or what to do about what was
 * not erased.
 */
export function SessionDialogs({ session }: { readonly session: SessionHandle }) {
  const { login, pin, erase } = useSessionQuestions(session);
  if (pin) return <PinDialog key={pin.sessionId} pin={pin} />;
  if (login) return <SignInDialog key={login.sessionId} login={login} session={session} />;
  return erase ? <EraseDialog key={erase.sessionId} erase={erase} /> : null;
}
