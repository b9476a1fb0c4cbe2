import { Button } from '../../ui/controls/Button.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import styles from './pick.module.css';

interface PickBarProps {
  readonly isPicking: boolean;
  /** Number of actors behind the chosen element. Undefined: none was chosen. */
  readonly count: number | undefined;
  readonly onToggle: () => void;
  readonly onAll: () => void;
}

/** Starts the choice of an element, and says how many actors are behind it (TOOL-05). */
export function PickBar({ isPicking, count, onToggle, onAll }: PickBarProps) {
  const { pick: say } = useInspectorStrings();
  return (
    <p className={styles.bar}>
      <Button compact aria-pressed={isPicking} onClick={onToggle}>
        {say.start}
      </Button>
      <span role="status" className={styles.said}>
        {isPicking ? say.hint : count === undefined ? '' : say.found(count)}
      </span>
      {count !== undefined && !isPicking && (
        <Button compact tone="quiet" onClick={onAll}>
          {say.all}
        </Button>
      )}
    </p>
  );
}
