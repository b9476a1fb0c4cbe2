import { nameOfFault } from '../../../machines/inspector/faults.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import type { Inspected } from '../use-inspector.ts';
import styles from './ActiveFaults.module.css';
import { faultWords } from './fault-words.ts';

/** The faults by hand that last, above all panes, so that none is forgotten. */
export function ActiveFaults({ hand, history }: Inspected) {
  const { faults: say, undo } = useInspectorStrings();
  return (
    <div role="status" aria-label={say.active}>
      {hand && hand.faults.length > 0 && (
        <ul className={styles.faults}>
          {hand.faults.map((fault) => {
            const words = faultWords(fault, history.root.id, say);
            return (
              <li key={nameOfFault(fault)} className={styles.fault}>
                <Icon name="alert" size="s" />
                <bdi>{words}</bdi>
                <Button compact aria-label={say.undoes(words)} onClick={() => hand.undo(fault)}>
                  {undo}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
