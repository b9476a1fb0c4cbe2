import { Button } from '../../ui/controls/Button.tsx';
import { useLanguage } from '../../ui/strings.ts';
import { footWords } from '../../ui/strings/foot.ts';
import text from '../../ui/styles/text.module.css';
import styles from './LockedMutesNotice.module.css';

/** A quiet line beside the feed: what is muted privately hides nothing before it is opened, and opening it may ask a person (ACCOUNT-20). */
export function SealedMutes({ onOpen }: { readonly onOpen: () => void }) {
  const words = footWords(useLanguage());
  return (
    <div className={styles.sealed}>
      <p className={text.small}>{words.sealedMutes}</p>
      <Button compact tone="quiet" icon="eye-off" onClick={onOpen}>
        {words.openIt}
      </Button>
    </div>
  );
}
