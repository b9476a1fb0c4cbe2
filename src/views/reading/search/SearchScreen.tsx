import { type ReactNode, useEffect, useState } from 'react';
import { NavigationType, useNavigationType, useParams } from 'react-router';
import { notePath, profilePath } from '../../../events/account/profile/profile-path.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { getRow } from '../../../events/core/table.ts';
import { cleanSearch } from '../../../events/reading/search/search-print.ts';
import { parseSearch, type SearchQuery } from '../../../events/reading/search/search-query.ts';
import {
  fieldText,
  SEARCH_TABS,
  type SearchTab,
  tabOf,
  termIn,
} from '../../../events/reading/search/search-tabs.ts';
import {
  holdsSecret,
  identifierIn,
  searchTerm,
} from '../../../events/reading/search/search-term.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { NamePress } from '../../account/profile/NameCheckButton.tsx';
import { useName } from '../../account/profile/use-name-check.ts';
import { useKnownName } from '../../account/profile/use-address-lookups.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Redirect } from '../../ui/navigation/Redirect.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { SearchField } from '../../ui/layout/SearchField.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useVerificationStrings } from '../../ui/strings/verification.ts';
import { useSearchStrings } from '../../ui/strings/search.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import { searchPath } from './quick-suggestions.ts';
import { SearchForm } from './SearchForm.tsx';
import { SearchHistory } from './SearchHistory.tsx';
import { RESULTS, SearchResults, UsersFound } from './SearchResults.tsx';
import styles from './SearchScreen.module.css';

/**
 * ROUTE-13: the advanced search at /search, and the results of a search at /search/:query. An
 * identifier redirects to its target (SEARCH-01).
 */
export function SearchScreen() {
  const { query: asked = '' } = useParams();
  const words = useSearchStrings();
  const term = searchTerm(asked);
  if (holdsSecret(term)) {
    return (
      <Frame text="">
        <EmptyState title={words.results.nothing}>{words.secret}</EmptyState>
      </Frame>
    );
  }
  const identifier = identifierIn(term);
  if (identifier?.type === 'path') return <Redirect to={identifier.path} />;
  if (identifier?.type === 'hex') return <HexSearch key={term} hex={identifier.hex} />;
  if (identifier?.type === 'name') return <NameSearch key={term} address={identifier.address} />;
  return <Search key={term} term={term} />;
}

function Frame({
  text,
  side,
  children,
}: {
  readonly text: string;
  readonly side?: ReactNode;
  readonly children: ReactNode;
}) {
  const { app } = useStrings();
  const { title } = useSearchStrings();
  return (
    <>
      <Column
        title={app.search.label}
        pageTitle={text === '' ? app.search.label : title(text)}
        back
        heading={
          <div className={styles.field}>
            <SearchField query={text} />
          </div>
        }
        under={<ConnectionStrip />}
      >
        {children}
      </Column>
      <Side search={false}>{side}</Side>
    </>
  );
}

/** 64 hex characters are a key or an id. The service is asked which. */
function HexSearch({ hex }: { readonly hex: string }) {
  const people = useLookup(`key:${hex}`, () => query('user_infos', { pubkeys: [hex] }));
  const notes = useLookup(`id:${hex}`, (user_pubkey) =>
    query('events', { event_ids: [hex], user_pubkey }),
  );
  if (people.answer?.events.some(({ kind, pubkey }) => kind === KIND.Metadata && pubkey === hex))
    return <Redirect to={profilePath(hex)} />;
  if (notes.answer?.events.some(({ id }) => id === hex)) return <Redirect to={notePath(hex)} />;
  return people.isLoading || notes.isLoading ? <Looking text={hex} /> : <Search term={hex} />;
}

/**
 * Looks up an address such as ann@example.com with the caching service (NIP-05). An unknown address
 * becomes a search for people. If the service cannot tell, the user may query the domain itself.
 */
function NameSearch({ address }: { readonly address: string }) {
  const pubkey = useName(address);
  if (pubkey) return <NamedAccount address={address} pubkey={pubkey} />;
  return pubkey === null ? (
    <Search term={address} tab="people" above={<NamePress address={address} />} />
  ) : (
    <Looking text={address} />
  );
}

/**
 * Opens the account of a name. The service's answer is a claim: it opens only an account whose
 * signed profile has this name. Another account is only named, with the source of the claim
 * (TRUST-08).
 */
function NamedAccount({ address, pubkey }: { readonly address: string; readonly pubkey: string }) {
  const words = useVerificationStrings().names;
  const isByHost = useKnownName(address)?.by === 'host';
  const people = useLookup(`key:${pubkey}`, () => query('user_infos', { pubkeys: [pubkey] }));
  const isBorne = useFacts(
    (facts) => getRow(facts.profiles, pubkey)?.nip05.toLowerCase() === address,
  );
  if (isByHost || isBorne) return <Redirect to={profilePath(pubkey)} />;
  if (people.isLoading) return <Looking text={address} />;
  const claim = (
    <Notice tone="warning" action={<AccountLink pubkey={pubkey} />}>
      {words.claimed(address)}
    </Notice>
  );
  return <Search term={address} tab="people" above={claim} />;
}

function Looking({ text }: { readonly text: string }) {
  return (
    <Frame text={text}>
      <Skeleton />
    </Frame>
  );
}

function Search({
  term,
  above,
  tab,
}: {
  readonly term: string;
  readonly above?: ReactNode;
  /** The tab of a term that is no search but a name. */
  readonly tab?: SearchTab;
}) {
  const search = parseSearch(tab === undefined ? term : termIn(parseSearch(term), tab));
  if (cleanSearch(search) === '') return <SearchStart command={term} />;
  return (
    <Frame text={fieldText(term)} side={<UsersFound search={search} />}>
      <SearchTabs search={search} />
      {above}
      <SearchResults search={search} term={term} />
    </Frame>
  );
}

/** The kinds of results. A search for a kind without a tab has none. */
function SearchTabs({ search }: { readonly search: SearchQuery }) {
  const words = useSearchStrings();
  const navigate = useNavigate();
  const current = tabOf(search);
  if (current === undefined) return null;
  return (
    <Tabs
      label={words.tabsLabel}
      tabs={SEARCH_TABS.map((id) => ({ id, label: words.tabs[id] }))}
      current={current}
      panel={RESULTS}
      onSelect={(id) => {
        const tab = SEARCH_TABS.find((one) => one === id);
        if (tab) navigate(searchPath(termIn(search, tab)), { replace: true });
      }}
    />
  );
}

/** The form of the advanced search, collapsed until opened. */
function Filters({ children }: { readonly children: ReactNode }) {
  const { form } = useSearchStrings();
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.change}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <Icon name="filter" size="s" />
        {form.filters}
      </summary>
      {open && children}
    </details>
  );
}

const SUGGESTED = 5;
const isSmall = () => window.matchMedia?.('(width < 720px)').matches ?? false;

/**
 * Before a search: past searches, and the form. A small screen shows people to follow first, and
 * the form on request.
 */
function SearchStart({ command }: { readonly command: string }) {
  const { toFollow, results } = useSearchStrings();
  const [small] = useState(isSmall);
  const type = useNavigationType();
  useEffect(() => {
    // The search icon of a small screen leads to the field.
    if (small && type === NavigationType.Push)
      document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
  }, [small, type]);
  const form = <SearchForm command={command} />;
  return (
    <Frame text={fieldText(command)} side={<SearchHistory />}>
      {command !== '' && <Notice announce>{results.noTerm}</Notice>}
      <div className={styles.history}>
        <SearchHistory />
      </div>
      {small && (
        <section className={styles.suggested} aria-label={toFollow}>
          <h2>{toFollow}</h2>
          <PeopleList order={{ of: 'suggested' }} label={toFollow} most={SUGGESTED} />
        </section>
      )}
      {small ? <Filters>{form}</Filters> : form}
    </Frame>
  );
}
