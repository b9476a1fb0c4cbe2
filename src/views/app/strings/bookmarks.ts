import { useWords } from '../strings.ts';

export const bookmarkEnglish = {
  tabsLabel: 'Kinds of bookmarks',
  tabs: { notes: 'Notes', reads: 'Reads' },
  empty: "You don't have any bookmarks",
  needs: 'Your bookmarks',
  needsText: 'Sign in to save notes and articles and find them again in any app.',
};

type BookmarkStrings = typeof bookmarkEnglish;

/** The words of the bookmarks page (ACCESS-05). */
export function useBookmarkStrings(): BookmarkStrings {
  return useWords('bookmarks', bookmarkEnglish);
}
