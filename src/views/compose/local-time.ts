import { inMillis, millis, type Seconds, toMillis, toSeconds } from '../../events/core/time.ts';

/** Return a time in the format of the browser's input fields: local time, to the minute. */
export function toLocal(at: Seconds): string {
  const date = new Date(inMillis(toMillis(at)));
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [
    String(date.getFullYear()).padStart(4, '0'),
    two(date.getMonth() + 1),
    two(date.getDate()),
  ].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Parse it. `undefined` if the field is incomplete. */
export function fromLocal(value: string): Seconds | undefined {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value) ? new Date(value).getTime() : Number.NaN;
  return at > 0 ? toSeconds(millis(at)) : undefined;
}
