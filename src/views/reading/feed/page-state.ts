const STATES = ['loading', 'more', 'ended', 'failed', 'refused'] as const;

/** How a list in pages stands; undefined: there may be more of it. `more`: that is on its way. */
export type PageState = (typeof STATES)[number] | undefined;

/** One that does not run yet loads. */
export function pageStateOf(list: { hasTag(tag: (typeof STATES)[number]): boolean } | undefined): PageState {
  return list ? STATES.find((tag) => list.hasTag(tag)) : 'loading';
}
