import { useRef } from 'react';
import { useParams } from 'react-router';
import { readNoteParam } from '../../../events/nostr/route-param.ts';
import { isText } from '../../../events/reading/content/text-kinds.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Side, SideSection } from '../../ui/layout/Side.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { HiddenPage } from '../moderation/HiddenEventPage.tsx';
import { useHold } from '../article/use-hold-position.ts';
import { NoteRow } from '../note/NoteRow.tsx';
import { FoundNotice, MissingEvent } from './MissingEvent.tsx';
import { OtherEvent, opensAs } from './OtherEvent.tsx';
import { Discover } from '../explore/Discover.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { OpenedNote } from './OpenedNote.tsx';
import { Replies } from './Replies.tsx';
import { ReplyEntry } from './ReplyButton.tsx';
import { useFoundEvent } from './use-find-event.ts';
import {
  type Thread,
  threadIntents,
  useOpened,
  useThread,
  useThreadItems,
  useThreadState,
} from './use-thread.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import styles from './ThreadScreen.module.css';

/** A note with its parents above and its replies below (THREAD-01). */
export function ThreadScreen() {
  const { id = '' } = useParams();
  const param = readNoteParam(id);
  if (param?.type !== 'note') return <NotFoundScreen />;
  return <OpenedThread key={param.id} id={param.id} param={id} />;
}

interface OpenedProps {
  readonly id: string;
  /** The part of the path that names the note. */
  readonly param: string;
}

function OpenedThread({ id, param }: OpenedProps) {
  const said = useThreadStrings();
  const kinds = useKindStrings();
  const thread = useThread({
    kind: 'thread',
    key: `thread:${id}`,
    input: { target: { type: 'note', id } },
  });
  const author = useFacts((facts) => noteOf(facts, id)?.pubkey);
  const name = useFacts((facts) =>
    author === undefined ? '' : displayNameOf(getRow(facts.profiles, author), author),
  );
  const found = useFoundEvent({ type: 'note', id });
  const opened = useOpened(id, thread) ?? found?.event;
  const title = opened && !isText(opened.kind) ? kinds.name(opened.kind) : said.note;
  if (opened && !opensAs(opened, 'note')) return <OtherEvent event={opened} />;
  return (
    <>
      <Column
        title={title}
        pageTitle={name === '' ? said.note : said.noteBy(name)}
        back
        under={<ConnectionStrip />}
      >
        {thread ? (
          <HiddenPage event={opened}>
            <Conversation id={id} param={param} thread={thread} />
          </HiddenPage>
        ) : (
          <Skeleton />
        )}
      </Column>
      <Side>
        {author !== undefined && (
          <SideSection title={said.replyingTo}>
            <ReplyEntry id={id} boxed />
          </SideSection>
        )}
        {thread && <PeopleSection id={id} thread={thread} />}
        <Discover />
      </Side>
    </>
  );
}

function Conversation({ id, param, thread }: OpenedProps & { readonly thread: Thread }) {
  const said = useThreadStrings();
  const known = useFacts((facts) => noteOf(facts, id) !== undefined);
  const { isMissing, isFailed } = useThreadState(thread);
  const { parents } = useThreadItems(thread);
  const whole = useRef<HTMLDivElement>(null);
  const opened = useRef<HTMLDivElement>(null);
  useHold(whole, opened, known);
  const retry = () => threadIntents.retry(thread);
  const target = { type: 'note', id } as const;
  if (isMissing && !known) {
    return (
      <MissingEvent
        target={target}
        param={param}
        thread={thread}
        title={said.noteMissing}
        cause={said.noteMissingCause}
      />
    );
  }
  if (isFailed && !known)
    return (
      <ErrorState title={said.threadFailed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  if (!known) return <Skeleton />;
  return (
    <div ref={whole} data-thread>
      <ol aria-label={said.parents} data-line>
        {parents.map((parent) => (
          <li key={parent}>
            <NoteRow id={parent} inThread leadsOn />
          </li>
        ))}
      </ol>
      <div ref={opened} className={cx(styles.opened, parents.length > 0 && styles.below)}>
        <OpenedNote id={id} />
        <div className={styles.entry}>
          <ReplyEntry id={id} />
        </div>
        <Replies id={id} thread={thread} />
        <FoundNotice target={target} thread={thread}>
          <ErrorState title={said.repliesFailed} onRetry={retry}>
            {said.noteMissingCause}
          </ErrorState>
        </FoundNotice>
        {isFailed && (
          <ErrorState title={said.repliesFailed} onRetry={retry}>
            <FailedCause />
          </ErrorState>
        )}
      </div>
    </div>
  );
}
