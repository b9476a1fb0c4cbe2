import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { readNoteParam } from '../../events/account/route-param.ts';
import { displayNameOf } from '../../events/account/profile.ts';
import { noteOf, repliesOf } from '../../events/selectors.ts';
import { getRow } from '../../events/table.ts';
import type { ThreadActor } from '../../machines/reading/thread.machine.ts';
import { useFacts, useThread } from '../app/app-context.ts';
import { Column } from '../app/Column.tsx';
import { NotFoundScreen } from '../app/NotFoundScreen.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { Side, SideSection } from '../app/Side.tsx';
import { useStrings } from '../app/strings.ts';
import { useThreadStrings } from '../app/strings/thread.ts';
import { ConnectionStrip } from '../connection/ConnectionStrip.tsx';
import { useDiscarded } from '../publish/orders.ts';
import { NoteRow } from './NoteRow.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { OpenedNote } from './OpenedNote.tsx';
import { ReplyEntry } from './ReplyEntry.tsx';

/** A note with what it answers above and its replies below (THREAD-01). */
export function ThreadScreen() {
  const { id = '' } = useParams();
  const param = readNoteParam(id);
  if (param?.type !== 'note') return <NotFoundScreen />;
  return <Thread key={param.id} id={param.id} />;
}

function Thread({ id }: { readonly id: string }) {
  const { reading } = useStrings();
  const said = useThreadStrings();
  const thread = useThread({ kind: 'thread', key: `thread:${id}`, input: { target: { type: 'note', id } } });
  const author = useFacts((facts) => noteOf(facts, id)?.pubkey);
  const name = useFacts((facts) => (author === undefined ? '' : displayNameOf(getRow(facts.profiles, author), author)));
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

function Conversation({ id, thread }: { readonly id: string; readonly thread: ThreadActor }) {
  const { reading } = useStrings();
  const said = useThreadStrings();
  const known = useFacts((facts) => noteOf(facts, id) !== undefined);
  const missing = useSelector(thread, (snapshot) => snapshot.hasTag('missing'));
  const failed = useSelector(thread, (snapshot) => snapshot.hasTag('failed'));
  const loading = useSelector(thread, (snapshot) => snapshot.hasTag('loading'));
  const parents = useSelector(thread, ({ context }) => context.items.parents);
  const opened = useRef<HTMLDivElement>(null);
  useHold(opened, parents.length);
  const retry = () => thread.send({ type: 'thread.retry' });
  if (missing && !known) {
    return (
      <EmptyState title={said.noteMissing} action={<Button onClick={retry}>{said.lookAgain}</Button>}>
        {said.noteMissingCause}
      </EmptyState>
    );
  }
  if (failed && !known)
    return (
      <ErrorState title={said.threadFailed} onRetry={retry}>
        {reading.feedFailedCause}
      </ErrorState>
    );
  if (!known) return <Skeleton />;
  return (
    <>
      <ol aria-label={said.parents}>
        {parents.map((parent) => (
          <li key={parent}>
            <NoteRow id={parent} inThread leadsOn />
          </li>
        ))}
      </ol>
      <div ref={opened}>
        <OpenedNote id={id} />
      </div>
      <ReplyEntry id={id} />
      <Replies id={id} thread={thread} loading={loading} />
      {(failed || missing) && (
        <ErrorState title={said.repliesFailed} onRetry={retry}>
          {missing ? said.noteMissingCause : reading.feedFailedCause}
        </ErrorState>
      )}
    </>
  );
}

function Replies({ id, thread, loading }: { readonly id: string; readonly thread: ThreadActor; readonly loading: boolean }) {
  const reading = useThreadStrings();
  const listed = useSelector(thread, ({ context }) => context.items.replies);
  const earlier = useSelector(thread, ({ context }) => context.items.earlier !== undefined && context.items.replies.length >= 100);
  const seen = useFacts((facts) => repliesOf(facts, id));
  const discarded = useDiscarded();
  const claimed = useFacts((facts) => getRow(facts.stats, id)?.replies ?? 0);
  // what was folded counts too: an own reply is there at once (THREAD-01)
  const fresh = seen.filter((reply) => !listed.includes(reply) && !discarded.has(reply));
  const replies = [...listed, ...fresh];
  if (replies.length === 0) {
    if (loading) return <Skeleton rows={Math.min(3, Math.max(1, claimed))} />;
    return <EmptyState title={reading.noReplies} />;
  }
  return (
    <>
      {earlier && (
        <Button wide tone="quiet" onClick={() => thread.send({ type: 'thread.earlier' })}>
          {reading.earlierReplies}
        </Button>
      )}
      <ol aria-label={reading.replies}>
        {replies.map((reply) => (
          <li key={reply}>
            <NoteRow id={reply} inThread />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Parents that arrive above the opened note do not move it. */
function useHold(opened: React.RefObject<HTMLElement | null>, parents: number): void {
  const before = useRef({ parents: 0, top: 0 });
  useLayoutEffect(() => {
    const top = opened.current?.getBoundingClientRect().top ?? 0;
    if (parents > before.current.parents && before.current.top !== 0) window.scrollBy(0, top - before.current.top);
    before.current = { parents, top: opened.current?.getBoundingClientRect().top ?? 0 };
  }, [opened, parents]);
}
