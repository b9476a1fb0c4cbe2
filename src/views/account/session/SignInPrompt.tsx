import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Wanted } from '../../../machines/account/session/account.machine.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useSignInPromptStrings } from '../../ui/strings/sign-in-prompt.ts';
import text from '../../ui/styles/text.module.css';
import { useDoor } from './use-sign-in-prompt.ts';
import { useSignIn } from './use-session.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

const CREATE = '/new';

/**
 * The sign-in prompt for a visitor who wanted to act (ACCOUNT-01). Their action runs after sign-in,
 * and is dropped if they cancel.
 */
export function Door({ wanted }: { readonly wanted: Wanted }) {
  const { nav } = useStrings().app;
  const words = useSignInPromptStrings();
  const say = useSay();
  const navigate = useNavigate();
  const { isIn, decline } = useDoor(useLocation().pathname === CREATE);
  const signIn = useSignIn();
  const [isThrough, setThrough] = useState(false);
  if (isThrough || isIn) return null;
  const go = (way: () => void) => () => {
    setThrough(true);
    way();
  };
  const foot = (
    <>
      <Button tone="primary" data-autofocus onClick={go(() => navigate(CREATE))}>
        {nav.createAccount}
      </Button>
      <Button onClick={go(signIn)}>{nav.signIn}</Button>
    </>
  );
  return (
    <Dialog size="small" title={words.title} onClose={decline} foot={foot}>
      <p className={cx(text.small, text.muted)}>{say(wanted.reason)}</p>
    </Dialog>
  );
}
