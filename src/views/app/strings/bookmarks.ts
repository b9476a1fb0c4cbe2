import { useStrings } from '../strings.ts';

const bookmarkEnglish = {
  tabsLabel: 'Kinds of bookmarks',
  tabs: { notes: 'Notes', reads: 'Reads' },
  empty: "You don't have any bookmarks",
  needs: 'Your bookmarks',
  needsText: 'Sign in to save notes and articles and find them again in any app.',
};

type BookmarkStrings = typeof bookmarkEnglish;

const LANGUAGES: Readonly<Record<string, BookmarkStrings>> = { 'en-us': bookmarkEnglish };

/** The words of the bookmarks page (ACCESS-05). */
export function useBookmarkStrings(): BookmarkStrings {
  return LANGUAGES[useStrings().locale] ?? bookmarkEnglish;
}
