declare const inWholeSeconds: unique symbol;
declare const inMilliseconds: unique symbol;

/**
 * A point in time (since 1970, as in Nostr) or a length of time, in seconds. A number when it runs, but none to the compiler: it is compared only
 * with its own kind, and nothing adds it to, or passes it for, anything else.
 */
export interface Seconds {
  readonly [inWholeSeconds]: true;
}

/** The same in milliseconds, as the browser's clocks give it. */
export interface Millis {
  readonly [inMilliseconds]: true;
}

/** Takes a number that is known to be seconds: from the wire, a store or a literal. Nothing is checked; undefined and null pass through. */
export const seconds = <T extends number | undefined | null>(value: T) => value as unknown as Seconds | Exclude<T, number>;

/** Takes a number that is known to be milliseconds: from a clock, a store or a literal. Nothing is checked. */
export const millis = (value: number): Millis => value as unknown as Millis;

/** The plain number of seconds, for the wire, a store, or arithmetic of one unit. */
export const inSeconds = (time: Seconds): number => time as unknown as number;

/** The plain number of milliseconds, for timers and `Date`. */
export const inMillis = (time: Millis): number => time as unknown as number;

export function toMillis(time: Seconds): Millis {
  return millis(inSeconds(time) * 1_000);
}

/** Whole seconds: what is left over is cut off. */
export function toSeconds(time: Millis): Seconds {
  return seconds(Math.floor(inMillis(time) / 1_000));
}

/** The later of two times of one unit. */
export function later<T extends Seconds | Millis>(one: T, other: T): T {
  return other > one ? other : one;
}

/** The next moment after one, for what must stand in order. */
export function justAfter(time: Millis): Millis {
  return millis(inMillis(time) + 1);
}

/** A time moved by a length, or two lengths together. */
export function plus(time: Seconds, length: Seconds): Seconds {
  return seconds(inSeconds(time) + inSeconds(length));
}

/** The length from `from` to `to`, or `to` moved back by a length; below zero where `to` is the earlier one. */
export function minus(to: Seconds, from: Seconds): Seconds {
  return seconds(inSeconds(to) - inSeconds(from));
}

/** How far ahead of the clock an event may be dated (E-18). */
const TOLERANCE = seconds(10 * 60);

/** The latest that 32 bits of seconds hold. */
const LATEST = seconds(0xffff_ffff);

/**
 * Whether an event is dated so far ahead that it must wait: it may be shown where it is asked for by id, but replaces no list or
 * profile and stands at no top of a feed until its time comes. Times in milliseconds exist in the wild and are signed as such; they
 * are not guessed into seconds, they count as far future. The past is kept, however far. `now` is the caller's clock.
 */
export function isFarFuture(createdAt: Seconds, now: Seconds): boolean {
  return createdAt > plus(now, TOLERANCE);
}

/** Whether a time is none that a clock shows: it is in milliseconds, or beyond what 32 bits of seconds hold. */
export function isAbsurd(createdAt: Seconds): boolean {
  return createdAt > LATEST;
}

/** Whether a text of a tag is a time in seconds as Nostr writes it: digits, and not more than a number holds. */
export function isTimestamp(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,15}$/.test(text);
}

/** NIP-40: whether an event has an expiration in the past. A value that is no whole number is no expiration. */
export function isExpired(event: { readonly tags: ReadonlyArray<readonly string[]> }, now: Seconds): boolean {
  const text = event.tags.find((tag) => tag[0] === 'expiration')?.[1] ?? '';
  const at = Number(text);
  return text !== '' && Number.isSafeInteger(at) && at >= 0 && seconds(at) <= now;
}

/** The same with `now` dated anew, where it carries one: what was asked some time ago and goes on only now. */
export function redated<E extends object>(one: E, now: Seconds): E {
  return 'now' in one ? { ...one, now } : one;
}
