import { useMemo } from 'react';
import { ownPosts } from '../../../events/compose/acts/own-acts.ts';
import { failureReason, progressOf } from '../../../events/publish/outbox/publish-failure.ts';
import { isSettled, type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { millis, toSeconds } from '../../../events/core/time.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { type FailureWords, useFailureWords } from '../../publish/outbox/use-failure-words.ts';
import { type Feed, useOwnIn } from '../../reading/feed/use-feed.ts';
import styles from './OwnNotes.module.css';
import { useOutboxRecords } from '../../publish/outbox/use-outbox.ts';

interface OwnNotesProps {
  readonly feed: Feed | undefined;
  /**
   * Which own notes are inserted. `undefined`: none. The home feed is one actor for every chosen
   * feed, so notes that were inserted before are removed.
   */
  readonly of: 'notes' | 'replies' | undefined;
}

const OPENED = toSeconds(millis(performance.timeOrigin));

/** Inserts the account's new posts into a feed at once, before the service lists them. */
export function OwnNotes({ feed, of }: OwnNotesProps) {
  const records = useOutboxRecords();
  const ids = useMemo(() => (of ? ownPosts(records, of, OPENED) : []), [records, of]).join();
  useOwnIn(feed, ids);
  return null;
}

/**
 * The progress of sending an own note, until it is settled, with a link to each relay's answer
 * (INV-OUTCOME).
 */
export function SendingMark({ event }: { readonly event: VerifiedEvent }) {
  const { sending } = useActionStrings();
  const failureWords = useFailureWords();
  const record = [...useOutboxRecords().values()].find((one) => one.event?.id === event.id);
  const why = record && failureReason(record);
  const failure = why && failureWords(why);
  const words = record && markOf(record, failure, sending);
  if (!record || words === undefined) return null;
  const isWrong = stateOf(record) === 'failed' && failure?.isHeld !== true;
  return (
    <p role="status">
      <AppLink
        to={`/settings/publishing#${record.job}`}
        className={cx(styles.mark, isWrong && styles.wrong)}
      >
        <Icon name={isWrong ? 'alert' : 'send'} size="s" />
        {words}
      </AppLink>
    </p>
  );
}

type Words = ReturnType<typeof useActionStrings>['sending'];

function markOf(
  record: OutboxRecord,
  failure: FailureWords | undefined,
  words: Words,
): string | undefined {
  if (failure) return failure.isHeld ? failure.text : words.failed(failure.text);
  const { took, asked } = progressOf(record);
  return record.event && !isSettled(record) ? words.under(took, asked) : undefined;
}
