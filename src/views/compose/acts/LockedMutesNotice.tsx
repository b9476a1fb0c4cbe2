import { Button } from '../../ui/controls/Button.tsx';
import { useLanguage } from '../../ui/strings.ts';
import { accountMenuWords } from '../../ui/strings/account-menu.ts';
import text from '../../ui/styles/text.module.css';
import styles from './LockedMutesNotice.module.css';

/**
 * A line above a feed or the results of a search: private mutes hide nothing until they are
 * decrypted, which may need a prompt (ACCOUNT-20).
 */
export function SealedMutes({ onOpen }: { readonly onOpen: () => void }) {
  const words = accountMenuWords(useLanguage());
  return (
    <div className={styles.sealed}>
      <p className={text.small}>{words.sealedMutes}</p>
      <Button compact tone="quiet" icon="eye-off" onClick={onOpen}>
        {words.openIt}
      </Button>
    </div>
  );
}
