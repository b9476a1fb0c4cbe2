const MAX_HEAD = 200;
const HEAD = /^\s*\[\s*"EVENTS?"\s*,\s*"([^"\\]*)"/;

/**
 * Return the subscription id from the start of an EVENT frame. The rest may be too long, or
 * unreadable.
 */
export function subscriptionOf(frame: string): string | undefined {
  return HEAD.exec(frame.slice(0, MAX_HEAD))?.[1];
}
