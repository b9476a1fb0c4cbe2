import { words } from '../strings.ts';
import { counter } from './plural.ts';
import { fullNumber } from './in-english.ts';

const counted = counter('en-us');

export const exploreEnglish = {
  title: 'Explore',
  tabsLabel: 'What to explore',
  tabs: { feeds: 'Feeds', people: 'People', zaps: 'Zaps', media: 'Media', topics: 'Topics' },
  statsLabel: 'The network in numbers',
  counts: {
    users: 'Profiles',
    pubkeys: 'Authors',
    zaps: 'Zaps',
    satszapped: 'BTC zapped',
    pubnotes: 'Public notes',
    reposts: 'Reposts',
    reactions: 'Reactions',
    any: 'All events',
  },
  notes: 'Notes',
  scope: 'Scope',
  scopes: { global: 'Global', network: 'My network', tribe: 'My tribe', follows: 'My follows' },
  timeframe: 'Time',
  timeframes: {
    latest: 'Latest',
    trending: 'Trending',
    popular: 'Popular',
    mostzapped: 'Most zapped',
    mostzapped4h: 'Most zapped 4h',
  },
  explored: (scope: string, timeframe: string) => `${scope}, ${timeframe.toLowerCase()}`,
  read: 'Open feed',
  legendLabel: 'People you reach',
  legend: {
    follows: 'your follows',
    innerNetwork: 'your inner network',
    outerNetwork: 'your outer network',
  },
  needs: 'These notes need an account',
  needsText:
    'They depend on the people you follow. Sign in to read them, or explore everybody’s notes.',
  noNotes: 'No notes here yet',
  noNotesText: 'Choose another scope or another time.',
  market: 'Feed market',
  noOffers: 'No feeds here yet',
  offersFailed: 'The feeds did not load',
  more: 'Show more',
  price: { free: 'Free', subscription: 'Subscription', paid: 'Paid' },
  newOffer: 'New',
  personal: 'made for you',
  friends: (count: number) => counted(count, { one: 'of your follows', other: 'of your follows' }),
  likes: 'Like',
  zap: 'Zap',
  preview: 'Preview',
  hidePreview: 'Hide preview',
  previewOf: (name: string) => `Preview of ${name}`,
  nothingYet: 'Nothing in this feed yet',
  offerGone: 'Feed not found',
  offerGoneText: 'Its author may have removed it, or it doesn’t answer right now.',
  people: {
    empty: 'Nobody new here yet',
    gained: 'new followers',
    followers: (count: number) => `${fullNumber(count)} followers`,
  },
  zaps: { empty: 'No zaps in the last day', to: 'to' },
  media: { empty: 'No pictures here yet' },
  topics: {
    empty: 'No topics yet',
    failed: 'The topics did not load',
    uses: (count: number) => counted(count, { one: 'use', other: 'uses' }),
  },
  side: {
    topics: 'Trending topics',
    people: 'Who to follow',
    more: 'Show more',
    all: { topics: 'All trending topics', people: 'More people to follow' },
  },
  onHome: 'On your home',
  edit: 'Edit',
  test: {
    title: 'Feed test',
    label: 'Feed specification',
    hint: 'For example: {"id":"latest","kind":"notes"}',
    show: 'Show feed',
    name: 'Name of the feed',
    wrong: 'This isn’t a feed specification',
    known: 'Feeds to try',
    empty: 'This feed is empty',
    emptyText:
      'The specification is valid, but the feed is empty. A service returns nothing for a feed it doesn’t know.',
  },
};

/** The words of Explore and of feed tests (ACCESS-05). */
export const useExploreStrings = words('explore', exploreEnglish);
