import { words } from '../strings.ts';

export const bookmarkEnglish = {
  tabsLabel: 'Kinds of bookmarks',
  tabs: { notes: 'Notes', reads: 'Reads' },
  empty: 'You don’t have any bookmarks',
  needs: 'Your bookmarks',
  needsText: 'Sign in to save notes and articles and find them again in any app.',
};

/** The words of the bookmarks page (ACCESS-05). */
export const useBookmarkStrings = words('bookmarks', bookmarkEnglish);
