import { type Millis, millis, type Seconds, toSeconds } from '../../../events/core/time.ts';

/** The time by this device's clock. */
export const nowMillis = (): Millis => millis(Date.now());

/** The same in seconds, as Nostr uses it. */
export const now = (): Seconds => toSeconds(nowMillis());
