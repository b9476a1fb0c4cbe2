import { useId, useState } from 'react';
import { LinkButton } from '../ui/controls/LinkButton.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { useAccount } from '../ui/hooks/app-context.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx';
import { useSignInStrings } from '../ui/strings/sign-in.ts';
import text from '../ui/styles/text.module.css';
import { useIsUnsaved, useSignOut } from '../account/session/use-session.ts';
import styles from './SignOutDialog.module.css';
import { useLeftBehind } from './use-left-behind.ts';

/** Lists the data that stays in this browser, and the data that is removed (ACCOUNT-06). */
export function SignOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { leave, cancel } = useSignInStrings();
  const [erase, setErase] = useState(false);
  const id = useId();
  const signOut = useSignOut();
  const account = useAccount();
  const isUnsaved = useIsUnsaved(account?.pubkey);
  const isKept = account?.method === 'key';
  const { money, others } = useLeftBehind();
  const leaveNow = () => {
    onClose();
    signOut?.(erase);
  };
  return (
    <ConfirmDialog
      question={{ title: leave.title, confirm: leave.confirm, cancel, danger: isKept }}
      busy={!signOut}
      onConfirm={leaveNow}
      onCancel={onClose}
    >
      {isUnsaved ? (
        <>
          <Notice tone="warning">{leave.unsaved}</Notice>
          <LinkButton wide to="/settings/account" onClick={onClose}>
            {leave.save}
          </LinkButton>
        </>
      ) : (
        <p className={cx(text.small, text.muted)}>{isKept ? leave.kept : leave.elsewhere}</p>
      )}
      <Rows title={leave.stays} rows={erase ? money : [...money, ...others]} />
      {erase && <Rows title={leave.goes} rows={others} />}
      {erase && money.length > 0 && (
        <p className={cx(text.small, text.muted)}>{leave.ecashStays}</p>
      )}
      <p className={styles.erase}>
        <input
          id={id}
          type="checkbox"
          checked={erase}
          onChange={(event) => setErase(event.currentTarget.checked)}
        />
        <label htmlFor={id}>{leave.erase}</label>
      </p>
    </ConfirmDialog>
  );
}

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly string[] }) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.rows} aria-labelledby={id}>
        {rows.map((row) => (
          <li key={row} dir="auto">
            {row}
          </li>
        ))}
      </ul>
    </section>
  );
}
