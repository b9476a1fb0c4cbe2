/**
 * The lists that the home sidebar can show (FEED-09): selectors of the verb `scored`, each with a
 * period.
 */
export const SIDEBAR_SELECTORS = [...periods('trending'), ...periods('mostzapped')];

export const DEFAULT_SIDEBAR_SELECTOR = 'trending_4h';

function periods<Name extends string>(name: Name) {
  return [24, 12, 4, 1].map((hours) => ({ selector: `${name}_${hours}h`, name, hours }));
}
