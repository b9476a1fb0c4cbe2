import { profilePath } from '../../../events/account/profile/profile-path.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  type Identifier,
  identifierIn,
  searchTerm,
} from '../../../events/reading/search/search-term.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { noteTarget } from '../note/note-link.ts';
import { useQuickSearch, useSearchHistory } from './use-quick-search.ts';

/**
 * One suggestion under a search field. Exactly one of `person`, `note`, `recent` and `straight` is
 * set.
 */
export interface Suggestion {
  /** Stays the same when lists change, so that the selected line stays selected. */
  readonly key: string;
  readonly to: string;
  readonly person?: string;
  readonly note?: VerifiedEvent;
  readonly recent?: string;
  readonly straight?: Identifier;
  /** True if the text is an identifier: Enter opens it. */
  readonly isStraight?: true;
  /** A search that is remembered when it is chosen. */
  readonly term?: string;
}

export interface SuggestionGroup {
  readonly name: 'goTo' | 'people' | 'notes' | 'recent';
  readonly suggestions: readonly Suggestion[];
}

const RECENT_ALONE = 8;
const RECENT_BELOW = 2;
/** Minimum length. A shorter text would match everything. */
const SHORTEST = 2;

/**
 * Return the suggestions in order: the target of an identifier, people, notes, and past searches.
 */
export function useSuggestions(typed: string): readonly SuggestionGroup[] {
  const term = searchTerm(typed);
  const identifier = identifierIn(term);
  const { people, notes } = useQuickSearch(term.length < SHORTEST ? '' : term);
  const { searches } = useSearchHistory();
  const names = useFactsShallow((facts) => people.map((pubkey) => getRow(facts.names, pubkey)));
  const fitting = searches.filter(
    (one) => one !== term && one.toLowerCase().includes(term.toLowerCase()),
  );
  const groups: readonly SuggestionGroup[] = [
    { name: 'goTo', suggestions: identifier ? [straightTo(identifier)] : [] },
    {
      name: 'people',
      suggestions: people.map((person, at) => ({
        key: `p${person}`,
        person,
        to: profilePath(person, names[at]),
      })),
    },
    {
      name: 'notes',
      suggestions: notes.map((note) => ({ key: `n${note.id}`, note, to: noteTarget(note) })),
    },
    {
      name: 'recent',
      suggestions: fitting.slice(0, term === '' ? RECENT_ALONE : RECENT_BELOW).map((recent) => ({
        key: `r${encodeURIComponent(recent)}`,
        recent,
        term: recent,
        to: searchPath(recent),
      })),
    },
  ];
  return groups.filter(({ suggestions }) => suggestions.length > 0);
}

/** Return the path of a search (ROUTE-13). */
export function searchPath(term: string): string {
  return `/search/${encodeURIComponent(term)}`;
}

function straightTo(straight: Identifier): Suggestion {
  const text =
    straight.type === 'hex' ? straight.hex : straight.type === 'name' ? straight.address : '';
  return {
    key: 'go',
    straight,
    isStraight: true,
    to: straight.type === 'path' ? straight.path : searchPath(text),
  };
}
