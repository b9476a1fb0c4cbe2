import { useRef } from 'react';
import { useParams } from 'react-router';
import type { VerifiedEvent } from '../../events/event.ts';
import { readNoteParam } from '../../events/account/route-param.ts';
import { displayNameOf } from '../../events/account/profile.ts';
import { isHidden, noteOf, repliesOf } from '../../events/selectors.ts';
import { getRow } from '../../events/table.ts';
import { useFacts, useFactsShallow } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { Column } from '../app/Column.tsx';
import { NotFoundScreen } from '../app/NotFoundScreen.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useHides } from '../app/shell-context.ts';
import { Side, SideSection } from '../app/Side.tsx';
import { useStrings } from '../app/strings.ts';
import { useThreadStrings } from '../app/strings/thread.ts';
import text from '../app/styles/text.module.css';
import { ConnectionStrip } from '../connection/ConnectionStrip.tsx';
import { useDiscarded } from '../publish/use-intents.ts';
import { useHold } from './hold.ts';
import { HiddenReplies } from './HiddenReplies.tsx';
import { NoteRow } from './NoteRow.tsx';
import { OtherEvent, opensAs } from './OtherEvent.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { OpenedNote } from './OpenedNote.tsx';
import { ReplyEntry } from './ReplyEntry.tsx';
import { useFurther } from './use-further.ts';
import { type Thread, threadIntents, useOpened, useThread, useThreadItems, useThreadState } from './use-thread.ts';
import styles from './ThreadScreen.module.css';

/** A note with what it answers above and its replies below (THREAD-01). */
export function ThreadScreen() {
  const { id = '' } = useParams();
  const param = readNoteParam(id);
  if (param?.type !== 'note') return <NotFoundScreen />;
  return <OpenedThread key={param.id} id={param.id} />;
}

function OpenedThread({ id }: { readonly id: string }) {
  const { reading } = useStrings();
  const said = useThreadStrings();
  const thread = useThread({ kind: 'thread', key: `thread:${id}`, input: { target: { type: 'note', id } } });
  const author = useFacts((facts) => noteOf(facts, id)?.pubkey);
  const name = useFacts((facts) => (author === undefined ? '' : displayNameOf(getRow(facts.profiles, author), author)));
  const opened = useOpened(id, thread);
  if (opened && !opensAs(opened, 'note')) return <OtherEvent event={opened} />;
  return (
    <>
      <Column
        title={reading.screens.thread}
        pageTitle={name === '' ? reading.screens.thread : said.noteBy(name)}
        back
        under={<ConnectionStrip />}
      >
        {thread ? <Conversation id={id} thread={thread} /> : <Skeleton />}
      </Column>
      <Side>
        {author !== undefined && (
          <SideSection title={said.replyingTo}>
            <ReplyEntry id={id} boxed />
          </SideSection>
        )}
        {thread && <PeopleSection id={id} thread={thread} />}
      </Side>
    </>
  );
}

function Conversation({ id, thread }: { readonly id: string; readonly thread: Thread }) {
  const { reading } = useStrings();
  const said = useThreadStrings();
  const known = useFacts((facts) => noteOf(facts, id) !== undefined);
  const { isLoading, isMissing, isFailed } = useThreadState(thread);
  const { parents } = useThreadItems(thread);
  const whole = useRef<HTMLDivElement>(null);
  const opened = useRef<HTMLDivElement>(null);
  useHold(whole, opened, known);
  const retry = () => threadIntents.retry(thread);
  if (isMissing && !known) {
    return (
      <EmptyState title={said.noteMissing} action={<Button onClick={retry}>{said.lookAgain}</Button>}>
        {said.noteMissingCause}
      </EmptyState>
    );
  }
  if (isFailed && !known)
    return (
      <ErrorState title={said.threadFailed} onRetry={retry}>
        {reading.feedFailedCause}
      </ErrorState>
    );
  if (!known) return <Skeleton />;
  return (
    <div ref={whole}>
      <ol aria-label={said.parents}>
        {parents.map((parent) => (
          <li key={parent}>
            <NoteRow id={parent} inThread leadsOn />
          </li>
        ))}
      </ol>
      <div ref={opened} className={cx(styles.opened, parents.length > 0 && styles.below)}>
        <OpenedNote id={id} />
        <ReplyEntry id={id} />
        <Replies id={id} thread={thread} isLoading={isLoading} />
        {(isFailed || isMissing) && (
          <ErrorState title={said.repliesFailed} onRetry={retry}>
            {isMissing ? said.noteMissingCause : reading.feedFailedCause}
          </ErrorState>
        )}
      </div>
    </div>
  );
}

function Replies({ id, thread, isLoading }: { readonly id: string; readonly thread: Thread; readonly isLoading: boolean }) {
  const reading = useThreadStrings();
  const items = useThreadItems(thread);
  const { replies: listed } = items;
  const earlier = items.earlier !== undefined && listed.length >= 100;
  const seen = useFacts((facts) => repliesOf(facts, id));
  const discarded = useDiscarded();
  const claimed = useFacts((facts) => getRow(facts.stats, id)?.replies ?? 0);
  // what was folded counts too: an own reply is there at once (THREAD-01)
  const replies = [...listed, ...seen.filter((reply) => !listed.includes(reply) && !discarded.has(reply))];
  const hides = useHides();
  // under what is muted nothing is shown, as the service does where it knows of it
  const shown = useFactsShallow((facts) =>
    hides ? (isHidden(facts, id, hides) ? [] : replies.filter((reply) => !isHidden(facts, reply, hides))) : replies,
  );
  const readable = useFacts((facts) => shown.some((reply) => noteOf(facts, reply) !== undefined));
  const hidden = replies.filter((reply) => !shown.includes(reply));
  const missing = isLoading || earlier ? 0 : Math.max(0, claimed - replies.length);
  if (replies.length === 0 && isLoading) return <Skeleton rows={Math.min(3, Math.max(1, claimed))} />;
  const gap = <Gap id={id} shown={shown.length} hidden={hidden} missing={missing} />;
  if (!readable) {
    const nothing = hidden.length + missing === 0;
    return (
      <>
        <EmptyState title={nothing ? reading.noReplies : reading.noRepliesToShow} />
        {gap}
      </>
    );
  }
  return (
    <>
      {earlier && (
        <Button wide tone="quiet" onClick={() => threadIntents.earlier(thread)}>
          {reading.earlierReplies}
        </Button>
      )}
      <ol aria-label={reading.replies}>
        {shown.map((reply) => (
          <li key={reply}>
            <NoteRow id={reply} inThread />
          </li>
        ))}
      </ol>
      {gap}
    </>
  );
}

interface GapProps {
  readonly id: string;
  readonly shown: number;
  readonly hidden: readonly string[];
  readonly missing: number;
}

/** Where the replies are that the number beside the note counts and that are not drawn (BEYOND-04). */
function Gap({ id, shown, hidden, missing }: GapProps) {
  const reading = useThreadStrings();
  const event = useFacts((facts) => noteOf(facts, id));
  return (
    <>
      {missing > 0 && (
        <div className={cx(text.small, text.muted, styles.unshown)}>
          <p>{reading.gap(shown + hidden.length + missing, { loaded: shown, hidden: hidden.length, missing })}</p>
          {event && <Further event={event} />}
        </div>
      )}
      {hidden.length > 0 && <HiddenReplies ids={hidden} under={id} />}
    </>
  );
}

/** Other places may have what is missing: they are asked when that is wanted. */
function Further({ event }: { readonly event: VerifiedEvent }) {
  const reading = useThreadStrings();
  const further = useFurther(event);
  if (!further) return null;
  if (further.asked !== undefined) return <p role="status">{reading.furtherAsked(further.asked)}</p>;
  return (
    <Button compact tone="quiet" busy={further.isLooking} onClick={further.look}>
      {reading.further}
    </Button>
  );
}
