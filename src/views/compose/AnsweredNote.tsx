import { displayNameOf } from '../../events/facts/profile.ts';
import { type SignedEvent, tagValue } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { lineOf } from '../../events/reading/content/line-of.ts';
import { tokenize } from '../../events/reading/content/content.ts';
import { firstWords } from '../../events/reading/content/shorten.ts';
import { getRow } from '../../events/core/table.ts';
import { usePicture } from '../account/profile/picture.ts';
import { useFacts } from '../ui/hooks/app-context.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { Avatar } from '../ui/display/Avatar.tsx';
import { Time } from '../ui/display/Time.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import text from '../ui/styles/text.module.css';
import { Inline } from '../account/text/InlineText.tsx';
import styles from './AnsweredNote.module.css';
import { AccountName } from '../account/profile/AccountName.tsx';

const WORDS = 40;

/** The parent or quoted note in short: author, time, first words. */
export function AnsweredNote({
  event,
  as,
}: {
  readonly event: SignedEvent;
  readonly as: 'reply' | 'quote';
}) {
  const strings = useComposeStrings();
  const profile = useFacts((facts) => getRow(facts.profiles, event.pubkey));
  const name = displayNameOf(profile, event.pubkey);
  const title = event.kind === KIND.LongForm ? tagValue(event, 'title') : undefined;
  const { tokens, cut } = firstWords(
    tokenize(title === undefined ? lineOf(event) : { content: title, tags: [] }, location.origin),
    WORDS,
  );
  return (
    <article
      className={cx(styles.note, styles[as])}
      aria-label={as === 'reply' ? strings.answering(name) : strings.quoting(name)}
    >
      <Avatar
        pubkey={event.pubkey}
        name={name}
        src={usePicture(profile)}
        size={as === 'reply' ? 's' : 'xs'}
      />
      <div className={styles.words}>
        <p className={styles.head}>
          <AccountName
            pubkey={event.pubkey}
            profile={profile}
            className={cx(styles.name, text.cut)}
          />
          <Time at={event.created_at} />
        </p>
        <p className={cx(styles.text, text.clamp3)} dir="auto">
          <Inline tokens={tokens} plain />
          {cut && '…'}
        </p>
      </div>
    </article>
  );
}
