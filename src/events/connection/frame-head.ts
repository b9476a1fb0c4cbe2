const MAX_HEAD = 200;
const HEAD = /^\s*\[\s*"EVENTS?"\s*,\s*"([^"\\]*)"/;

/** The subscription that a frame brings events for, from its head alone: behind that it may be too long, or not readable. */
export function subscriptionOf(frame: string): string | undefined {
  return HEAD.exec(frame.slice(0, MAX_HEAD))?.[1];
}
