import { words } from '../strings.ts';

export const trendingEnglish = {
  choose: 'Choose what is listed',
  names: { trending: 'Trending', mostzapped: 'Most zapped' },
  nothing: 'Nothing yet for this period',
};

/** The words of what stands beside the home feed (ACCESS-05). */
export const useTrendingStrings = words('trending', trendingEnglish);
