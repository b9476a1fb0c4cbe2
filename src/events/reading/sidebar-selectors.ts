/** What the home sidebar can show (FEED-09): selectors of the verb `scored`, and what to call them. */
export const SIDEBAR_SELECTORS: readonly { readonly selector: string; readonly label: string }[] = [
  ...periods('trending', 'Trending'),
  ...periods('mostzapped', 'Most zapped'),
];

export const DEFAULT_SIDEBAR_SELECTOR = 'trending_4h';

function periods(name: string, label: string): readonly { readonly selector: string; readonly label: string }[] {
  return ['24h', '12h', '4h', '1h'].map((period) => ({ selector: `${name}_${period}`, label: `${label} ${period}` }));
}
