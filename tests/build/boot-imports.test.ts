import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Every file and package loaded before this one can run: its static value imports, recursively. */
function loadedWith(start: string): Set<string> {
  const found = new Set([join(ROOT, start)]);
  for (const file of found) {
    if (!existsSync(file)) continue;
    for (const [, names = '', from = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b([^'";]*?)from\s+'([^']+)'/gm,
    )) {
      if (/^\s*type\b/.test(names) || from.includes('?')) continue;
      found.add(from.startsWith('.') ? resolve(dirname(file), from) : from);
    }
  }
  return found;
}

test('the worker’s boot code imports no package or machine, so the socket opens first', () => {
  const loaded = [...loadedWith('src/wiring/boot.ts')];
  expect(loaded.length).toBeGreaterThan(8);
  expect(loaded.filter((name) => !name.startsWith(ROOT))).toEqual([]);
  expect(loaded.filter((name) => /\/(machines|views)\//.test(name))).toEqual([]);
});

test('the test above detects an import of XState by the device’s port (planted)', () => {
  expect(loadedWith('src/adapters/app/settings-device.ts')).toContain('xstate');
});
