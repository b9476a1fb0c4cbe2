import { useState } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import text from '../../ui/styles/text.module.css';
import { HiddenReplies } from '../moderation/HiddenReplies.tsx';
import { EarlierReplies, NewReplies, ReplyTree } from './ReplyTree.tsx';
import { Unfiltered } from './Unfiltered.tsx';
import { useFurther } from './use-find-replies.ts';
import {
  hasEarlier,
  type Thread,
  threadIntents,
  useReplies,
  useThreadItems,
  useThreadState,
} from './use-thread.ts';
import styles from './Replies.module.css';

interface RepliesProps {
  readonly id: string;
  readonly thread: Thread;
}

/**
 * All replies to an opened note (THREAD-01), and where the missing ones are. An answer in parts is
 * rendered when it is complete, because later parts belong between earlier ones.
 */
export function Replies({ id, thread }: RepliesProps) {
  const reading = useThreadStrings();
  const { isLoading, isPartial } = useThreadState(thread);
  const [isDrawn, setIsDrawn] = useState(false);
  const earlier = hasEarlier(useThreadItems(thread));
  const claimed = useFacts((facts) => getRow(facts.stats, id)?.replies ?? 0);
  const replies = useReplies(thread, id);
  const { branches, direct, hidden, isCut } = replies;
  const missing = isLoading || earlier ? 0 : Math.max(0, claimed - direct);
  const waits = isLoading && (direct === 0 || (isPartial && !isDrawn));
  // Once rendered, replies stay.
  if (!waits && !isDrawn) setIsDrawn(true);
  if (waits) return <Skeleton rows={Math.min(3, Math.max(1, claimed))} />;
  const hiddenHere = replies.hiddenTo.get(id) ?? 0;
  const parts = { loaded: (replies.known.get(id) ?? 0) - hiddenHere, hidden: hiddenHere, missing };
  const gap = <Gap id={id} thread={thread} parts={parts} hidden={hidden} />;
  if (branches.length === 0) {
    const nothing = hidden.length + missing === 0;
    return (
      <>
        <EarlierReplies thread={thread} isCut={isCut} />
        <EmptyState title={nothing ? reading.noReplies : reading.noRepliesToShow} />
        {gap}
      </>
    );
  }
  return (
    <>
      <NewReplies thread={thread} waiting={replies.waiting} />
      <EarlierReplies thread={thread} isCut={isCut} />
      <ReplyTree root={id} thread={thread} replies={replies} label={reading.replies} />
      {gap}
    </>
  );
}

interface GapProps {
  readonly id: string;
  readonly thread: Thread;
  /** Counts of the direct replies, which the service counts. */
  readonly parts: Readonly<Record<'loaded' | 'hidden' | 'missing', number>>;
  /** Hidden replies on all levels. */
  readonly hidden: readonly string[];
}

/** Explains the counted replies that are not shown (BEYOND-04). */
function Gap({ id, thread, parts, hidden }: GapProps) {
  const reading = useThreadStrings();
  const event = useFacts((facts) => noteOf(facts, id));
  return (
    <>
      {parts.missing > 0 && (
        <Unfiltered id={id}>
          <div className={cx(text.small, text.muted, styles.unshown)}>
            <p>{reading.gap(parts.loaded + parts.hidden + parts.missing, parts)}</p>
            {event && <Further event={event} thread={thread} />}
          </div>
        </Unfiltered>
      )}
      {hidden.length > 0 && <HiddenReplies ids={hidden} under={id} />}
    </>
  );
}

/** Offers to query other relays for missing replies. */
function Further({ event, thread }: { readonly event: VerifiedEvent; readonly thread: Thread }) {
  const reading = useThreadStrings();
  const further = useFurther(event);
  if (!further) return null;
  const look = () => {
    threadIntents.ask(thread, event.id);
    further.look();
  };
  if (further.asked !== undefined)
    return <p role="status">{reading.furtherAsked(further.asked)}</p>;
  return (
    <Button compact tone="quiet" busy={further.isLooking} onClick={look}>
      {reading.further}
    </Button>
  );
}
