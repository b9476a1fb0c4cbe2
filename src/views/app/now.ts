/** Seconds. */
export const now = (): number => Math.floor(Date.now() / 1_000);
