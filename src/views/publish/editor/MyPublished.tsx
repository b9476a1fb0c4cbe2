import { useMemo, useState } from 'react';
import { longDate } from '../../../events/app/format.ts';
import { articlePath } from '../../../events/account/verified-name.ts';
import { articleEditPath } from '../../../events/publish/article-path.ts';
import { query } from '../../../events/connection/verbs.ts';
import { parseAddress } from '../../../events/address.ts';
import type { VerifiedEvent } from '../../../events/event.ts';
import { KIND } from '../../../events/kinds.ts';
import { readArticle } from '../../../events/reading/article.ts';
import { newestVersions } from '../../../events/reading/own-articles.ts';
import { articleOf, isDeleted } from '../../../events/selectors.ts';
import { useFacts, useFactsShallow } from '../../app/app-context.ts';
import { Button } from '../../app/primitives/Button.tsx';
import { EmptyState } from '../../app/primitives/EmptyState.tsx';
import { ErrorState } from '../../app/primitives/ErrorState.tsx';
import { Skeleton } from '../../app/primitives/Skeleton.tsx';
import { useLocale, useStrings } from '../../app/strings.ts';
import { useArticleEditStrings } from '../../app/strings/article-edit.ts';
import { useLookup } from '../../app/use-lookup.ts';
import { useNavigate } from '../../app/use-navigate.ts';
import { useFound, useIntents } from '../use-intents.ts';
import { useQuestions } from '../questions.ts';
import { isMatch } from './my-search.ts';
import styles from './MyArticles.module.css';
import { MyRow } from './MyRow.tsx';

const PAGE = 100;

/** Articles that whoever is here has published, the newest first. `count`: undefined while there may be more than were asked for. */
export function useMyPublished(pubkey: string) {
  const [pages, setPages] = useState(1);
  const limit = pages * PAGE;
  const { answer, isFailed, isLoading, retry } = useLookup(`own-articles:${pubkey}:${limit}`, (user_pubkey) =>
    query('long_form_content_feed', { pubkey, notes: 'authored', limit, user_pubkey }),
  );
  const listed = useMemo(() => newestVersions(answer?.events ?? [], pubkey), [answer, pubkey]);
  // one that is deleted here is listed no more, whatever was told before
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

/** Each is read, edited, deleted, or told of in a note. */
export function MyPublished({ published: { events, isFailed, isMore, retry, more }, term }: MyPublishedProps) {
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
  const { askDeletion } = useQuestions();
  const { address } = readArticle(listed);
  // a version that was published since it was listed
  const event = useFacts((facts) => articleOf(facts, address)) ?? listed;
  const { title, image, publishedAt, identifier, pubkey } = useMemo(() => readArticle(event), [event]);
  const path = articlePath(parseAddress(address) ?? { kind: KIND.LongForm, pubkey, identifier });
  return (
    <MyRow
      title={title || reading.untitled}
      image={image}
      to={path}
      entries={() => [
        { label: words.editIt, icon: 'pen', onSelect: () => navigate(articleEditPath({ pubkey, identifier })) },
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
