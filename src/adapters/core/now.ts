import { type Millis, millis, type Seconds, toSeconds } from '../../events/core/time.ts';

export const nowMillis = (): Millis => millis(Date.now());

export const nowSeconds = (): Seconds => toSeconds(nowMillis());
