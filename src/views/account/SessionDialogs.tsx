import { useSelector } from '@xstate/react';
import type { SessionActor } from '../../machines/account/session.machine.ts';
import { PinDialog } from './PinDialog.tsx';
import { SignInDialog } from './SignInDialog.tsx';

/** What the session asks of a person: the way in, or the PIN of a key that an act waits for (ACCOUNT-02 to 05). */
export function SessionDialogs({ session }: { readonly session: SessionActor }) {
  const login = useSelector(session, ({ children }) => children.login);
  const pin = useSelector(session, ({ children }) => children.pin);
  if (pin) return <PinDialog key={pin.sessionId} pin={pin} />;
  return login ? <SignInDialog key={login.sessionId} login={login} session={session} /> : null;
}
