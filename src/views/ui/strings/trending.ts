import { words } from '../strings.ts';

const names = { trending: 'Trending', mostzapped: 'Most zapped' } as const;

export const trendingEnglish = {
  choose: 'Choose a list',
  label: (name: keyof typeof names, hours: number) => `${names[name]} ${hours}h`,
  nothing: 'Nothing yet for this period',
};

/** The words of the side column of the home feed (ACCESS-05). */
export const useTrendingStrings = words('trending', trendingEnglish);
