import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AccountActor, Wanted } from '../../machines/account/account.machine.ts';
import { useAccount } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { useStrings } from '../app/strings.ts';
import { useDoorStrings } from '../app/strings/door.ts';
import text from '../app/styles/text.module.css';
import { now } from '../publish/use-intents.ts';
import { useSession } from './use-features.ts';
import { useSay } from '../app/strings/own-messages.ts';

const CREATE = '/new';

/** The way in for a visitor who wanted to act (ACCOUNT-01): what he wanted is done once he has an account, and forgotten if he turns back. */
export function Door({ actor, wanted }: { readonly actor: AccountActor; readonly wanted: Wanted }) {
  const { nav } = useStrings().app;
  const words = useDoorStrings();
  const say = useSay();
  const navigate = useNavigate();
  const isCreating = useLocation().pathname === CREATE;
  const account = useAccount();
  const session = useSession();
  const isSigningIn = useSelector(session, (snapshot) => snapshot?.children.login !== undefined);
  const isFetching = useSelector(actor, (snapshot) => snapshot.hasTag('fetching'));
  const [isThrough, setThrough] = useState(false);
  const isBusy = isSigningIn || isFetching || isCreating;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isBusy) wasBusy.current = true;
    else if (account) actor.send({ type: 'account.goOn', now: now() });
    else if (wasBusy.current) actor.send({ type: 'account.decline' });
  }, [actor, account, isBusy]);
  if (isThrough || account) return null;
  const decline = () => actor.send({ type: 'account.decline' });
  const go = (way: () => void) => () => {
    setThrough(true);
    way();
  };
  const foot = (
    <>
      <Button onClick={go(() => void navigate(CREATE))}>{nav.createAccount}</Button>
      <Button tone="primary" data-autofocus onClick={go(() => actor.send({ type: 'account.signIn' }))}>
        {nav.signIn}
      </Button>
    </>
  );
  return (
    <Dialog size="small" title={words.title} onClose={decline} foot={foot}>
      <p className={cx(text.small, text.muted)}>{say(wanted.reason)}</p>
    </Dialog>
  );
}
