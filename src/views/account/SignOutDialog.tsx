import { useId, useState } from 'react';
import type { Account } from '../../events/account/account.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { useSignInStrings } from '../app/strings/sign-in.ts';
import styles from './SignInDialog.module.css';

interface SignOutDialogProps {
  readonly account: Account;
  /** `erase`: also what is kept here for the account. */
  readonly onLeave: (erase: boolean) => void;
  readonly onCancel: () => void;
}

/** Says what signing out takes away before it does (ACCOUNT-06). */
export function SignOutDialog({ account, onLeave, onCancel }: SignOutDialogProps) {
  const { leave, cancel } = useSignInStrings();
  const [erase, setErase] = useState(false);
  const id = useId();
  const isKept = account.method === 'key';
  return (
    <Dialog
      question
      size="small"
      title={leave.title}
      onClose={onCancel}
      foot={
        <>
          <Button data-autofocus onClick={onCancel}>
            {cancel}
          </Button>
          <Button tone={isKept ? 'danger' : 'primary'} onClick={() => onLeave(erase)}>
            {leave.confirm}
          </Button>
        </>
      }
    >
      <p className={styles.purpose}>{isKept ? leave.kept : leave.elsewhere}</p>
      <p className={styles.erase}>
        <input id={id} type="checkbox" checked={erase} onChange={(event) => setErase(event.currentTarget.checked)} />
        <label htmlFor={id}>{leave.erase}</label>
      </p>
    </Dialog>
  );
}
