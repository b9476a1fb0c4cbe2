import { inSeconds, type Seconds } from '../../events/core/time.ts';

/** Long enough for any browser to have started the download, in milliseconds. */
const TAKEN = 60_000;

/** Saves a file for the user, named after the day on which it was made. */
export function handOut(file: Blob, made: Seconds): void {
  const url = URL.createObjectURL(file);
  const day = new Date(inSeconds(made) * 1_000).toISOString().slice(0, 10);
  Object.assign(document.createElement('a'), {
    href: url,
    download: `starling-${day}.starling`,
  }).click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN);
}
