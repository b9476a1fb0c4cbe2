import { useWords } from '../strings.ts';

export const peopleEnglish = {
  title: { following: 'Following', followers: 'Followers' },
  of: (what: string, name: string) => `${what}: ${name}`,
  empty: { following: 'Nobody yet', followers: 'Nobody yet', suggested: 'No suggestions here yet' },
  failed: 'This list did not load',
  failedCause: 'The caching service did not answer in time.',
  home: {
    title: 'Notes of people you follow show up here',
    text: 'Follow a few people, or read what everyone writes.',
    everyone: 'Read everyone',
    suggested: 'People to follow',
  },
};

type PeopleStrings = typeof peopleEnglish;

/** The words of lists of people; they come with the chunk that shows them (ACCESS-05). */
export function usePeopleStrings(): PeopleStrings {
  return useWords('people', peopleEnglish);
}
