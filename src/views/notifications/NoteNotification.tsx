import { formOf, type Notification } from '../../events/notifications/notification.ts';
import { tokenize } from '../../events/reading/content/content.ts';
import { warningOf } from '../../events/reading/moderation/content-warning.ts';
import { firstWords } from '../../events/reading/content/shorten.ts';
import { previewOf } from '../../events/reading/article/article-preview.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { VisuallyHidden } from '../ui/display/VisuallyHidden.tsx';
import { useNotificationStrings } from '../ui/strings/notifications.ts';
import text from '../ui/styles/text.module.css';
import { Inline } from '../account/text/InlineText.tsx';
import { NoteRow } from '../reading/note/NoteRow.tsx';
import { GroupRow, useNamed } from './GroupRow.tsx';
import styles from './Row.module.css';
import { useThing } from './use-subject-words.ts';

const WORDS = 12;

interface SaidRowProps {
  readonly one: Notification;
  readonly isNew: boolean;
  readonly isPlain: boolean;
}

/**
 * A note that a person wrote, with a line above that explains its relation to the reader. Without
 * the note, the person.
 */
export function SaidRow({ one, isNew, isPlain }: SaidRowProps) {
  const words = useNotificationStrings();
  const { type, target, about } = one;
  const { act, of } = formOf(type);
  const event = useNamed(target);
  const answered = useNamed(about);
  const thing = useThing(of, answered);
  if (!event || target === undefined)
    return (
      <GroupRow
        group={{ key: one.id, id: one.id, isNew, members: [one], actors: [one.actor], sats: 0 }}
        isPlain={isPlain}
      />
    );
  const over =
    act === 'quoted' || act === 'mentioned' ? words.over[act](thing) : words.over.replied(thing);
  const { tokens, cut } =
    answered && warningOf(answered) === undefined
      ? firstWords(tokenize(previewOf(answered), location.origin), WORDS)
      : NOTHING;
  return (
    <div className={styles.note}>
      {isNew && <span className={styles.dot} aria-hidden />}
      <p className={cx(styles.over, text.small)}>
        <Icon
          name={act === 'mentioned' ? 'at' : act === 'quoted' ? 'quote' : 'reply'}
          size="s"
          className={styles.overIcon}
        />
        <span className={styles.what}>
          <span className={text.cut}>
            {isNew && <VisuallyHidden>{words.isNew} </VisuallyHidden>}
            {over}
            {tokens.length > 0 && ': '}
          </span>
          {tokens.length > 0 && (
            <span className={text.cut} dir="auto">
              <Inline tokens={tokens} plain />
              {cut && '…'}
            </span>
          )}
        </span>
      </p>
      <NoteRow id={target} inThread />
    </div>
  );
}

const NOTHING = { tokens: [], cut: false } as const;
