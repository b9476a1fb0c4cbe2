import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mirrorProgress } from '../mirror/progress-report.ts';
import { openLog } from './log.ts';
import { truncated, printable } from './printable.ts';

const HOSTILE = 'fine\u001b]0;title\u0007\u009b2J\u202e\r\nReady. Ctrl-C ends it.\u2028';
/** Every character that controls a terminal, or hides or reorders text. */
const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

test('printed text has no terminal control characters, and JSON keeps its value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printable(text)).not.toMatch(OBEYED);
      expect(JSON.parse(printable(JSON.stringify({ text })))).toEqual({ text });
      expect(truncated(text)).not.toMatch(/\n/);
    }),
  );
  expect(printable('plain\nwords, ünï 🌻')).toBe('plain\nwords, ünï 🌻');
});

test('text from a relay or an imported line is printed on one line, as text and as JSON', () => {
  for (const format of ['text', 'json'] as const) {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text) };
    const log = openLog(format, { stdout: stream, stderr: stream }, () => 0);
    const tell = mirrorProgress(
      (line) => log.tell({ event: 'failed', name: HOSTILE, reason: HOSTILE }, line),
      () => 0,
    );
    const counts = { seen: 1, added: 0, known: 0, refused: new Map([[HOSTILE, 1]]) };
    tell({ relay: 'wss://relay.example', state: 'away', reason: HOSTILE, counts });
    log.warn({ event: 'failed', name: 'x', reason: HOSTILE }, HOSTILE);
    const [first = ''] = written;
    expect(first.split('\n')).toHaveLength(2);
    expect(written.join('')).not.toMatch(OBEYED);
  }
});
