import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

export const peopleEnglish = {
  title: { following: 'Following', followers: 'Followers' },
  count: (count: number) => counted(count, { one: 'person', other: 'people' }),
  followers: (count: string) => `${count} followers`,
  of: (what: string, name: string) => `${what}: ${name}`,
  empty: {
    following: 'Nobody yet',
    followers: 'Nobody yet',
    suggested: 'No suggestions here yet',
    search: 'No results found',
    muted: 'Nobody yet',
  },
  failed: 'This list did not load',
  muteList: {
    title: 'Mute list',
    hint: 'Public mutes only. Private mutes are not shown here.',
    people: 'People',
    more: 'Show more',
    words: 'Words',
    hashtags: 'Hashtags',
    threads: 'Threads',
    nobody: 'No muted people',
  },
  home: {
    title: 'Notes of people you follow show up here',
    text: 'Follow a few people, or read what everyone writes.',
    unknown: 'No notes of the people you follow',
    unknownText: 'The caching service in use has none. It may know nothing of this account.',
    everyone: 'Read everyone',
    suggested: 'People to follow',
    strangers: 'You follow nobody yet. Until you do, these are notes that others see.',
  },
};

/** The words of lists of people, loaded with the chunk that shows them (ACCESS-05). */
export const usePeopleStrings = words('people', peopleEnglish);
