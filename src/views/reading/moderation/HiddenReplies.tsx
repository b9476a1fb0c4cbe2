import { useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useWhyStrings } from '../../ui/strings/why.ts';
import text from '../../ui/styles/text.module.css';
import styles from './HiddenReplies.module.css';
import { NoteRow } from '../note/NoteRow.tsx';
import { ReasonLine } from './ModerationReason.tsx';
import { Unfiltered } from './Unfiltered.tsx';

/**
 * The number of replies that the reader's lists hide. On request, it lists them with their reasons,
 * and shows each reply (BEYOND-08). `under`: id of the parent. A hidden parent hides its replies,
 * too.
 */
export function HiddenReplies({
  ids,
  under,
}: {
  readonly ids: readonly string[];
  readonly under: string;
}) {
  const words = useWhyStrings();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <p className={styles.line}>
        <span className={cx(text.small, text.muted)}>{words.hidden(ids.length)}</span>
        <Button compact tone="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? words.hideHidden : words.showHidden}
        </Button>
      </p>
      {isOpen && (
        <ol aria-label={words.list}>
          {ids.map((id) => (
            <li key={id}>
              <Hidden id={id} under={under} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Hidden({ id, under }: { readonly id: string; readonly under: string }) {
  const words = useWhyStrings();
  const hides = useHides();
  const event = useFacts((facts) => noteOf(facts, id));
  const answered = useFacts((facts) => noteOf(facts, under));
  const name = useFacts((facts) =>
    event ? displayNameOf(getRow(facts.profiles, event.pubkey), event.pubkey) : '',
  );
  const [isShown, setIsShown] = useState(false);
  if (!event) return null;
  if (isShown)
    return (
      <Unfiltered>
        <NoteRow id={id} inThread />
      </Unfiltered>
    );
  const hidden = [event, answered].find((one) => one && hides?.(one));
  const [reason] = (hidden && hides?.moderate(hidden).reasons) ?? [];
  return (
    <div className={styles.line}>
      <span className={cx(text.small, text.muted, styles.why)}>
        <IsolatedText>{name}</IsolatedText>
        {reason && (
          <span dir="auto">
            <ReasonLine reason={reason} />
          </span>
        )}
      </span>
      <Button compact tone="quiet" onClick={() => setIsShown(true)}>
        {words.anyway}
      </Button>
    </div>
  );
}
