import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildDefine } from './build-source.ts';

/** Beside the built files. It is hidden, so no site serves it. */
const STAMP = '.built';

/**
 * Everything that a build reads. `node_modules/.package-lock.json` lists the packages that npm has
 * really installed.
 */
const INPUTS = [
  'src',
  'scripts',
  'public',
  'service/version.ts',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'node_modules/.package-lock.json',
];

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Return a hash of all inputs of a build: files, installed packages, Node, the environment that
 * Vite reads, and the commit that is shown.
 */
export function inputsOf(root: string, env: Env): string {
  const settings = readdirSync(root).filter((name) => name.startsWith('.env'));
  const told = Object.entries(env).filter(([name]) => name.startsWith('VITE_'));
  // the default that Vite itself sets
  const { NODE_ENV = 'production' } = env;
  const given = [
    process.version,
    NODE_ENV,
    ...told.map(String).toSorted(),
    JSON.stringify(buildDefine(root)),
  ];
  return hashOf(root, [...INPUTS, ...settings], given);
}

/**
 * True if `outDir` has the production build of the current folder: neither its inputs nor its files
 * have changed since. False if in doubt.
 */
export function isBuilt(root: string, outDir: string, env: Env): boolean {
  try {
    return readFileSync(join(outDir, STAMP), 'utf8') === stampOf(inputsOf(root, env), outDir);
  } catch {
    return false;
  }
}

/**
 * Write the hash of the inputs beside a production build. A failed build or a development build
 * leaves none.
 */
export function stampBuild(root: string): Plugin {
  let inputs = '';
  return {
    name: 'starling:stamp-build',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    buildStart: () => {
      inputs = inputsOf(root, process.env);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: ({ dir = '' }) => writeStamp(inputs, dir),
    },
  };
}

/** `inputs`: their hash before the build began. */
export function writeStamp(inputs: string, outDir: string): void {
  writeFileSync(join(outDir, STAMP), stampOf(inputs, outDir));
}

function stampOf(inputs: string, outDir: string): string {
  const outputs = readdirSync(outDir).filter((name) => name !== STAMP);
  return `${inputs} ${hashOf(outDir, outputs, [])}\n`;
}

/** Hash files and folders, by their paths in `root`. A missing file is part of the hash. */
function hashOf(root: string, paths: readonly string[], given: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(given));
  for (const path of paths.flatMap((one) => filesIn(root, one)).toSorted()) {
    const content = createHash('sha256').update(readFileSync(join(root, path)));
    hash.update(JSON.stringify([path, content.digest('hex')]));
  }
  return hash.digest('hex');
}

function filesIn(root: string, path: string): readonly string[] {
  if (!existsSync(join(root, path))) return [];
  try {
    return readdirSync(join(root, path)).flatMap((name) => filesIn(root, `${path}/${name}`));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
