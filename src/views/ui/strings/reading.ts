import { counter } from './plural.ts';

const counted = counter('en-us');

export const readingStrings = {
  end: 'You reached the end. You are a quick reader',
  seeMore: 'see more',
  sensitive: 'Sensitive content',
  chooseFeed: 'Choose a feed',
  /**
   * The stored name or description of a feed: default feeds in the current language, others
   * unchanged.
   */
  feed: (given: string) => given,
  emptyFeed: 'Nothing here yet',
  feedFailed: 'This feed did not load',
  feedFailedCause: 'The caching service did not answer in time.',
  feedRefused: 'This feed is not available right now',
  feedRefusedCause: 'The caching service could not deliver it. Try again later.',
  moreFailed: 'The next notes did not load',
  reposted: 'reposted',
  repostedWith: (others: number) =>
    `and ${counted(others, { one: 'other', other: 'others' })} reposted`,
  replyingToName: 'Replying to',
  aNote: 'a note',
  anArticle: 'an article',
  quotedNote: 'Quoted note',
  quotedArticle: 'Quoted article',
  untitled: 'Untitled',
  minutes: (minutes: number) => `${minutes} min read`,
};
