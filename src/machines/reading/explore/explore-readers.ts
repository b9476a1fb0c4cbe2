import { peopleItems, zapItems } from '../../../events/reading/explore/explore.ts';
import { provideReader } from '../feed/feed.machine.ts';

/** Provide the readers of Explore's pages of people and of zaps (EXPLORE-01). */
export function provideExploreReaders(): void {
  provideReader('people', peopleItems);
  provideReader('zaps', zapItems);
}
