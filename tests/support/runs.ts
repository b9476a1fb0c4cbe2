/** Runs of each model property that `npm run test:long -- SEQUENCES` asked for. */
const ASKED = Number(process.env['STARLING_SEQUENCES'] ?? 0);

/**
 * Return how often a property is tried: `full` times in `npm run test:long`, a sixth of that in `npm test`. It is meant for properties of which
 * one run takes milliseconds; faster ones are always tried in full.
 */
export const runs = (full: number): number => (process.env['STARLING_LONG'] ? full : Math.ceil(full / 6));

/** The same for a model that `npm run test:long` also tries as often as it was asked to. */
export const sequences = (usual: number): number => (ASKED > 0 ? ASKED : usual);

/** The timeout of such a test, in milliseconds: none while it is tried as often as it was asked to. */
export const timeoutOf = (usual: number): number => (ASKED > 0 ? 0 : usual);
