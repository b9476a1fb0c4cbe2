import { seconds } from '../../src/events/core/time.ts';

/** Age from which a preview is made again when it is asked for. */
export const KEPT = seconds(7 * 86_400);
