/** FEED-09: what the home sidebar can show. The selector is the argument of the verb `scored`. */
export const SIDEBAR_SELECTORS: readonly { readonly selector: string; readonly label: string }[] = [
  ...['24h', '12h', '4h', '1h'].map((span) => ({ selector: `trending_${span}`, label: `Trending ${span}` })),
  ...['24h', '12h', '4h', '1h'].map((span) => ({ selector: `mostzapped_${span}`, label: `Most zapped ${span}` })),
];

/** Of the sidebar that nobody has chosen yet. */
export const DEFAULT_SIDEBAR = 'trending_24h';
