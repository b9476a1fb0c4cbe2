import { useId, useState } from 'react';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useSignInStrings } from '../../ui/strings/sign-in.ts';
import styles from './SignInDialog.module.css';
import { useSignOut } from './use-session.ts';

/** Lists the data that signing out removes, before it does so (ACCOUNT-06). */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { leave, cancel } = useSignInStrings();
  const [erase, setErase] = useState(false);
  const id = useId();
  const signOut = useSignOut();
  const isKept = useAccount()?.method === 'key';
  const leaveNow = () => {
    onClose();
    signOut?.(erase);
  };
  return (
    <Dialog
      question
      size="small"
      title={leave.title}
      onClose={onClose}
      foot={
        <>
          <Button data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button tone={isKept ? 'danger' : 'primary'} busy={!signOut} onClick={leaveNow}>
            {leave.confirm}
          </Button>
        </>
      }
    >
      <p className={styles.purpose}>{isKept ? leave.kept : leave.elsewhere}</p>
      <p className={styles.erase}>
        <input
          id={id}
          type="checkbox"
          checked={erase}
          onChange={(event) => setErase(event.currentTarget.checked)}
        />
        <label htmlFor={id}>{leave.erase}</label>
      </p>
    </Dialog>
  );
}
