import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inputsOf, isBuilt, writeStamp } from '../../scripts/build/build-stamp.ts';
import { isLong, sampleOf } from '../support/runs.ts';

let root: string;
let dist: string;
const env = { HOME: '/nowhere', VITE_CACHE_URL: 'wss://cache.example/v1' };

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'starling-stamp-'));
  dist = join(root, 'dist');
  for (const folder of [
    'src/views',
    'src/wiring',
    'scripts/build',
    'public',
    'service',
    'docs',
    'node_modules',
    'dist/assets',
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const file of [...READ, ...WRITTEN, 'docs/page.md', 'service/main.ts'])
    writeFileSync(join(root, file), `of ${file}`);
});
afterEach(() => rmSync(root, { recursive: true }));

const READ = [
  'src/main.tsx',
  'src/views/deep.css',
  'scripts/build/chunks.ts',
  'public/logo.svg',
  'service/version.ts',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'node_modules/.package-lock.json',
];
const WRITTEN = ['dist/index.html', 'dist/assets/app-1.js'];
const built = (): boolean => isBuilt(root, dist, env);
const stamp = (): void => writeStamp(inputsOf(root, env), dist);

test('an unchanged tree is not rebuilt', () => {
  expect(built()).toBe(false);
  stamp();
  expect(built()).toBe(true);
  // the build does not read these files
  writeFileSync(join(root, 'docs/page.md'), 'changed');
  writeFileSync(join(root, 'service/main.ts'), 'changed');
  expect(isBuilt(root, dist, { ...env, HOME: '/elsewhere', NODE_ENV: 'production' })).toBe(true);
});

test.each(sampleOf([...READ, ...WRITTEN]))('a changed or deleted %s causes a rebuild', (file) => {
  stamp();
  appendFileSync(join(root, file), '.');
  expect(built()).toBe(false);
  stamp();
  expect(built()).toBe(true);
  rmSync(join(root, file));
  expect(built()).toBe(false);
});

test.runIf(isLong)('a new or renamed file, or another build environment, causes a rebuild', () => {
  for (const file of ['src/new.ts', '.env.local', 'dist/assets/stray.js']) {
    stamp();
    writeFileSync(join(root, file), '');
    expect([file, built()]).toEqual([file, false]);
  }
  stamp();
  renameSync(join(root, 'src/main.tsx'), join(root, 'src/other.tsx'));
  expect(built()).toBe(false);
  stamp();
  for (const change of [
    { VITE_CACHE_URL: undefined },
    { VITE_CACHE_URL: '' },
    { VITE_MORE: 'x' },
    { NODE_ENV: 'development' },
  ]) {
    expect([change, isBuilt(root, dist, { ...env, ...change })]).toEqual([change, false]);
  }
});

test('a damaged or unreadable stamp causes a rebuild', () => {
  stamp();
  writeFileSync(join(dist, '.built'), '');
  expect(built()).toBe(false);
  expect(isBuilt(join(root, 'gone'), dist, env)).toBe(false);
  expect(isBuilt(root, join(root, 'gone'), env)).toBe(false);
});

test('a file that changes during a build causes the next build', () => {
  const before = inputsOf(root, env);
  writeFileSync(join(root, 'src/main.tsx'), 'saved meanwhile');
  writeStamp(before, dist);
  expect(built()).toBe(false);
});
