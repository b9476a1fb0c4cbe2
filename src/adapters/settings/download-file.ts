import { inSeconds, type Seconds } from '../../events/core/time.ts';

/** Long enough for any browser to have taken the file over. Milliseconds. */
const TAKEN = 60_000;

/** Hands a file to the person, named after the day on which it was made. */
export function handOut(file: Blob, made: Seconds): void {
  const url = URL.createObjectURL(file);
  const day = new Date(inSeconds(made) * 1_000).toISOString().slice(0, 10);
  Object.assign(document.createElement('a'), { href: url, download: `starling-${day}.starling` }).click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN);
}
