import { execFile } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder, PLAIN_USER, readableBy } from '../support/service/plain-user.ts';
import { startTested } from '../support/service/tested-service.ts';
import { isLong } from '../support/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
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
const restsOf = (steps: readonly Step[], keyword: string) =>
  steps.flatMap((step) => (step.keyword === keyword ? [step.rest] : []));

test('the container file passes its linter, runs as a plain user and copies only existing files', () => {
  expect(validate(TEXT)).toEqual([]);
  expect(STAGES).toHaveLength(3);
  expect(restsOf(image, 'USER')).toEqual(['node']);
  expect(restsOf(image, 'VOLUME')).toEqual(['/data']);
  // everything comes from the folder or the npm registry
  expect(TEXT).not.toMatch(/^ADD |curl|wget|apt-get|https:\/\//m);
  const copied = STAGES.flatMap((stage) => restsOf(stage, 'COPY')).filter(
    (rest) => !rest.startsWith('--from'),
  );
  for (const name of copied.flatMap((rest) => rest.split(' ').slice(0, -1)))
    expect(existsSync(join(ROOT, name)), name).toBe(true);
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(
    copied.flatMap((rest) => rest.split(' ')).filter((name) => ignored.includes(name)),
  ).toEqual([]);
});

interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly dev?: boolean;
        readonly optional?: boolean;
        readonly devOptional?: boolean;
        readonly link?: boolean;
        readonly resolved?: string;
      }
    >
  >;
}

/**
 * Copy into a directory the files of the last stage, with the packages that it keeps: those of
 * production, and of the optional ones the picture library's for this machine.
 */
function layOut(app: string): void {
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const rest of restsOf(image, 'COPY')) {
    const [, from = '', to = ''] = rest.split(' ');
    const name = from.replace('/app/', '');
    if (name === 'node_modules') {
      for (const [path, one] of Object.entries(lock.packages)) {
        const { dev, optional, devOptional, link, resolved = '' } = one;
        const isKept = path.startsWith('node_modules/@img/') && existsSync(join(ROOT, path));
        const isLeftOut = dev || (!isKept && (optional || devOptional));
        if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || isLeftOut) continue;
        mkdirSync(dirname(join(app, path)), { recursive: true });
        const folder = dirname(join(app, path));
        if (link) {
          symlinkSync(relative(folder, join(app, resolved)), join(app, path));
          continue;
        }
        const packed = readableBy(join(ROOT, path), folder);
        if (dirname(packed) !== folder) symlinkSync(packed, join(app, path));
      }
    } else if (name !== 'dist')
      cpSync(join(ROOT, name), join(app, to), {
        recursive: true,
        filter: (file) => !/\.test\.tsx?$/.test(file),
      });
  }
}

test.runIf(isLong)(
  'the image’s service starts as a plain user, and its health check passes',
  async () => {
    const dir = openFolder('starling-image-');
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const [app, data] = [join(dir, 'app'), join(dir, 'data')];
    layOut(app);
    mkdirSync(data);
    const { uid, gid } = PLAIN_USER;
    // as the image does for its user
    if (uid !== undefined && gid !== undefined)
      for (const path of [dir, data]) chownSync(path, uid, gid);
    const [entry = '[]'] = restsOf(image, 'ENTRYPOINT');
    const words: string[] = JSON.parse(entry);
    const [main = '', ...args] = words.slice(1).map((word) => (word === '/data' ? data : word));
    const node = readableBy(process.execPath, dir);
    const { child, code, url } = await startTested([...args, '--port', '0', '--no-town'], {
      node,
      main,
      cwd: app,
      ...PLAIN_USER,
    });
    const { port } = new URL(url);
    const check: string[] = JSON.parse(
      /CMD (\[.*\])$/.exec(restsOf(image, 'HEALTHCHECK')[0] ?? '')?.[1] ?? '[]',
    );
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
  },
);
