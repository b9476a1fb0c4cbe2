/** How far ahead of the clock an event may be dated, in seconds (E-18). */
const TOLERANCE = 10 * 60;

/**
 * Whether an event is dated so far ahead that it must wait: it may be shown where it is asked for by id, but replaces no list or
 * profile and stands at no top of a feed until its time comes. Times in milliseconds exist in the wild and are signed as such; they
 * are not guessed into seconds, they count as far future. The past is kept, however far. Seconds; `now` is the caller's clock.
 */
export function isFarFuture(createdAt: number, now: number): boolean {
  return createdAt > now + TOLERANCE;
}

/** Whether a time is none that a clock shows: it is in milliseconds, or beyond what 32 bits of seconds hold. */
export function isAbsurd(createdAt: number): boolean {
  return createdAt > 0xffff_ffff;
}

/** Whether a text of a tag is a time in seconds as Nostr writes it: digits, and not more than a number holds. */
export function isTimestamp(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,15}$/.test(text);
}

/** NIP-40: whether an event has an expiration in the past. A value that is no whole number is no expiration. Seconds. */
export function isExpired(event: { readonly tags: ReadonlyArray<readonly string[]> }, now: number): boolean {
  const text = event.tags.find((tag) => tag[0] === 'expiration')?.[1] ?? '';
  const at = Number(text);
  return text !== '' && Number.isSafeInteger(at) && at >= 0 && at <= now;
}

/** The same with `now` dated anew, where it carries one: what was asked some time ago and goes on only now. Seconds. */
export function redated<E extends object>(one: E, now: number): E {
  return 'now' in one ? { ...one, now } : one;
}
