import { LONGEST_WARNING } from '../../events/publish/compose.ts';
import { Field } from '../app/primitives/Field.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import { PollEditor } from './PollEditor.tsx';
import { fromLocal, toLocal } from './local-time.ts';
import { useAim, useComposeState, useExtras } from './use-compose.ts';

/** What a text has beside its words, each as soon as it is wanted: a warning before it, a poll under it, a time for it. */
export function ComposeExtras() {
  const { extras: words } = useComposeStrings();
  const { isEditable } = useComposeState();
  const { type } = useAim();
  const { warning, poll, due, set } = useExtras();
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
          after={<IconButton compact icon="x" label={words.noWarning} disabled={!isEditable} onClick={() => set({ warning: undefined })} />}
        />
      )}
      {poll && type !== 'reply' && <PollEditor poll={poll} isEditable={isEditable} onChange={(next) => set({ poll: next })} />}
      {due !== undefined && (
        <Field
          label={words.due}
          hint={words.dueHint}
          icon="clock"
          type="datetime-local"
          value={toLocal(due)}
          readOnly={!isEditable}
          onChange={({ target }) => set({ due: fromLocal(target.value) ?? due })}
          after={<IconButton compact icon="x" label={words.noDue} disabled={!isEditable} onClick={() => set({ due: undefined })} />}
        />
      )}
    </>
  );
}
