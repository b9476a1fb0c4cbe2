import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortMessages } from '../../scripts/build/short-messages.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');

test('the build shortens one message of XState, and nothing else of its code', () => {
  const dist = join(MODULES, 'xstate/dist');
  const changed = readdirSync(dist)
    .filter((name) => /^raise-\w+\.esm\.js$/.test(name))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .filter((code) => shortMessages(code) !== code);
  expect(changed).toHaveLength(1);
  const [code = ''] = changed;
  const short = shortMessages(code);
  expect(short).toContain('throw new Error(`Infinite loop`)');
  expect(short.split('\n')).toHaveLength(code.split('\n').length);
  expect(code.length - short.length).toBeLessThan(300);
});
