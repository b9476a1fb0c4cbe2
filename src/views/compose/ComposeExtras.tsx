import { LONGEST_WARNING } from '../../events/publish/writing/writing.ts';
import { WORK_CHOICES } from '../../events/publish/writing/mining.ts';
import { Field } from '../ui/controls/Field.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './ComposeExtras.module.css';
import { PollEditor } from './PollEditor.tsx';
import { fromLocal, toLocal } from './local-time.ts';
import { useAim, useComposeState, useExtras } from './use-compose.ts';

/** Optional parts of a text, shown when added: a content warning, a poll, a schedule. */
export function ComposeExtras() {
  const { extras: words } = useComposeStrings();
  const { isEditable } = useComposeState();
  const { type } = useAim();
  const { warning, poll, due, work, set } = useExtras();
  return (
    <>
      {warning !== undefined && (
        <Field
          label={words.warning}
          placeholder={words.warningHint}
          icon="eye-off"
          dir="auto"
          maxLength={LONGEST_WARNING}
          value={warning}
          readOnly={!isEditable}
          onChange={({ target }) => set({ warning: target.value })}
          after={
            <IconButton
              compact
              icon="x"
              label={words.noWarning}
              disabled={!isEditable}
              onClick={() => set({ warning: undefined })}
            />
          }
        />
      )}
      {poll && type !== 'reply' && (
        <PollEditor poll={poll} isEditable={isEditable} onChange={(next) => set({ poll: next })} />
      )}
      {due !== undefined && (
        <Field
          label={words.due}
          hint={words.dueHint}
          icon="clock"
          type="datetime-local"
          value={toLocal(due)}
          readOnly={!isEditable}
          onChange={({ target }) => set({ due: fromLocal(target.value) ?? due })}
          after={
            <IconButton
              compact
              icon="x"
              label={words.noDue}
              disabled={!isEditable}
              onClick={() => set({ due: undefined })}
            />
          }
        />
      )}
      {work !== undefined && (
        <WorkChoice
          work={work}
          isScheduled={due !== undefined}
          isEditable={isEditable}
          onChange={(bits) => set({ work: bits })}
        />
      )}
    </>
  );
}

interface WorkChoiceProps {
  readonly work: number;
  readonly isScheduled: boolean;
  readonly isEditable: boolean;
  readonly onChange: (bits: number | undefined) => void;
}

/** The proof of work of the note (NIP-13, SIGN-06). */
function WorkChoice({ work, isScheduled, isEditable, onChange }: WorkChoiceProps) {
  const { extras: words } = useComposeStrings();
  const choices = WORK_CHOICES.includes(work)
    ? WORK_CHOICES
    : [...WORK_CHOICES, work].toSorted((one, other) => one - other);
  return (
    <div className={styles.work} role="group" aria-label={words.work}>
      <Icon name="shield" size="s" />
      <Select
        label={words.work}
        options={choices.map((bits) => ({ value: String(bits), label: words.workBits(bits) }))}
        value={String(work)}
        onChange={(value) => isEditable && onChange(Number(value))}
      />
      <span className={styles.workHint}>{isScheduled ? words.workNot : words.workHint}</span>
      <IconButton
        compact
        icon="x"
        label={words.noWork}
        disabled={!isEditable}
        onClick={() => onChange(undefined)}
      />
    </div>
  );
}
