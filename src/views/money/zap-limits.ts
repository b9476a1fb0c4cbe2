/** More is not given at once from here: a slip of the finger is a large one. Sats. */
export const MOST_SATS = 1_000_000;

/** UTF-16 units of the message that goes with a zap. */
export const LONGEST_MESSAGE = 280;
