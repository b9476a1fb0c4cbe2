import { useStrings } from '../strings.ts';

const bookmarkEnglish = {
  tabsLabel: 'What is kept',
  tabs: { notes: 'Notes', reads: 'Reads' },
  empty: "You don't have any bookmarks",
  needs: 'Your bookmarks',
  needsText: 'Sign in to keep notes and articles, and to find them again in any app.',
};

type BookmarkStrings = typeof bookmarkEnglish;

const LANGUAGES: Readonly<Record<string, BookmarkStrings>> = { 'en-us': bookmarkEnglish };

/** The words of the bookmarks page (ACCESS-05). */
export function useBookmarkStrings(): BookmarkStrings {
  return LANGUAGES[useStrings().locale] ?? bookmarkEnglish;
}
