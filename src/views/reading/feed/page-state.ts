const STATES = ['loading', 'more', 'ended', 'failed', 'refused'] as const;

/** State of a paged list. `undefined`: there may be more. `more`: the next page is loading. */
export type PageState = (typeof STATES)[number] | undefined;

/** Return the state of a list. A list that is not started yet counts as loading. */
export function pageStateOf(
  list: { hasTag(tag: (typeof STATES)[number]): boolean } | undefined,
): PageState {
  return list ? STATES.find((tag) => list.hasTag(tag)) : 'loading';
}
