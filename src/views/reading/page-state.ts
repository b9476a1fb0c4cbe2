type PageTag = 'loading' | 'more' | 'ended' | 'failed' | 'refused';

export type PageState = Readonly<Record<'isLoading' | 'isMore' | 'isEnded' | 'isFailed' | 'isRefused', boolean>>;

/** How a list in pages stands; one that does not run yet loads. */
export function pageStateOf(list: { hasTag(tag: PageTag): boolean } | undefined): PageState {
  const is = (tag: PageTag) => list?.hasTag(tag) ?? tag === 'loading';
  return { isLoading: is('loading'), isMore: is('more'), isEnded: is('ended'), isFailed: is('failed'), isRefused: is('refused') };
}
