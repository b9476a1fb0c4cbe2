import { field, isNumber, isRecord } from '../core/json.ts';
import { inMillis, millis, type Millis } from '../core/time.ts';

/** How long files of a size take to a media server: milliseconds for each MiB of them; `final`: from the last byte to the answer. */
interface UploadTime {
  readonly small: number;
  readonly medium: number;
  readonly large: number;
  readonly huge: number;
  readonly final: number;
}

/** Before anything was sent (LIMIT-05). */
const UPLOAD_TIME: UploadTime = { small: 250, medium: 250, large: 250, huge: 250, final: 100 };

const MIB = 1024 * 1024;
/** The largest file of each size but `huge`, bytes. */
const SIZES = [
  ['small', MIB],
  ['medium', 10 * MIB],
  ['large', 100 * MIB],
] as const;
/** No transfer counts as longer: an hour for a MiB, or an hour after the last byte. Milliseconds. */
const LONGEST = 3_600_000;

/** What a device keeps of it under `uploadTime` (STATE-01); what is missing or cannot be is as it was at first. */
export function uploadTimeFrom(kept: unknown): UploadTime {
  const at = (name: keyof UploadTime): number => {
    const value = isRecord(kept) ? field(kept, name) : undefined;
    // `+ 0`: JSON drops the sign of -0
    return isNumber(value) && value >= 0 ? Math.min(value, LONGEST) + 0 : UPLOAD_TIME[name];
  };
  return { small: at('small'), medium: at('medium'), large: at('large'), huge: at('huge'), final: at('final') };
}

/** How long it will be until the file is there. `size`, `sent` in bytes. */
export function timeLeft(time: UploadTime, size: number, sent: number): Millis {
  return millis(Math.round((Math.max(0, size - sent) / MIB) * time[sizeOf(size)] + time.final));
}

/** What is known after a file has gone: half of it by this one, so that another network is learned within a few. `moving`, `final` in milliseconds. */
export function learnedTime(time: UploadTime, size: number, took: { readonly moving: Millis; readonly final: Millis }): UploadTime {
  const each = size > 0 ? (inMillis(took.moving) / size) * MIB : time[sizeOf(size)];
  const mean = (known: number, now: number) => Math.min(LONGEST, Math.max(0, Math.round((known + now) / 2)));
  return { ...time, [sizeOf(size)]: mean(time[sizeOf(size)], each), final: mean(time.final, inMillis(took.final)) };
}

function sizeOf(bytes: number): Exclude<keyof UploadTime, 'final'> {
  return SIZES.find(([, most]) => bytes <= most)?.[0] ?? 'huge';
}
