import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { signed } from '../../../support/events/signed.ts';

let reading: number | undefined;

/**
 * The time in seconds, constant within one turn of the event loop, so that order does not depend on
 * the clock.
 */
export function now(): number {
  if (reading !== undefined) return reading;
  queueMicrotask(() => (reading = undefined));
  return (reading = Math.floor(Date.now() / 1_000));
}

/** Notes of one account, the newest first: a minute apart, of one to some twenty lines. */
export function notesBy(key: number, count: number, ago = 0): readonly SignedEvent[] {
  return Array.from({ length: count }, (_, n) =>
    note(
      `Note ${n} of account ${key}. ${'Some more words of it, on and on. '.repeat((n * 7) % 20)}`,
      { key, ago: ago + n * 60 },
    ),
  );
}

/** `ago` in seconds. */
export function note(
  content: string,
  { key = 1, ago = 0, tags = [] }: { key?: number; ago?: number; tags?: string[][] } = {},
): SignedEvent {
  return signed({ content, tags, created_at: now() - ago }, key);
}

/** The profile of an account. */
export function profile(key: number, fields: Readonly<Record<string, unknown>>): SignedEvent {
  return signed({ kind: 0, content: JSON.stringify(fields), created_at: now() - 1_000_000 }, key);
}
