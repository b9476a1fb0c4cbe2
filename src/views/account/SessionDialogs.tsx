import { useSelector } from '@xstate/react';
import type { SessionActor } from '../../machines/account/session.machine.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { PinDialog } from './PinDialog.tsx';
import { SignInDialog } from './SignInDialog.tsx';

/** What the session asks of a person: the way in, the PIN of a key that an act waits for (ACCOUNT-02 to 05), or what to do about what was not erased. */
export function SessionDialogs({ session }: { readonly session: SessionActor }) {
  const login = useSelector(session, ({ children }) => children.login);
  const pin = useSelector(session, ({ children }) => children.pin);
  const erase = useSelector(session, ({ children }) => children.erase);
  if (pin) return <PinDialog key={pin.sessionId} pin={pin} />;
  if (login) return <SignInDialog key={login.sessionId} login={login} session={session} />;
  return erase ? <EraseDialog key={erase.sessionId} erase={erase} /> : null;
}
