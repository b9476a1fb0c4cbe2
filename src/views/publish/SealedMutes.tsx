import { Button } from '../app/primitives/Button.tsx';
import { useLanguage } from '../app/strings.ts';
import { footWords } from '../app/strings/foot.ts';
import text from '../app/styles/text.module.css';
import styles from './SealedMutes.module.css';

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
