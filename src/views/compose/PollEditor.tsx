import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import {
  faultyOption,
  LONGEST_OPTION,
  MOST_OPTIONS,
  type PollDraft,
} from '../../events/publish/writing/poll-draft.ts';
import type { ExtrasFault } from '../../events/compose/compose.ts';
import { isInputMethodKey } from '../ui/hooks/input-method.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Toggle } from '../ui/controls/Toggle.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { useSay } from '../ui/strings/own-messages.ts';
import styles from './ComposeExtras.module.css';
import { fromLocal, toLocal } from './local-time.ts';

interface PollEditorProps {
  readonly poll: PollDraft;
  readonly isEditable: boolean;
  /** Why it cannot be published, shown at the wrong field. */
  readonly fault: ExtrasFault | undefined;
  /** `undefined` removes the poll. */
  readonly onChange: (poll: PollDraft | undefined) => void;
}

/**
 * The answers of a poll, single or multiple choice, and its end. Enter moves to the next answer.
 */
export function PollEditor({ poll, isEditable, fault, onChange }: PollEditorProps) {
  const { extras: words } = useComposeStrings();
  const group = useRef<HTMLFieldSetElement>(null);
  const { options } = poll;
  const say = useSay();
  const error = fault && say({ code: fault });
  const wrong = faultyOption(poll, fault);
  const focus = (at: number) =>
    group.current?.querySelectorAll<HTMLInputElement>('input[type="text"]')[at]?.focus();
  const next = useRef<number>(undefined);
  // Runs once the answer is rendered, before the next key.
  useLayoutEffect(() => {
    if (next.current !== undefined) focus(next.current);
    next.current = undefined;
  });
  const change = (at: number, text: string) =>
    onChange({ ...poll, options: options.with(at, text) });
  const add = () => {
    next.current = options.length;
    onChange({ ...poll, options: [...options, ''] });
  };
  const remove = (at: number) => {
    next.current = Math.max(0, at - 1);
    onChange({ ...poll, options: options.toSpliced(at, 1) });
  };
  const press = (event: KeyboardEvent, at: number) => {
    if (
      event.key !== 'Enter' ||
      isInputMethodKey(event.nativeEvent) ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    event.preventDefault();
    if (at + 1 < options.length) focus(at + 1);
    else if (options.length < MOST_OPTIONS) add();
  };
  return (
    <fieldset ref={group} className={styles.poll} disabled={!isEditable}>
      <legend className={styles.legend}>{words.poll}</legend>
      {options.map((option, at) => (
        <Field
          // oxlint-disable-next-line react/no-array-index-key -- an answer is its place until it is published
          key={at}
          label={words.option(at + 1)}
          labelHidden
          placeholder={words.option(at + 1)}
          type="text"
          dir="auto"
          maxLength={LONGEST_OPTION}
          error={at === wrong ? error : undefined}
          value={option}
          onChange={({ target }) => change(at, target.value)}
          onKeyDown={(event) => press(event, at)}
          after={
            options.length > 2 && (
              <IconButton
                compact
                icon="x"
                label={words.removeOption(at + 1)}
                onClick={() => remove(at)}
              />
            )
          }
        />
      ))}
      {options.length < MOST_OPTIONS && (
        <div>
          <Button compact icon="plus" onClick={add}>
            {words.addOption}
          </Button>
        </div>
      )}
      <Toggle
        label={words.several}
        on={poll.isMultiple}
        onChange={(isMultiple) => onChange({ ...poll, isMultiple })}
      />
      <Field
        label={words.end}
        hint={words.endHint}
        error={fault === 'publish.pollOver' ? error : undefined}
        type="datetime-local"
        value={poll.endsAt === undefined ? '' : toLocal(poll.endsAt)}
        onChange={({ target }) => onChange({ ...poll, endsAt: fromLocal(target.value) })}
      />
      <div>
        <Button compact tone="quiet" onClick={() => onChange(undefined)}>
          {words.noPoll}
        </Button>
      </div>
    </fieldset>
  );
}
