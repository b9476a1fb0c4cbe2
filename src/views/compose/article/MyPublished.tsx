import { useMemo, useState } from 'react';
import { longDate } from '../../../events/core/format.ts';
import { articlePath } from '../../../events/account/profile/profile-path.ts';
import { articleEditPath } from '../../../events/compose/article/article-path.ts';
import { query } from '../../../events/connection/verbs.ts';
import { parseAddress } from '../../../events/nostr/address.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readArticle } from '../../../events/reading/article/article.ts';
import { newestVersions } from '../../../events/reading/article/newest-articles.ts';
import { articleOf, isDeleted } from '../../../events/facts/selectors.ts';
import { useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import { useFound, useIntents } from '../../publish/outbox/use-intents.ts';
import { useConfirmations } from '../../publish/outbox/use-confirmations.ts';
import { isMatch } from './my-search.ts';
import styles from './MyArticles.module.css';
import { MyRow } from './MyRow.tsx';

const PAGE = 100;

/**
 * Return the current user's published articles, newest first. `count`: `undefined` while there may
 * be more than requested.
 */
export function useMyPublished(pubkey: string) {
  const [pages, setPages] = useState(1);
  const limit = pages * PAGE;
  const { answer, isFailed, isLoading, retry } = useLookup(
    `own-articles:${pubkey}:${limit}`,
    (user_pubkey) =>
      query('long_form_content_feed', { pubkey, notes: 'authored', limit, user_pubkey }),
  );
  const listed = useMemo(() => newestVersions(answer?.events ?? [], pubkey), [answer, pubkey]);
  // An article that was deleted here leaves the list at once.
  const left = useFactsShallow((facts) => listed.filter((event) => !isDeleted(facts, event)));
  const events = answer ? left : undefined;
  const isAll = answer !== undefined && answer.events.length < limit;
  return {
    events,
    count: isAll ? events?.length : undefined,
    isFailed,
    isMore: !isAll && !isLoading,
    retry,
    more: () => setPages((count) => count + 1),
  };
}

interface MyPublishedProps {
  readonly published: ReturnType<typeof useMyPublished>;
  readonly term: string;
}

/** Published articles. Each can be read, edited, deleted, or shared in a note. */
export function MyPublished({
  published: { events, isFailed, isMore, retry, more },
  term,
}: MyPublishedProps) {
  const { mine: words } = useArticleEditStrings();
  if (!events && isFailed)
    return (
      <ErrorState title={words.failed} onRetry={retry}>
        {words.cause}
      </ErrorState>
    );
  if (!events) return <Skeleton />;
  const found = events.filter((event) => {
    const { title, summary, hashtags } = readArticle(event);
    return isMatch(term, title, summary, ...hashtags);
  });
  if (events.length === 0) return <EmptyState title={words.nonePublished} />;
  if (found.length === 0) return <EmptyState title={words.noneFound(term)} />;
  return (
    <>
      <ul>
        {found.map((event) => (
          <li key={event.id}>
            <Row event={event} />
          </li>
        ))}
      </ul>
      {isMore && (
        <p className={styles.more}>
          <Button onClick={more}>{words.showMore}</Button>
        </p>
      )}
    </>
  );
}

function Row({ event: listed }: { readonly event: VerifiedEvent }) {
  const locale = useLocale();
  const { mine: words } = useArticleEditStrings();
  const { reading } = useStrings();
  const navigate = useNavigate();
  const find = useFound();
  const { quote } = useIntents();
  const { askDeletion } = useConfirmations();
  const { address } = readArticle(listed);
  // A newer version than the listed one.
  const event = useFacts((facts) => articleOf(facts, address)) ?? listed;
  const { title, image, publishedAt, identifier, pubkey } = useMemo(
    () => readArticle(event),
    [event],
  );
  const path = articlePath(parseAddress(address) ?? { kind: KIND.LongForm, pubkey, identifier });
  return (
    <MyRow
      title={title || reading.untitled}
      image={image}
      to={path}
      entries={() => [
        {
          label: words.editIt,
          icon: 'pen',
          onSelect: () => navigate(articleEditPath({ pubkey, identifier })),
        },
        { label: words.read, icon: 'articles', onSelect: () => navigate(path) },
        { label: words.promote, icon: 'repost', onSelect: () => quote(find(event)) },
        'line',
        { label: words.remove, icon: 'trash', danger: true, onSelect: () => askDeletion(event) },
      ]}
    >
      {words.published(longDate(publishedAt, locale))}
    </MyRow>
  );
}
