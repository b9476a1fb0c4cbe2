declare const inWholeSeconds: unique symbol;
declare const inMilliseconds: unique symbol;

/**
 * A point in time (since 1970, as in Nostr) or a length of time, in seconds. It is a number at run
 * time. The compiler sees a type of its own, which prevents mixing it with other units.
 */
export interface Seconds {
  readonly [inWholeSeconds]: true;
}

/** The same in milliseconds, as the browser's clocks return it. */
export interface Millis {
  readonly [inMilliseconds]: true;
}

/**
 * Mark a number as seconds, from the wire, a store or a literal. Checks nothing; `undefined` and
 * null pass through.
 */
export const seconds = <T extends number | undefined | null>(value: T) =>
  value as unknown as Seconds | Exclude<T, number>;

/** Mark a number as milliseconds, from a clock, a store or a literal. Checks nothing. */
export const millis = (value: number): Millis => value as unknown as Millis;

/** Return the plain number of seconds, for the wire, a store, or arithmetic of one unit. */
export const inSeconds = (time: Seconds): number => time as unknown as number;

/** Return the plain number of milliseconds, for timers and `Date`. */
export const inMillis = (time: Millis): number => time as unknown as number;

export function toMillis(time: Seconds): Millis {
  return millis(inSeconds(time) * 1_000);
}

/** Convert to whole seconds, rounded down. */
export function toSeconds(time: Millis): Seconds {
  return seconds(Math.floor(inMillis(time) / 1_000));
}

/** Return the later of two times of one unit. */
export function later<T extends Seconds | Millis>(one: T, other: T): T {
  return other > one ? other : one;
}

/** Return the earlier of two times of one unit. */
export function earlier<T extends Seconds | Millis>(one: T, other: T): T {
  return other < one ? other : one;
}

/** Return the next millisecond, for times that must be in strict order. */
export function justAfter(time: Millis): Millis {
  return millis(inMillis(time) + 1);
}

/** Add a length to a time, or two lengths. */
export function plus(time: Seconds, length: Seconds): Seconds {
  return seconds(inSeconds(time) + inSeconds(length));
}

/**
 * Return the length from `from` to `to`, or `to` moved back by a length. Negative if `to` is
 * earlier.
 */
export function minus(to: Seconds, from: Seconds): Seconds {
  return seconds(inSeconds(to) - inSeconds(from));
}

/** Maximum time that an event may be dated ahead of the clock (E-18). */
const TOLERANCE = seconds(10 * 60);

/** Latest time that 32 bits of seconds can hold. */
const LATEST = seconds(0xffff_ffff);

/**
 * True if an event is dated so far ahead that it must wait. It may be shown if it is requested by
 * id. Until its time comes, it replaces no list or profile and does not appear at the top of a
 * feed. Times in milliseconds exist in real signed events. They are not converted to seconds, but
 * count as far future. Any past date is accepted. `now` is the caller's clock.
 */
export function isFarFuture(createdAt: Seconds, now: Seconds): boolean {
  return createdAt > plus(now, TOLERANCE);
}

/** True if a time cannot be right: it is in milliseconds, or beyond 32 bits of seconds. */
export function isAbsurd(createdAt: Seconds): boolean {
  return createdAt > LATEST;
}

/** True if the text of a tag is a time in seconds: digits only, and small enough for a number. */
export function isTimestamp(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,15}$/.test(text);
}

/**
 * True if an event has an expiration in the past (NIP-40). A value that is not a whole number is no
 * expiration.
 */
export function isExpired(
  event: { readonly tags: ReadonlyArray<readonly string[]> },
  now: Seconds,
): boolean {
  const text = event.tags.find((tag) => tag[0] === 'expiration')?.[1] ?? '';
  const at = Number(text);
  return text !== '' && Number.isSafeInteger(at) && at >= 0 && seconds(at) <= now;
}

/**
 * Return the value with the current `now`, if it has a `now`. Used for a request that continues
 * later.
 */
export function redated<E extends object>(one: E, now: Seconds): E {
  return 'now' in one ? { ...one, now } : one;
}
