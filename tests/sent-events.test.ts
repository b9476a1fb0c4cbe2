import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { StateMachine } from 'xstate';

const SRC = resolve(import.meta.dirname, '../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
);
// an event may be created over several lines
const texts = files.map((file) => readFileSync(join(SRC, file), 'utf8').replace(/\s+/g, ' '));

/**
 * True if a text creates an object of that type, or one whose type is concatenated from its words.
 * TypeScript types do not count.
 */
function sends(text: string, type: string): boolean {
  const [, area = '', word = ''] = /^(.*)\.(\w+)$/.exec(type) ?? [];
  if (text.includes(`type: \`${area}.\${`) && text.includes(`'${word}'`)) return true;
  if (!text.includes(`'${type}'`)) return false;
  const literal = type.replaceAll('.', '\\.');
  const made = new RegExp(`(?<!readonly )\\btype: ?[^;,}\\n]*'${literal}'(?! ?;)`, 'g');
  return [...text.matchAll(made)].some(({ index, 0: found }) => {
    const before = text.slice(Math.max(0, index - 80), index);
    const after = text.slice(index + found.length);
    const isType =
      /(?:\||<|\btype \w+ =|Extract<\w+,)\s*\{\s*$/.test(before) || /^\s*\}\s*[>[]/.test(after);
    return !isType;
  });
}

async function takenEvents(): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (const file of files.filter((name) => name.endsWith('.machine.ts'))) {
    const exported: Readonly<Record<string, unknown>> = await import(join(SRC, file));
    const machines = Object.values(exported).filter((one) => one instanceof StateMachine);
    for (const type of machines.flatMap(({ events }) => events.map(String)))
      if (!/^xstate\.|\*/.test(type)) taken.add(type);
  }
  return taken;
}

test('every event that a machine accepts is sent by product code', async () => {
  const taken = await takenEvents();
  expect(taken.size).toBeGreaterThan(200);
  const unsent = [...taken].filter((type) => !texts.some((text) => sends(text, type)));
  expect(unsent).toEqual([]);
});

test('an event that is never created is caught, even if other code names it (planted)', () => {
  const unmade = [
    "type Event = { type: 'turn.lost' } | { type: 'lock.unavailable' };",
    "  | { type: 'turn.lost' }",
    "type Event = { type: 'turn.lost'; list: string };",
    "on: { 'turn.lost': BUSY },",
    "event.type === 'turn.lost'",
    "Extract<ListEditEvent, { type: 'turn.lost' }>",
    "readonly type: 'turn.lost'",
  ];
  expect(unmade.filter((text) => sends(text, 'turn.lost'))).toEqual([]);
  const made = [
    "sendBack({ type: 'turn.lost' });",
    "tell({ type: isOurs ? 'lock.granted' : 'turn.lost', list });",
    "const send = (what: 'lost' | 'given') => sendBack({ type: `turn.${what}` });",
  ];
  expect(made.filter((text) => !sends(text, 'turn.lost'))).toEqual([]);
});
