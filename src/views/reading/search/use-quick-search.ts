import { useSelector } from '@xstate/react';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  bestPeople,
  MOST_NOTES,
  newestFirst,
  notesWith,
  peopleNamed,
  withSearch,
} from '../../../events/reading/search/quick-search.ts';
import {
  holdsSecret,
  isSearchable,
  searchTerm,
} from '../../../events/reading/search/search-term.ts';
import { isDeleted } from '../../../events/facts/selectors.ts';
import { getRow, rowsOf } from '../../../events/core/table.ts';
import { search } from '../../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../../machines/app/screens.machine.ts';
import {
  type SearchActor,
  searchMachine,
} from '../../../machines/reading/search/search.machine.ts';
import {
  useChangeSettings,
  useFacts,
  useFactsActor,
  useScreen,
  useScreens,
  useSetting,
} from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';

search.register(searchMachine);

const ORDER: ScreenOrder = { kind: 'search', key: 'search' };
const NOBODY: readonly string[] = [];
const NOTHING: readonly VerifiedEvent[] = [];

interface Found {
  /** Public keys, best first. */
  readonly people: readonly string[];
  readonly notes: readonly VerifiedEvent[];
}

/**
 * Search people and notes as the user types: loaded ones at once, and those of the caching service
 * as they arrive (SEARCH-01).
 */
export function useQuickSearch(typed: string): Found {
  const text = useDeferredValue(holdsSecret(typed) ? '' : searchTerm(typed));
  useScreen(ORDER);
  const actor = useSelector(
    useScreens(),
    ({ children }): SearchActor | undefined => children.search,
  );
  useEffect(
    () => actor?.send({ type: 'search.type', text: isSearchable(text) ? text : '' }),
    [actor, text],
  );
  const answered = useSelector(actor, (snapshot) => snapshot?.context);
  const hides = useHides();
  const facts = useFacts((all) => (text === '' ? undefined : all));
  return useMemo(() => {
    if (!facts) return { people: NOBODY, notes: NOTHING };
    const [people, notes] = [answered?.people ?? NOBODY, answered?.notes ?? NOTHING];
    const scoreOf = (pubkey: string) =>
      getRow(facts.scores, pubkey) ?? getRow(facts.followers, pubkey) ?? 0;
    const known = [...people, ...peopleNamed(rowsOf(facts.profiles), text)];
    const all = new Map(
      [...notes, ...notesWith(rowsOf(facts.events), text)].map((note) => [note.id, note]),
    );
    return {
      people: bestPeople(
        known.filter((pubkey) => !hides?.user(pubkey)),
        scoreOf,
      ),
      notes: newestFirst(
        [...all.values()].filter((note) => !hides?.(note) && !isDeleted(facts, note)),
      ).slice(0, MOST_NOTES),
    };
  }, [text, answered, facts, hides]);
}

/**
 * Return a function that finds the first of these people with that name. Suggestions may still be
 * those of an earlier text.
 */
export function useNamedIn() {
  const facts = useFactsActor();
  return (pubkeys: readonly string[], name: string): string | undefined => {
    const { profiles } = facts.getSnapshot().context;
    return pubkeys.find((pubkey) => {
      const profile = getRow(profiles, pubkey);
      return profile && peopleNamed([[pubkey, profile]], name).length > 0;
    });
  };
}

/**
 * Return the current user's past searches on this device, newest first, and functions to change
 * them.
 */
export function useSearchHistory() {
  const searches = useSetting('searches');
  const change = useChangeSettings();
  return {
    searches,
    remember: (term: string) => change({ searches: withSearch(searches, term) }),
    forget: (term: string) => change({ searches: searches.filter((one) => one !== term) }),
    clear: () => change({ searches: [] }),
  };
}
