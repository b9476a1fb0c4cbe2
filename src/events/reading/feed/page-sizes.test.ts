import { expect, test } from 'vitest';
import { firstQuestions, firstReads } from './home.ts';
import { profileQueries } from '../../app/profile-queries.ts';
import { searchQueries } from '../../app/search-queries.ts';
import { quickQuestions } from '../search/search-term.ts';

const ME = 'a'.repeat(64);
const limits = (questions: ReturnType<typeof firstQuestions>) =>
  questions.map(({ verb, payload }) => [verb, payload?.['limit']]);

test('LIMIT-02 pages of home, of reads and of profiles hold 20', () => {
  expect(limits(firstQuestions('{}', ME))).toContainEqual(['mega_feed_directive', 20]);
  expect(limits(firstReads('{}', ME))).toContainEqual(['mega_feed_directive', 20]);
  expect(limits(profileQueries(ME, ME))).toContainEqual(['mega_feed_directive', 20]);
});

test('LIMIT-02 SEARCH-04 a search for users returns 10, a page of content 100', () => {
  const { people } = quickQuestions('lamp', ME);
  expect([people.verb, people.payload?.['limit']]).toEqual(['user_search', 10]);
  expect(limits(searchQueries('lamp', ME))).toEqual([['mega_feed_directive', 100]]);
});
