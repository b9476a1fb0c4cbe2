import { millis, type Seconds, toSeconds } from '../../events/time.ts';

export const now = (): Seconds => toSeconds(millis(Date.now()));
