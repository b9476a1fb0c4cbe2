import { useWords } from '../strings.ts';

export const trendingEnglish = {
  choose: 'Choose what is listed',
  names: { trending: 'Trending', mostzapped: 'Most zapped' },
  nothing: 'Nothing yet for this period',
};

type TrendingStrings = typeof trendingEnglish;

/** The words of what stands beside the home feed (ACCESS-05). */
export function useTrendingStrings(): TrendingStrings {
  return useWords('trending', trendingEnglish);
}
