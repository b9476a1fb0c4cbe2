import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useCardStrings } from '../../ui/strings/cards.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import styles from './WarningCover.module.css';

/** The cover over content with a warning. `warning`: the author's reason, may be empty. */
export function WarningCover({
  warning,
  onShow,
}: {
  readonly warning: string;
  readonly onShow: () => void;
}) {
  const { reading } = useStrings();
  const words = useCardStrings();
  return (
    <div className={styles.cover}>
      <Icon name="eye-off" className={styles.icon} />
      <div className={styles.words}>
        <p className={text.strong}>{reading.sensitive}</p>
        {warning !== '' && (
          <p className={cx(text.small, text.muted)} dir="auto">
            {warning}
          </p>
        )}
      </div>
      <Button compact onClick={onShow}>
        {words.showSensitive}
      </Button>
    </div>
  );
}
