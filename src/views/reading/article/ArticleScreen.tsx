import { useParams } from 'react-router';
import { readNoteParam } from '../../../events/nostr/route-param.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import { formatAddress } from '../../../events/nostr/address.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readArticle } from '../../../events/reading/article/article.ts';
import { articleOf } from '../../../events/facts/selectors.ts';
import { useName } from '../../account/profile/use-name-check.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { Redirect } from '../../ui/navigation/Redirect.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { ArticleView } from './ArticleView.tsx';
import { HiddenPage } from '../moderation/HiddenEventPage.tsx';
import { HiddenReplies } from '../moderation/HiddenReplies.tsx';
import { FoundNotice, MissingEvent } from '../thread/MissingEvent.tsx';
import { OtherEvent, opensAs } from '../thread/OtherEvent.tsx';
import { EarlierReplies, NewReplies, ReplyTree } from '../thread/ReplyTree.tsx';
import { useFoundEvent } from '../thread/use-find-event.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import {
  hasEarlier,
  type Thread,
  threadIntents,
  useOpened,
  useReplies,
  useThread,
  useThreadItems,
  useThreadState,
} from '../thread/use-thread.ts';

interface Address {
  readonly kind: number;
  readonly pubkey: string;
  readonly identifier: string;
}

/**
 * An article by naddr, or by its author's verified name and its identifier (ROUTE-04, ROUTE-16).
 */
export function ArticleScreen() {
  const { id, vanityName, identifier } = useParams();
  const param = readNoteParam(identifier ?? id ?? '');
  if (param?.type === 'note') return <Redirect to={notePath(param.id)} />;
  if (param?.type === 'article')
    return <Article key={formatAddress(param)} address={param} param={identifier ?? id ?? ''} />;
  if (vanityName === undefined || identifier === undefined) return <NotFoundScreen />;
  return <NamedArticle name={vanityName.toLowerCase()} identifier={identifier} />;
}

function NamedArticle({
  name,
  identifier,
}: {
  readonly name: string;
  readonly identifier: string;
}) {
  const said = useThreadStrings();
  const pubkey = useName(name);
  if (pubkey === null) return <NotFoundScreen />;
  if (pubkey !== undefined)
    return (
      <Article
        key={`${pubkey}:${identifier}`}
        address={{ kind: KIND.LongForm, pubkey, identifier }}
        param=""
      />
    );
  return (
    <Column title={said.article} back width="reading">
      <Skeleton />
    </Column>
  );
}

function Article({ address, param }: { readonly address: Address; readonly param: string }) {
  const said = useThreadStrings();
  const kinds = useKindStrings();
  const screen = address.kind === KIND.LongForm ? said.article : kinds.name(address.kind);
  const coordinate = formatAddress(address);
  const target = { type: 'article', ...address } as const;
  const thread = useThread({
    kind: 'thread',
    key: `thread:${coordinate}`,
    input: { target },
  });
  const event = useFacts((facts) => articleOf(facts, coordinate));
  const found = useFoundEvent(target);
  const opened = useOpened(undefined, thread) ?? event ?? found?.event;
  if (opened && !opensAs(opened, 'article')) return <OtherEvent event={opened} />;
  const title = event ? readArticle(event).title : '';
  return (
    <Column
      title={screen}
      pageTitle={title === '' ? screen : title}
      back
      width="reading"
      under={<ConnectionStrip />}
    >
      <HiddenPage event={event}>
        {event ? (
          <ArticleView key={event.id} event={event} />
        ) : thread ? (
          <Waiting thread={thread} address={address} param={param} />
        ) : (
          <Skeleton />
        )}
        {event && thread && <FoundNotice thread={thread} target={target} />}
        {event && thread && <Comments thread={thread} coordinate={coordinate} />}
      </HiddenPage>
    </Column>
  );
}

function Waiting({
  thread,
  address,
  param,
}: {
  readonly thread: Thread;
  readonly address: Address;
  readonly param: string;
}) {
  const isArticle = address.kind === KIND.LongForm;
  const said = useThreadStrings();
  const { isMissing, isFailed } = useThreadState(thread);
  const retry = () => threadIntents.retry(thread);
  if (isMissing) {
    return (
      <MissingEvent
        target={{ type: 'article', ...address }}
        param={param}
        thread={thread}
        title={isArticle ? said.articleMissing : said.eventMissing}
        cause={said.articleMissingCause}
      />
    );
  }
  if (isFailed)
    return (
      <ErrorState title={isArticle ? said.articleFailed : said.eventFailed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  return <Skeleton />;
}

function Comments({
  thread,
  coordinate,
}: {
  readonly thread: Thread;
  readonly coordinate: string;
}) {
  const reading = useThreadStrings();
  const replies = useReplies(thread, coordinate);
  const isEarlier = hasEarlier(useThreadItems(thread));
  if (replies.branches.length + replies.hidden.length === 0 && !isEarlier) return null;
  return (
    <section aria-label={reading.comments} data-thread>
      <NewReplies thread={thread} waiting={replies.waiting} />
      <EarlierReplies thread={thread} isCut={replies.isCut} />
      <ReplyTree root={coordinate} thread={thread} replies={replies} label={reading.comments} />
      {replies.hidden.length > 0 && <HiddenReplies ids={replies.hidden} under={coordinate} />}
    </section>
  );
}
