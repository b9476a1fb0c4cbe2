import { type ReactNode, useEffect, useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { shortNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { bestPeople } from '../../../events/reading/search/quick-search.ts';
import type { SearchQuery } from '../../../events/reading/search/search-query.ts';
import {
  CONTENT_PAGE,
  escapedTerm,
  MOST_PEOPLE,
  nameWords,
  searchFeedSpec,
} from '../../../events/reading/search/search-term.ts';
import { getRow } from '../../../events/core/table.ts';
import { clipLine } from '../../../events/core/text.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FilterReasonLine } from '../../account/profile/FilterReasonLine.tsx';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { AddressOf } from '../../account/profile/PersonLine.tsx';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useAccount, useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useSearchStrings } from '../../ui/strings/search.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { ARTICLE_ROWS } from '../article/article-rows.tsx';
import { FeedList } from '../feed/FeedList.tsx';
import styles from './SearchScreen.module.css';
import { useFeed } from '../feed/use-feed.ts';
import { useFeedToggle, useHomeFeeds } from '../feed/use-own-feeds.ts';
import { useLocale } from '../../ui/strings.ts';

const NAME = 60;

/** Results of a search: people for kind:0, reads for kind:30023, else notes (SEARCH-04). */
export function SearchResults({
  search,
  term,
}: {
  readonly search: SearchQuery;
  readonly term: string;
}) {
  const { results } = useSearchStrings();
  const isPeople = search.kind === KIND.Metadata;
  return (
    <section aria-label={results.title}>
      <header className={styles.found}>
        <h2>{results.title}</h2>
        {!isPeople && <p>{orderOf(search.orderBy, results)}</p>}
        {!isPeople && <SaveAsFeed search={search} term={term} />}
      </header>
      {isPeople ? (
        <PeopleList
          order={{ of: 'search', words: escapedTerm(nameWords(search)) }}
          label={results.users}
        />
      ) : (
        <>
          <div className={styles.above}>
            <UsersFound search={search} />
          </div>
          <AfterUsers words={nameWords(search)}>
            <Found search={search} />
          </AfterUsers>
        </>
      )}
    </section>
  );
}

/** How long notes wait for people that may appear above them, in milliseconds. */
const HELD = 1_000;

/**
 * Delays the notes until the number of people above them is known, so that the layout does not
 * move.
 */
function AfterUsers({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  const { isLoading } = useUsers(words);
  const [isHeld, setIsHeld] = useState(true);
  useEffect(() => {
    const timer = setTimeout(setIsHeld, HELD, false);
    return () => clearTimeout(timer);
  }, []);
  return <div className={cx(isHeld && isLoading && words !== '' && styles.waits)}>{children}</div>;
}

function Found({ search }: { readonly search: SearchQuery }) {
  const { results } = useSearchStrings();
  const spec = searchFeedSpec(search);
  const feed = useFeed({
    kind: 'feed',
    key: `feed:search:${spec}`,
    input: { base: query('mega_feed_directive', { spec }), pageSize: CONTENT_PAGE },
  });
  const empty = <EmptyState title={results.nothing}>{results.nothingText}</EmptyState>;
  return (
    <FeedList
      feed={feed}
      label={results.title}
      empty={empty}
      {...(search.kind === KIND.LongForm ? { grid: ARTICLE_ROWS } : {})}
    />
  );
}

/** A search is a feed that can be added to the home page (FEED-07). */
function SaveAsFeed({ search, term }: { readonly search: SearchQuery; readonly term: string }) {
  const { results } = useSearchStrings();
  const feed = { name: clipLine(term, NAME), spec: searchFeedSpec(search), feedkind: 'search' };
  const { isThere, toggle } = useFeedToggle('homeFeeds', useHomeFeeds(), feed);
  return (
    <Button compact icon={isThere ? 'check' : 'list'} aria-pressed={isThere} onClick={toggle}>
      {isThere ? results.saved : results.save}
    </Button>
  );
}

/**
 * People whose names match a search, beside its results. Renders nothing for a search without words
 * or for people.
 */
export function UsersFound({ search }: { readonly search: SearchQuery }) {
  const words = nameWords(search);
  return words === '' || search.kind === KIND.Metadata ? null : <Users words={words} />;
}

function useUsers(words: string) {
  return useLookup(`users ${words}`, () =>
    query('user_search', { query: escapedTerm(words), limit: MOST_PEOPLE }),
  );
}

function Users({ words }: { readonly words: string }) {
  const { results } = useSearchStrings();
  const { answer } = useUsers(words);
  const found = (answer?.events ?? []).flatMap(({ kind, pubkey }) =>
    kind === KIND.Metadata ? [pubkey] : [],
  );
  const people = useFactsShallow((facts) =>
    bestPeople(
      found,
      (pubkey) => getRow(facts.scores, pubkey) ?? getRow(facts.followers, pubkey) ?? 0,
    ),
  );
  if (people.length === 0) return null;
  return (
    <SideSection title={results.users}>
      <ul>
        {people.map((pubkey) => (
          <li key={pubkey} className={styles.user}>
            <User pubkey={pubkey} />
          </li>
        ))}
      </ul>
    </SideSection>
  );
}

function User({ pubkey }: { readonly pubkey: string }) {
  const locale = useLocale();
  const { results } = useSearchStrings();
  const me = useAccount();
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const followers = useFacts((facts) => getRow(facts.followers, pubkey));
  const said =
    followers === undefined ? (
      <AddressOf pubkey={pubkey} />
    ) : (
      results.followers(shortNumber(followers, locale))
    );
  return (
    <>
      <AccountLink pubkey={pubkey} picture="s" />
      <span className={styles.who}>
        <span className={styles.name} title={displayNameOf(profile, pubkey)}>
          <AccountLink pubkey={pubkey} className={styles.link} />
          {profile && <VerifiedMark profile={profile} />}
        </span>
        <span className={styles.second}>
          {me ? (
            <FilterReasonLine pubkey={pubkey} viewer={me.pubkey}>
              {said}
            </FilterReasonLine>
          ) : (
            said
          )}
        </span>
      </span>
      <FollowButton compact pubkey={pubkey} />
    </>
  );
}

type ResultStrings = ReturnType<typeof useSearchStrings>['results'];

function orderOf(orderBy: string | undefined, { by, byTime }: ResultStrings): string {
  if (orderBy === undefined) return byTime;
  return Object.entries(by).find(([name]) => name === orderBy)?.[1] ?? by.other;
}
