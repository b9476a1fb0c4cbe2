import { words } from '../strings.ts';
import { counter } from './plural.ts';
import { fullNumber } from './in-english.ts';

const counted = counter('en-us');

export const readsEnglish = {
  topicsLabel: 'Topics',
  all: 'All',
  chooseFeed: 'Choose a reads feed',
  newArticle: 'New article',
  empty: 'No articles here yet',
  emptyText: 'Try another topic or another reads feed.',
  emptyTopic: (topic: string) => `No articles about ${topic} yet`,
  topPicks: 'Top picks',
  topics: 'Topics',
  featured: 'Featured author',
  about: (articles: number, followers: number) =>
    `${counted(articles, { one: 'article', other: 'articles' })}, ${followers === 1 ? '1 follower' : `${fullNumber(followers)} followers`}`,
};

/** The words of the reads page (ACCESS-05). */
export const useReadsStrings = words('reads', readsEnglish);
