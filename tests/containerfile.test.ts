import { execFile } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { startTested } from './support/tested-service.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'Containerfile'), 'utf8');

interface Step {
  readonly keyword: string;
  readonly rest: string;
}

/** The instructions of each stage. None goes over several lines. */
const STAGES: readonly (readonly Step[])[] = TEXT.split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) =>
    stage.split('\n').flatMap((line) => {
      const [, keyword, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return keyword === undefined || rest === undefined ? [] : [{ keyword, rest }];
    }),
  );
const image = STAGES.at(-1) ?? [];
const restsOf = (steps: readonly Step[], keyword: string) => steps.flatMap((step) => (step.keyword === keyword ? [step.rest] : []));

test('the container file has no fault that a linter knows, runs as nobody in particular, and takes only what is there', () => {
  expect(validate(TEXT)).toEqual([]);
  expect(STAGES).toHaveLength(3);
  expect(restsOf(image, 'USER')).toEqual(['node']);
  expect(restsOf(image, 'VOLUME')).toEqual(['/data']);
  // everything comes from the folder or the npm registry
  expect(TEXT).not.toMatch(/^ADD |curl|wget|apt-get|https:\/\//m);
  const copied = STAGES.flatMap((stage) => restsOf(stage, 'COPY')).filter((rest) => !rest.startsWith('--from'));
  for (const name of copied.flatMap((rest) => rest.split(' ').slice(0, -1))) expect(existsSync(join(ROOT, name)), name).toBe(true);
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(copied.flatMap((rest) => rest.split(' ')).filter((name) => ignored.includes(name))).toEqual([]);
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean; readonly devOptional?: boolean }>>;
}

/** Lays out what the last stage copies, with the packages that `npm ci --omit=dev --omit=optional` leaves, under a directory. */
function layOut(app: string): void {
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const rest of restsOf(image, 'COPY')) {
    const [, from = '', to = ''] = rest.split(' ');
    const name = from.replace('/app/', '');
    if (name === 'node_modules') {
      for (const [path, { dev, optional, devOptional }] of Object.entries(lock.packages)) {
        if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || optional || devOptional) continue;
        mkdirSync(dirname(join(app, path)), { recursive: true });
        symlinkSync(join(ROOT, path), join(app, path));
      }
    } else if (name !== 'dist') cpSync(join(ROOT, name), join(app, to), { recursive: true, filter: (file) => !/\.test\.tsx?$/.test(file) });
  }
}

test('what the image holds starts as a plain user, and its check of health says so', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-image-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [app, data] = [join(dir, 'app'), join(dir, 'data')];
  layOut(app);
  mkdirSync(data);
  const [isRoot, nobody] = [process.getuid?.() === 0, 65_534];
  // as the image does with its user
  if (isRoot) for (const path of [dir, data]) chownSync(path, nobody, nobody);
  const [entry = '[]'] = restsOf(image, 'ENTRYPOINT');
  const words: string[] = JSON.parse(entry);
  const [main = '', ...args] = words.slice(1).map((word) => (word === '/data' ? data : word));
  const user = isRoot ? { uid: nobody, gid: nobody } : {};
  const { child, code, url } = await startTested([...args, '--port', '0', '--no-town'], { main, cwd: app, ...user });
  const { port } = new URL(url);
  const check: string[] = JSON.parse(/CMD (\[.*\])$/.exec(restsOf(image, 'HEALTHCHECK')[0] ?? '')?.[1] ?? '[]');
  const healthy = async () => {
    try {
      await promisify(execFile)(
        process.execPath,
        check.slice(1).map((word) => word.replace('4870', port)),
      );
      return true;
    } catch {
      return false;
    }
  };
  expect(await healthy()).toBe(true);
  child.kill('SIGTERM');
  expect(await code).toBe(0);
  expect(await healthy()).toBe(false);
});
