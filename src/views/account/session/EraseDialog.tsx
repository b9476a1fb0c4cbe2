import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useSignInStrings } from '../../ui/strings/sign-in.ts';
import styles from './SignInDialog.module.css';
import { type EraseHandle, useErase } from './use-erase.ts';

/**
 * Reports that data of a signed-out account is still on this device, and offers a retry
 * (ACCOUNT-06).
 */
export function EraseDialog({ erase }: { readonly erase: EraseHandle }) {
  const { unerased } = useSignInStrings();
  const { isBusy, isAll, again, close } = useErase(erase);
  return (
    <Dialog
      question
      size="small"
      title={unerased.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{unerased.close}</Button>
          <Button tone="primary" data-autofocus busy={isBusy} onClick={again}>
            {unerased.again}
          </Button>
        </>
      }
    >
      <p className={styles.purpose}>{isAll ? unerased.all : unerased.key}</p>
    </Dialog>
  );
}
