/** Runs of each model property that `npm run test:long -- SEQUENCES` asked for. */
const ASKED = Number(process.env['STARLING_SEQUENCES'] ?? 0);

/**
 * Return how often a property is tried: `full` times in `npm run test:long`, a tenth of that in
 * `npm test`. Only for properties whose runs take milliseconds; faster ones always run in full.
 */
export const runs = (full: number): number =>
  process.env['STARLING_LONG'] ? full : Math.ceil(full / 10);

/** The same for a model that `npm run test:long` also tries the requested number of times. */
export const sequences = (usual: number): number => (ASKED > 0 ? ASKED : usual);

/** Return the timeout of such a test, in milliseconds: none if a number of runs was requested. */
export const timeoutOf = (usual: number): number => (ASKED > 0 ? 0 : usual);
