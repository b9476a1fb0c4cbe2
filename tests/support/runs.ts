/**
 * How often a property is tried: `full` times in `npm run test:long`, a sixth of that in `npm test`. For properties of which one run takes
 * milliseconds; those that are quicker are always tried in full.
 */
export const runs = (full: number): number => (process.env['STARLING_LONG'] ? full : Math.ceil(full / 6));
