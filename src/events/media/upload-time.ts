import { field, isNumber, isRecord } from '../core/json.ts';
import { inMillis, millis, type Millis } from '../core/time.ts';

/**
 * Estimated upload times: milliseconds per MiB for each size of files. `final`: from the last byte
 * to the response.
 */
interface UploadTime {
  readonly small: number;
  readonly medium: number;
  readonly large: number;
  readonly huge: number;
  readonly final: number;
}

/** Defaults before the first upload (LIMIT-05). */
const UPLOAD_TIME: UploadTime = { small: 250, medium: 250, large: 250, huge: 250, final: 100 };

const MIB = 1024 * 1024;
/** Maximum bytes of each size except `huge`. */
const SIZES = [
  ['small', MIB],
  ['medium', 10 * MIB],
  ['large', 100 * MIB],
] as const;
/** Maximum time that counts, in milliseconds: an hour per MiB, or an hour after the last byte. */
const LONGEST = 3_600_000;

/**
 * Read the stored estimates (`uploadTime`, STATE-01). Missing or impossible values are the
 * defaults.
 */
export function uploadTimeFrom(kept: unknown): UploadTime {
  const at = (name: keyof UploadTime): number => {
    const value = isRecord(kept) ? field(kept, name) : undefined;
    // `+ 0`: JSON drops the sign of -0
    return isNumber(value) && value >= 0 ? Math.min(value, LONGEST) + 0 : UPLOAD_TIME[name];
  };
  return {
    small: at('small'),
    medium: at('medium'),
    large: at('large'),
    huge: at('huge'),
    final: at('final'),
  };
}

/** Return the estimated time until an upload is complete. `size`, `sent` in bytes. */
export function timeLeft(time: UploadTime, size: number, sent: number): Millis {
  return millis(Math.round((Math.max(0, size - sent) / MIB) * time[sizeOf(size)] + time.final));
}

/**
 * Update the estimates after an upload. It counts for half, so that a new network is learned within
 * a few uploads. `moving`, `final` in milliseconds.
 */
export function learnedTime(
  time: UploadTime,
  size: number,
  took: { readonly moving: Millis; readonly final: Millis },
): UploadTime {
  const each = size > 0 ? (inMillis(took.moving) / size) * MIB : time[sizeOf(size)];
  const mean = (known: number, now: number) =>
    Math.min(LONGEST, Math.max(0, Math.round((known + now) / 2)));
  return {
    ...time,
    [sizeOf(size)]: mean(time[sizeOf(size)], each),
    final: mean(time.final, inMillis(took.final)),
  };
}

function sizeOf(bytes: number): Exclude<keyof UploadTime, 'final'> {
  return SIZES.find(([, most]) => bytes <= most)?.[0] ?? 'huge';
}
