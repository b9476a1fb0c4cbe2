import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const bookmarkEnglish = {
  tabsLabel: 'Kinds of bookmarks',
  tabs: { notes: 'Notes', reads: 'Reads' },
  empty: 'You don’t have any bookmarks',
  hidden: (count: number) =>
    `Your filters hide ${counted(count, { one: 'bookmark', other: 'bookmarks' })}.`,
  showHidden: 'Show them',
  hideHidden: 'Hide them',
  needs: 'Your bookmarks',
  needsText: 'Sign in to save notes and articles and find them again in any app.',
};

/** The words of the bookmarks page (ACCESS-05). */
export const useBookmarkStrings = words('bookmarks', bookmarkEnglish);
