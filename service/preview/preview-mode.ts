import { oneOf } from '../../src/events/core/json.ts';

const PREVIEWS = ['ahead', 'asked', 'none'] as const;

/**
 * When pages are fetched for previews. `ahead`: before somebody asks, for new events and for
 * answers. `asked`: on request of a client. `none`: never.
 */
export type Previews = (typeof PREVIEWS)[number];

export const isPreviews = oneOf(PREVIEWS);
