/**
 * True in `npm run test:long`. A test that takes seconds, and whose fault a faster test would show
 * too, runs only there.
 */
export const isLong = Boolean(process.env['STARLING_LONG']);

/** Runs of each model property that `npm run test:long -- SEQUENCES` asked for. */
const ASKED = Number(process.env['STARLING_SEQUENCES'] ?? 0);

/**
 * Return how often a property is tried: `full` times in `npm run test:long`, a twentieth of that in
 * `npm test`, but at least three times. Only for properties whose runs take milliseconds; faster
 * ones always run in full. A whole number, because fast-check never ends a fraction of a run.
 */
export const runs = (full: number): number =>
  Math.ceil(isLong ? full : Math.min(full, Math.max(3, full / 20)));

/** Return every tenth of the items, or as chosen, and all of them in `npm run test:long`. */
export const sampleOf = <T>(items: readonly T[], every = 10): readonly T[] =>
  isLong ? items : items.filter((_, at) => at % every === 0);

/**
 * The same for a model that `npm run test:long` also tries the requested number of times, and
 * `npm test` a quarter as often.
 */
export const sequences = (usual: number): number =>
  ASKED > 0 ? ASKED : isLong ? usual : Math.ceil(usual / 4);

/** Return the timeout of such a test, in milliseconds: none if a number of runs was requested. */
export const timeoutOf = (usual: number): number => (ASKED > 0 ? 0 : usual);
