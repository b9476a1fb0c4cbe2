import { CREATE_STEPS, type CreateStepName } from '../../../events/account/new-account-draft.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Create.module.css';

/** The number of a step, its title and its introduction. `title` replaces the step's own. */
export function StepHead({
  step,
  id,
  lead,
  title,
}: {
  readonly step: CreateStepName;
  readonly id: string;
  readonly lead: string;
  readonly title?: React.ReactNode;
}) {
  const { create: words } = useOwnAccountStrings();
  const at = CREATE_STEPS.indexOf(step);
  return (
    <div className={styles.head}>
      <p className={cx(text.small, text.muted)}>{words.step(at + 1, CREATE_STEPS.length)}</p>
      <div className={styles.steps} aria-hidden>
        {CREATE_STEPS.map((name, place) => (
          <i key={name} className={cx(styles.bar, place <= at && styles.past)} />
        ))}
      </div>
      <h2 id={id} className={styles.title}>
        {title ?? words.steps[step]}
      </h2>
      <p className={text.muted}>{lead}</p>
    </div>
  );
}
