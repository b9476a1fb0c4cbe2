import { useSelector } from '@xstate/react';
import type { EraseActor } from '../../machines/account/erase.machine.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { useSignInStrings } from '../app/strings/sign-in.ts';
import styles from './SignInDialog.module.css';

/** Somebody signed out, and something of the account is still on this device: said, with the way to try again (ACCOUNT-06). */
export function EraseDialog({ erase }: { readonly erase: EraseActor }) {
  const { unerased } = useSignInStrings();
  const isBusy = useSelector(erase, (snapshot) => snapshot.hasTag('busy'));
  const isAll = useSelector(erase, ({ context }) => context.erase);
  const close = () => erase.send({ type: 'erase.close' });
  return (
    <Dialog
      question
      size="small"
      title={unerased.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{unerased.close}</Button>
          <Button tone="primary" data-autofocus busy={isBusy} onClick={() => erase.send({ type: 'erase.again' })}>
            {unerased.again}
          </Button>
        </>
      }
    >
      <p className={styles.purpose}>{isAll ? unerased.all : unerased.key}</p>
    </Dialog>
  );
}
