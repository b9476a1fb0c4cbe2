import { KIND, RESULT } from '../nostr/kinds.ts';

/**
 * Allowed content of an answer: kinds of signed events ('all' if a page may show anything) and of
 * unsigned results.
 */
export interface AnswerShape {
  readonly events: readonly number[] | 'all';
  readonly results: readonly number[];
}

export const NOTHING = { events: [], results: [] } as const;
export const PEOPLE_RESULTS = [
  RESULT.UserScores,
  RESULT.VerifiedUsersDict,
  RESULT.LegendCustomization,
  RESULT.MembershipCohorts,
  RESULT.MediaInfo,
  RESULT.LinkMetadata,
] as const;
/** "Profiles": kind 0 and media servers of accounts, with ranks, names, badges and memberships. */
export const PEOPLE = {
  events: [KIND.Metadata, KIND.BlossomServers],
  results: [...PEOPLE_RESULTS, RESULT.UserFollowerCounts],
} as const;
/** Posts with everything that is needed to show them. */
export const POSTS = {
  events: 'all',
  results: [
    ...PEOPLE_RESULTS,
    RESULT.Referenced,
    RESULT.NoteStats,
    RESULT.NoteActions,
    RESULT.ZapEvent,
    RESULT.WordCount,
    RESULT.EventRelays,
    RESULT.HlsVideo,
    RESULT.PollStats,
    RESULT.PartialResponse,
  ],
} as const;
/** Groups of people to follow. */
export const SUGGESTED = {
  events: PEOPLE.events,
  results: [...PEOPLE.results, RESULT.SuggestedUsersByCategory],
} as const;
/** One page of posts, with its range. */
export const PAGE = { events: 'all', results: [...POSTS.results, RESULT.Range] } as const;
/** Feeds of others, with their authors. */
export const FEEDS = {
  events: [KIND.Metadata, KIND.BlossomServers, KIND.Dvm],
  results: [
    ...PEOPLE_RESULTS,
    RESULT.NoteStats,
    RESULT.NoteActions,
    RESULT.DvmFollowsActions,
    RESULT.DvmMetadata,
  ],
} as const;

/** Unsigned results only. */
export function only(...results: readonly number[]): AnswerShape {
  return { events: [], results };
}

/** A signed list of people, with their profiles. */
export function listed(kind: number, ...more: readonly number[]): AnswerShape {
  return { events: [...PEOPLE.events, kind], results: [...PEOPLE.results, ...more] };
}

/** Private messages as the service stores them, encrypted, with the profiles of their authors. */
export function messages(...results: readonly number[]): AnswerShape {
  return {
    events: [KIND.EncryptedDirectMessage, ...PEOPLE.events],
    results: [...PEOPLE.results, ...results, RESULT.Range],
  };
}

/** A page of a leaderboard. */
export function leaders(kind: number): AnswerShape {
  return { events: PEOPLE.events, results: [...PEOPLE.results, kind, RESULT.Range] };
}
