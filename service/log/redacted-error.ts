/**
 * An error for the log. Its message may contain private data, so only its class and its places in
 * this code are kept.
 */
export interface RedactedError {
  readonly name: string;
  readonly code?: string;
  /** `service/http/site.ts:41` ..., innermost first. */
  readonly at: readonly string[];
}

const MOST_PLACES = 4;
const PLACE = /(?:service|src|town)\/[\w./-]+\.ts:\d+/;

/** Return an error without its message. */
export function redactError(error: unknown): RedactedError {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const name = nameOf(error.constructor.name) ?? nameOf(error.name) ?? 'Error';
  const code =
    'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)
      ? error.code
      : undefined;
  return { name, ...(code !== undefined && { code }), at: placesOf(error) };
}

/** The message precedes the places, and may look like one. */
function placesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  const places = start < 0 ? '' : stack.slice(start + message.length);
  return places
    .split('\n')
    .flatMap((line) => (line.startsWith('    at ') ? (PLACE.exec(line)?.[0] ?? []) : []))
    .slice(0, MOST_PLACES);
}

function nameOf(text: string): string | undefined {
  return /^[A-Za-z]\w{0,39}$/.test(text) ? text : undefined;
}
