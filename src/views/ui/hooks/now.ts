import { type Millis, millis, type Seconds, toSeconds } from '../../../events/core/time.ts';

export const nowMillis = (): Millis => millis(Date.now());

export const now = (): Seconds => toSeconds(nowMillis());
