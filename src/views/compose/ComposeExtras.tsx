import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { LONGEST_WARNING } from '../../events/publish/writing/writing.ts';
import { GRACE } from '../../events/publish/outbox/schedule.ts';
import { inSeconds } from '../../events/core/time.ts';
import { WORK_CHOICES } from '../../events/publish/writing/mining.ts';
import { Field } from '../ui/controls/Field.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { useSay } from '../ui/strings/own-messages.ts';
import styles from './ComposeExtras.module.css';
import { PollEditor } from './PollEditor.tsx';
import { fromLocal, toLocal } from './local-time.ts';
import { useAim, useComposeState, useExtras, useExtrasFault } from './use-compose.ts';

/** Optional parts of a text, shown when added: a content warning, a poll, a schedule. */
export function ComposeExtras() {
  const { extras: words } = useComposeStrings();
  const { isEditable } = useComposeState();
  const { type } = useAim();
  const { warning, poll, due, work, set } = useExtras();
  const fault = useExtrasFault();
  const say = useSay();
  const isOpen = useRef(false);
  // runs after the effects of the parts that a stored text has
  useEffect(() => {
    isOpen.current = isEditable;
  }, [isEditable]);
  return (
    <>
      {warning !== undefined && (
        <Added isOpen={isOpen}>
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
        </Added>
      )}
      {poll && type !== 'reply' && (
        <Added isOpen={isOpen}>
          <PollEditor
            poll={poll}
            isEditable={isEditable}
            fault={fault}
            onChange={(next) => set({ poll: next })}
          />
        </Added>
      )}
      {due !== undefined && (
        <Added isOpen={isOpen}>
          <Field
            label={words.due}
            hint={words.dueHint(inSeconds(GRACE) / 60)}
            error={fault === 'publish.tooSoon' ? say({ code: fault }) : undefined}
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
        </Added>
      )}
      {work !== undefined && (
        <Added isOpen={isOpen}>
          <WorkChoice
            work={work}
            isScheduled={due !== undefined}
            isEditable={isEditable}
            onChange={(bits) => set({ work: bits })}
          />
        </Added>
      )}
    </>
  );
}

/** Bring a part that the user adds into view, with the focus in its first field. */
function Added({
  isOpen,
  children,
}: {
  /** False while the composer opens with parts of a stored text. */
  readonly isOpen: RefObject<boolean>;
  readonly children: ReactNode;
}) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen.current) return;
    part.current?.scrollIntoView?.({ block: 'center' });
    part.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
  }, [isOpen]);
  return <div ref={part}>{children}</div>;
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
