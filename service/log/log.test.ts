import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { StoreUnavailable } from '../errors.ts';
import { redactError } from './redacted-error.ts';
import { describeError, type LogEntry, openLog } from './log.ts';
import { openProgress, serviceMessages } from './service-messages.ts';
import { openActivityLog } from './activity-log.ts';

const SECRET = 'nsec1verysecretwords';

/** A log that collects its output. */
function kept(format: 'text' | 'json') {
  const [lines, faults]: [string[], string[]] = [[], []];
  const streamOf = (into: string[]) => ({
    isTTY: false,
    write: (text: string) => void into.push(text),
  });
  const log = openLog(
    format,
    { stdout: streamOf(lines), stderr: streamOf(faults) },
    () => 1_760_000_000_000,
  );
  return { log, lines, faults, screen: streamOf(lines) };
}

test('JSON logs have a time and fields, text logs have words, and errors go to stderr', () => {
  const [json, text] = [kept('json'), kept('text')];
  for (const { log } of [json, text]) {
    log.tell({ event: 'ready', ms: 12 }, 'Ready.');
    log.tell({ event: 'closed', ms: 3 });
    log.warn({ event: 'away' }, 'Away.');
  }
  expect(json.lines).toEqual([
    '{"time":"2025-10-09T08:53:20.000Z","level":"info","event":"ready","ms":12}\n',
    '{"time":"2025-10-09T08:53:20.000Z","level":"info","event":"closed","ms":3}\n',
    '{"time":"2025-10-09T08:53:20.000Z","level":"warn","event":"away"}\n',
  ]);
  expect([json.faults, text.lines, text.faults]).toEqual([[], ['Ready.\n'], ['Away.\n']]);
});

test("the demo town's keys are only in text logs; JSON logs contain their number", () => {
  const [json, text] = [kept('json'), kept('text')];
  for (const [format, { log, screen }] of [['json', json] as const, ['text', text] as const]) {
    const progress = openProgress(log, format, screen, () => 0);
    const tellers = serviceMessages(log, progress, () => 0);
    const owner = {
      name: 'iris',
      displayName: 'Iris',
      what: 'the mayor',
      nsec: SECRET,
      pubkey: 'a'.repeat(64),
      npub: 'npub1iris',
    };
    tellers.onProgress?.(1, 2, 'notes');
    tellers.onProgress?.(2, 2, 'notes');
    tellers.onDemo?.([owner]);
    tellers.onWallets?.([
      { owner, mood: 'plain', uri: `nostr+walletconnect://x?secret=${SECRET}` },
    ]);
    tellers.onImported?.(1, 2, 3);
    tellers.onDiskFull?.();
    tellers.onDiskFull?.();
    tellers.onMirrored?.({
      relay: `wss://relay.example/?token=${SECRET}`,
      state: 'away',
      reason: SECRET,
      counts: { seen: 3, added: 1, known: 1, refused: new Map([[SECRET, 1]]) },
    });
  }
  const all = json.lines.join('');
  expect(json.lines.map((line) => (JSON.parse(line) as LogEntry).event)).toEqual([
    'filling',
    'demo',
    'wallets',
    'imported',
    'disk full',
    'mirror',
  ]);
  for (const word of [SECRET, 'Iris', 'mayor', 'a'.repeat(64), 'token'])
    expect(all).not.toContain(word);
  expect(text.lines.join('')).toContain(SECRET);
  expect(text.faults).toHaveLength(1);
});

test('PROP an error is logged without its message, but with its place', () => {
  const words = fc.oneof(
    fc.string({ minLength: 12 }),
    fc.constant(`${SECRET}\n    at secret (/x/service/${SECRET}.ts:1:1)`),
  );
  fc.assert(
    fc.property(words, words, (message, name) => {
      const error = Object.assign(new TypeError(message), { code: name });
      const told = JSON.stringify([redactError(error), describeError('It broke', error)]);
      expect(redactError(error).name).toBe('TypeError');
      if (!/^\w{1,40}$/.test(name)) expect(told).not.toContain(JSON.stringify(name).slice(1, -1));
      expect(told).not.toContain(SECRET);
      expect(redactError(error).at[0]).toMatch(/^service\/log\/log\.test\.ts:\d+$/);
    }),
    { numRuns: runs(100) },
  );
  expect(redactError('just a text')).toEqual({ name: 'string', at: [] });
});

test('TRUST-09 a request that its client ended is no failure, but one that timed out is', async () => {
  const told: LogEntry[] = [];
  const watch = openActivityLog(
    (entry) => told.push(entry),
    () => 0,
  );
  const ended = AbortSignal.abort().reason;
  watch.asked('walk', 0.1, ended);
  watch.failed('stream', ended);
  expect(told).toEqual([]);
  const late = new DOMException('too late', 'TimeoutError');
  watch.asked('walk', 0.1, late);
  expect(told).toEqual([{ event: 'fault', where: 'walk', ...redactError(late) }]);
});

test('frequent events are one line per minute: refusals by reason, slow queries by name; faults at once', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const told: LogEntry[] = [];
  let time = 0;
  const watch = openActivityLog(
    (entry) => told.push(entry),
    () => time,
  );
  for (let n = 0; n < 3; n++) watch.verdict(false, `invalid: ${SECRET}`);
  watch.verdict(false, `${SECRET}: made up`);
  watch.verdict(false, SECRET);
  watch.verdict(true, '');
  watch.verdict(true, 'duplicate: already have this event');
  watch.asked('feedOf', 1.5);
  watch.asked('feedOf', 2.25);
  watch.asked('events', 0.9);
  watch.answered('search', 3);
  const fault = new RangeError(SECRET);
  for (let n = 0; n < 3; n++) watch.failed('http', fault);
  expect(told).toEqual([{ event: 'fault', where: 'http', ...redactError(fault) }]);
  told.length = 0;
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([
    { event: 'refused', reasons: { invalid: 3, other: 2 } },
    { event: 'slow', of: 'store', name: 'feedOf', times: 2, longestMs: 2_250 },
    { event: 'slow', of: 'verb', name: 'search', times: 1, longestMs: 3_000 },
  ]);
  told.length = 0;
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  watch.asked('events', 0.1, new StoreUnavailable(new Error(SECRET)));
  watch.asked('insert', 0.1, new StoreUnavailable(new Error(SECRET)));
  time = 4_000;
  watch.asked('events', 0);
  watch.asked('sweep', 0);
  watch.asked('sweep', 0);
  expect(told).toEqual([{ event: 'away' }, { event: 'back', ms: 4_000 }]);
  watch.verdict(false, 'blocked: x');
  watch.close();
  expect(told.at(-1)).toEqual({ event: 'refused', reasons: { blocked: 1 } });
  expect(JSON.stringify(told)).not.toContain(SECRET);
  vi.useRealTimers();
});
