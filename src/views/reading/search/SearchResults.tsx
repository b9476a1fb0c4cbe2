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
  namedAccounts,
  nameWords,
  searchFeedSpec,
} from '../../../events/reading/search/search-term.ts';
import { type SoughtMute, soughtMutes } from '../../../events/reading/search/sought-mutes.ts';
import { tabOf, termIn } from '../../../events/reading/search/search-tabs.ts';
import { getRow } from '../../../events/core/table.ts';
import { clipLine } from '../../../events/core/text.ts';
import { mute } from '../../../events/account/lists/list-intents.ts';
import { useListed } from '../../publish/outbox/use-intents.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FilterReasonLine } from '../../account/profile/FilterReasonLine.tsx';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { AddressOf } from '../../account/profile/PersonLine.tsx';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useAccount, useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import text from '../../ui/styles/text.module.css';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { searchPath } from './quick-suggestions.ts';
import { SearchForm } from './SearchForm.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useSearchStrings } from '../../ui/strings/search.ts';
import { useVerificationStrings } from '../../ui/strings/verification.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { ARTICLE_ROWS } from '../article/article-rows.tsx';
import { FeedList } from '../feed/FeedList.tsx';
import styles from './SearchScreen.module.css';
import { useFeed } from '../feed/use-feed.ts';
import { useFeedToggle, useHomeFeeds } from '../feed/use-own-feeds.ts';
import { useLocale } from '../../ui/strings.ts';

const NAME = 60;

/** The id of the part that the tabs switch. */
export const RESULTS = 'results';

/** Results of a search: people for kind:0, reads for kind:30023, else notes (SEARCH-04). */
export function SearchResults({
  search,
  term,
}: {
  readonly search: SearchQuery;
  readonly term: string;
}) {
  const { results, form } = useSearchStrings();
  const [open, setOpen] = useState(false);
  const isPeople = search.kind === KIND.Metadata;
  return (
    <section id={RESULTS} role={tabOf(search) && 'tabpanel'} aria-label={results.title}>
      <header className={styles.found}>
        <h2>{results.title}</h2>
        {!isPeople && <p>{orderOf(search.orderBy, results)}</p>}
        <div className={styles.acts}>
          <Button compact icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
            {form.filters}
          </Button>
          {!isPeople && <SaveAsFeed search={search} term={term} />}
        </div>
      </header>
      {open && <SearchForm command={term} />}
      {isPeople ? (
        <PeopleList
          order={{ of: 'search', words: escapedTerm(nameWords(search)) }}
          label={results.users}
          empty={<EmptyState title={results.nothing}>{results.nothingText}</EmptyState>}
        />
      ) : (
        <>
          {tabOf(search) === 'top' && (
            <div className={styles.above}>
              <UsersFound search={search} most={ABOVE} />
            </div>
          )}
          <AfterUsers words={nameWords(search)}>
            <Found search={search} />
          </AfterUsers>
        </>
      )}
    </section>
  );
}

/** People that are shown above notes. All of them have a tab of their own. */
const ABOVE = 3;

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
  const people = usePeopleFound(nameWords(search));
  const empty =
    people.length > 0 && tabOf(search) === 'top' ? (
      <EmptyState
        title={results.noNotes}
        action={
          <LinkButton to={searchPath(termIn(search, 'people'))}>{results.showPeople}</LinkButton>
        }
      >
        {results.noNotesText}
      </EmptyState>
    ) : (
      <EmptyState title={results.nothing}>
        {soughtMutes(search)
          .slice(0, MOST_NAMED)
          .map((one) => (
            <MutedSearch key={one.text} {...one} />
          ))}
        {namedAccounts(search)
          .slice(0, MOST_NAMED)
          .map((name) => (
            <UnknownAccount key={name} name={name} />
          ))}
        {results.nothingText}
      </EmptyState>
    );
  return (
    <FeedList
      feed={feed}
      label={results.title}
      empty={empty}
      {...(search.kind === KIND.LongForm ? { grid: ARTICLE_ROWS } : {})}
    />
  );
}

/** Says that a search finds nothing because its word is muted. */
function MutedSearch({ text: sought, muted }: SoughtMute) {
  const { results } = useSearchStrings();
  const { isListed } = useListed('mutes', mute(muted).tag);
  return isListed ? (
    <>
      <AppLink to="/settings/muted" className={text.link}>
        {results.muted(sought)}
      </AppLink>{' '}
    </>
  ) : null;
}

/** Named accounts, and words, that are looked up after a search without results. */
const MOST_NAMED = 4;

/** Says that a search names an account which the service does not know (SEARCH-04). */
function UnknownAccount({ name }: { readonly name: string }) {
  const { names } = useVerificationStrings();
  const { answer } = useUsers(name);
  const isUnknown = answer && !answer.events.some(({ kind }) => kind === KIND.Metadata);
  return isUnknown ? `${names.noAccount(name)} ` : null;
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
export function UsersFound({
  search,
  most = MOST_PEOPLE,
}: {
  readonly search: SearchQuery;
  readonly most?: number;
}) {
  const words = nameWords(search);
  return words === '' || search.kind === KIND.Metadata ? null : (
    <Users words={words} most={most} all={searchPath(termIn(search, 'people'))} />
  );
}

function useUsers(words: string) {
  // recordings leave out a query in a name in this form
  return useLookup(`users ${JSON.stringify({ query: words })}`, () =>
    query('user_search', { query: escapedTerm(words), limit: MOST_PEOPLE }),
  );
}

/** Return the people whose names have these words, best first. */
function usePeopleFound(words: string): readonly string[] {
  const { answer } = useUsers(words);
  const found = (answer?.events ?? []).flatMap(({ kind, pubkey }) =>
    kind === KIND.Metadata ? [pubkey] : [],
  );
  return useFactsShallow((facts) =>
    bestPeople(
      found,
      (pubkey) => getRow(facts.scores, pubkey) ?? getRow(facts.followers, pubkey) ?? 0,
    ),
  );
}

interface UsersProps {
  readonly words: string;
  readonly most: number;
  /** The path of the search that shows all of them. */
  readonly all: string;
}

function Users({ words, most, all }: UsersProps) {
  const { results } = useSearchStrings();
  const people = usePeopleFound(words);
  if (people.length === 0) return null;
  return (
    <SideSection
      title={results.users}
      more={people.length > most ? <AppLink to={all}>{results.allPeople}</AppLink> : undefined}
    >
      <ul>
        {people.slice(0, most).map((pubkey) => (
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
          <AccountLink pubkey={pubkey} className={cx(styles.link, text.cut)} />
          {profile && <VerifiedMark profile={profile} />}
        </span>
        <span className={styles.second} dir="auto">
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
