import { type LastLine, lineOf } from './message-list.ts';
import type { OpenedMessage } from './unwrap.ts';

/** Characters that are shown before the found words, and that need no cut. */
const BEFORE = 20;
const NEAR = 40;

/** Return the newest message that contains the searched words, cut to their surroundings. */
export function foundLine(
  opened: Iterable<Pick<OpenedMessage, 'message' | 'text'>>,
  search: string,
  account: string,
): LastLine | undefined {
  const words = search.trim().toLowerCase();
  if (words === '') return undefined;
  let found: LastLine | undefined;
  for (const { message, text } of opened) {
    if (message.file || (found && message.created_at < found.at)) continue;
    const whole = text.reveal() ?? '';
    const at = whole.toLowerCase().indexOf(words);
    if (at >= 0) found = lineOf(message, excerptAt(whole, at), account);
  }
  return found;
}

/** True if a line contains the searched words. */
export function isLineWith(line: LastLine | undefined, search: string): boolean {
  return line?.text.reveal()?.toLowerCase().includes(search.trim().toLowerCase()) === true;
}

function excerptAt(text: string, at: number): string {
  if (at <= NEAR) return text;
  const from = text.lastIndexOf(' ', at - BEFORE) + 1;
  return `…${text.slice(from === 0 ? at - BEFORE : from)}`;
}
