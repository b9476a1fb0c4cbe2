import { redactError, type RedactedError } from './redacted-error.ts';
import { printable } from './printable.ts';

/**
 * A log entry. No field may contain user content, requests, keys or network addresses. Allowed are
 * our own names, numbers, and values from the command line.
 */
export type LogEntry =
  | {
      readonly event: 'starting';
      readonly version: string;
      readonly node: string;
      readonly store: 'sqlite' | 'postgresql';
    }
  | { readonly event: 'listening'; readonly url: string }
  | { readonly event: 'filling'; readonly what: string }
  | {
      readonly event: 'imported';
      readonly added: number;
      readonly known: number;
      readonly refused: number;
    }
  | { readonly event: 'exported'; readonly lines: number }
  | {
      readonly event: 'backed up';
      readonly bytes: number;
      readonly files: number;
      readonly copied: number;
    }
  | { readonly event: 'moved'; readonly from: string }
  | { readonly event: 'demo'; readonly accounts: number }
  | { readonly event: 'wallets'; readonly wallets: number }
  | { readonly event: 'ready' | 'closing' | 'closed'; readonly ms: number }
  | {
      readonly event: 'mirror';
      readonly relay: string;
      readonly state: string;
      readonly seen: number;
      readonly added: number;
    }
  | { readonly event: 'disk full' }
  /** The picture library cannot be loaded. */
  | { readonly event: 'no copies' }
  | { readonly event: 'away' }
  | { readonly event: 'back'; readonly ms: number }
  /** Events that were refused within the last minute, by the prefix of NIP-01. */
  | { readonly event: 'refused'; readonly reasons: Readonly<Record<string, number>> }
  /** Slow queries or verbs within the last minute, by name. */
  | {
      readonly event: 'slow';
      readonly of: 'store' | 'verb';
      readonly name: string;
      readonly times: number;
      readonly longestMs: number;
    }
  | ({ readonly event: 'fault'; readonly where: string } & RedactedError)
  | ({ readonly event: 'crash' } & RedactedError)
  /** A failed start or command. `reason` mentions files, ports and databases only. */
  | { readonly event: 'failed'; readonly name: string; readonly reason?: string }
  | { readonly event: 'cut off'; readonly ms: number };

/** Text lines for a person, or JSON for a log collector. */
export type LogFormat = 'text' | 'json';

interface Stream {
  write(text: string): unknown;
}

export interface Log {
  /** `words`: the text for a person. Without it the entry is only in the JSON log. */
  tell(entry: LogEntry, words?: string): void;
  /** The same for errors. */
  warn(entry: LogEntry, words?: string): void;
}

/** `now`: the time, in milliseconds. */
export function openLog(
  format: LogFormat,
  { stdout: out, stderr: err }: { readonly stdout: Stream; readonly stderr: Stream },
  now: () => number,
): Log {
  const line = (level: 'info' | 'warn', entry: LogEntry) =>
    void out.write(
      `${printable(JSON.stringify({ time: new Date(now()).toISOString(), level, ...entry }))}\n`,
    );
  if (format === 'json')
    return { tell: (entry) => line('info', entry), warn: (entry) => line('warn', entry) };
  const write = (stream: Stream, words?: string) =>
    void (words !== undefined && stream.write(`${printable(words)}\n`));
  return { tell: (_, words) => write(out, words), warn: (_, words) => write(err, words) };
}

/** Return a fault as text for a person. */
export function describeError(what: string, error: unknown): string {
  const { name, code, at } = redactError(error);
  return `${what}: ${name}${code === undefined ? '' : ` ${code}`}${at.map((place) => `\n  at ${place}`).join('')}`;
}
