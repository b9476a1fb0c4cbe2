import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Refusal, replayCommand } from '../../scripts/replay/command.ts';

/** Signs in, and opens the composer: 6 entries. */
const FILE = join(import.meta.dirname, '../recordings/opens-the-composer.jsonl');
const OPENING = 'state /account/scope/compose opening';
const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => replayCommand(args, folder);
const refusal = (...args: readonly string[]) => {
  try {
    run(...args);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  throw new Error(`not refused: ${args.join(' ')}`);
};
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('TOOL-02 a recording is replayed, and its entries are listed and shown', () => {
  expect(run(FILE)[0]).toBe('6 entries replayed');
  expect(run(FILE, '--entries').at(0)).toBe('    1  /account account.signIn');
  expect(JSON.parse(run(FILE, '--entry', '5').join('\n'))).toMatchObject({
    type: 'account.intent',
    intent: { type: 'compose.open' },
  });
});

test('BEYOND-07 the command finds an outcome, and writes it as a small test once', () => {
  expect(run(FILE, '--until', OPENING)).toEqual([
    '    6  /account/scope xstate.done.actor.code compose',
  ]);
  const args = [FILE, '--until', 'event login.extension', '--test', 'asks-a-key'];
  expect(run(...args)).toEqual([
    "3 of 6 entries lead to 'event login.extension':",
    expect.stringContaining('    1  /account account.signIn'),
    expect.stringContaining('    2  /account xstate.done.actor.code'),
    expect.stringContaining('    3  /account/session/login login.extension'),
    expect.stringContaining('asks-a-key.test.ts'),
  ]);
  expect(readdirSync(folder)).toEqual(['asks-a-key.jsonl', 'asks-a-key.test.ts']);
  expect(readFileSync(join(folder, 'asks-a-key.test.ts'), 'utf8')).toContain('toBe(true)');
  expect(run(join(folder, 'asks-a-key.jsonl'), '--entries')).toHaveLength(3);
  expect(refusal(...args)).toContain('has a test of this name');
  const again = [...args.slice(0, -1), 'asks-twice'];
  const kept = run(...again, '--keep', '5', '--title', 'a key is asked for');
  expect(kept.slice(0, -1).at(-1)).toBe('    5  /account account.intent compose.open');
  expect(readFileSync(join(folder, 'asks-twice.test.ts'), 'utf8')).toContain(
    "'a key is asked for'",
  );
});

test('TOOL-02 a recording is compared with another, and branches from a changed entry', () => {
  expect(run(FILE, '--compare', FILE)).toEqual([
    'all 6 entries are the same',
    'no machine differs at the end',
  ]);
  expect(run(FILE, '--without', '5')).toContain(
    '/account/scope/compose "opening" -> (not running)',
  );
  expect(run(FILE, '--without', '1')[0]).toBe(
    'not replayed:     3  /account/session/login login.extension',
  );
  const event = file('event.json', '{"type":"account.signOut"}');
  const changed = run(FILE, '--change', '5', event);
  expect(changed).toContain('/account/scope/compose "opening" -> (not running)');
});

test('TOOL-02 input that makes no sense gets an error that names it', () => {
  expect(refusal()).toBe('one recording is needed');
  expect(refusal(FILE, '--unti')).toContain("'--unti'");
  expect(refusal('no-file')).toMatch(/^no-file cannot be read: /);
  expect(refusal(file('text', 'a text'))).toContain('is no recording');
  const headOnly = file('head', '{"starling":1,"origin":0,"dropped":3}\n');
  expect(refusal(headOnly)).toContain('lacks its beginning');
  expect(refusal(FILE, '--entry', '7')).toBe('there is no entry 7: they go from 1 to 6');
  expect(refusal(FILE, '--without', 'x')).toContain('no entry x');
  expect(refusal(FILE, '--change', '1')).toBe('--change needs a number and a file');
  expect(refusal(FILE, '--change', '1', file('e', '[]'))).toContain('is no event');
  expect(refusal(FILE, '--entries', '--without', '1')).toContain('exclude each other');
  expect(refusal(FILE, '--test', 'a')).toBe('--test needs --until OUTCOME');
  expect(refusal(FILE, '--fault')).toBe('--fault needs --test NAME');
  expect(refusal(FILE, '--keep', '1')).toBe('--keep needs --test NAME');
  expect(refusal(FILE, '--title', 'a')).toBe('--title needs --test NAME');
  expect(refusal(FILE, '--until', 'soon')).toBe("'soon' is no outcome");
  expect(refusal(FILE, '--until', 'crash')).toBe("the recording does not lead to 'crash'");
  expect(refusal(FILE, '--until', 'state door open')).toContain('named /door');
  expect(refusal(FILE, '--until', OPENING, '--test', '../a')).toContain("'../a' is no name");
  expect(refusal(FILE, '--until', 'end account/scope/compose "closed"')).toContain(
    'but to "opening"',
  );
});
