import { readMessage } from './client-message.ts';

const LONGEST_CLOSE = 1_000;
const ENDS = /^\s*\[\s*"(?:NEG-)?CLOSE"/;

/** Return the name of a request. Subscriptions and comparisons may have the same id. */
export function nameOf(type: 'REQ' | 'NEG', id: string): string {
  return `${type} ${id}`;
}

/**
 * Return the name of the request that a CLOSE or NEG-CLOSE ends. Other texts are not parsed here,
 * because they may be long.
 */
export function endedBy(text: string): string | undefined {
  if (text.length > LONGEST_CLOSE || !ENDS.test(text)) return undefined;
  const message = readMessage(text);
  if (message.type === 'CLOSE') return nameOf('REQ', message.id);
  return message.type === 'NEG-CLOSE' ? nameOf('NEG', message.id) : undefined;
}
