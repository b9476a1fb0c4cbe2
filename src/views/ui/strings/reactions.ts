import { words } from '../strings.ts';

export const reactionsEnglish = {
  title: 'Reactions',
  tabsLabel: 'Kinds of reactions',
  tabs: { likes: 'Likes', zaps: 'Zaps', reposts: 'Reposts', quotes: 'Quotes' },
  empty: {
    likes: 'No likes yet',
    zaps: 'No zaps yet',
    reposts: 'No reposts yet',
    quotes: 'No quotes yet',
  },
  failed: 'This list did not load',
  refused: 'This list is not available right now',
  refusedCause: 'The caching service could not deliver it. Try again later.',
  moreFailed: 'The next ones did not load',
  more: 'Show more',
  sats: (amount: string) => `${amount} sats`,
};

/** The words of the reactions dialog, loaded with its chunk (ACCESS-05). */
export const useReactionStrings = words('reactions', reactionsEnglish);
