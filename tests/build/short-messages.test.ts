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

test('the build shortens messages of React, and keeps its code, error numbers and addresses', () => {
  const files = ['react/cjs/react', 'react-dom/cjs/react-dom', 'react-dom/cjs/react-dom-client'];
  for (const name of files) {
    const code = readFileSync(join(MODULES, `${name}.production.js`), 'utf8');
    const short = shortMessages(code);
    expect(short).not.toMatch(
      /non-minified dev environment|object of state variables|React element child|you passed/,
    );
    expect(short.split('react.dev/errors/')).toHaveLength(code.split('react.dev/errors/').length);
    expect(short.split('\n')).toHaveLength(code.split('\n').length);
    expect(code.length - short.length).toBeLessThan(300);
  }
});
