import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildDefine } from './build-source.ts';

/** Beside the built files; no site serves a hidden file. */
const STAMP = '.built';

/** Everything that a build reads. `node_modules/.package-lock.json`: what npm has really installed. */
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
 * What a build of this folder is made from, as a hash: files, installed packages, Node, the environment that Vite reads, and the commit
 * that is shown.
 */
export function inputsOf(root: string, env: Env): string {
  const settings = readdirSync(root).filter((name) => name.startsWith('.env'));
  const told = Object.entries(env).filter(([name]) => name.startsWith('VITE_'));
  // Vite itself puts there what is not there
  const { NODE_ENV = 'production' } = env;
  const given = [process.version, NODE_ENV, ...told.map(String).toSorted(), JSON.stringify(buildDefine(root))];
  return hashOf(root, [...INPUTS, ...settings], given);
}

/**
 * Whether `outDir` holds what a production build of the folder as it is now would give: nothing that it is made from has changed since, nor any
 * of its files. In doubt it does not.
 */
export function isBuilt(root: string, outDir: string, env: Env): boolean {
  try {
    return readFileSync(join(outDir, STAMP), 'utf8') === stampOf(inputsOf(root, env), outDir);
  } catch {
    return false;
  }
}

/** Leaves beside what a production build has written what it was made from. A build that fails, or is one for development, leaves none. */
export function stampBuild(root: string): Plugin {
  let inputs = '';
  return {
    name: 'starling:stamp-build',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    buildStart: () => {
      inputs = inputsOf(root, process.env);
    },
    writeBundle: { order: 'post', sequential: true, handler: ({ dir = '' }) => writeStamp(inputs, dir) },
  };
}

/** `inputs`: as they were before the build began. */
export function writeStamp(inputs: string, outDir: string): void {
  writeFileSync(join(outDir, STAMP), stampOf(inputs, outDir));
}

function stampOf(inputs: string, outDir: string): string {
  const outputs = readdirSync(outDir).filter((name) => name !== STAMP);
  return `${inputs} ${hashOf(outDir, outputs, [])}\n`;
}

/** Of files and of all that is in folders, by their paths in `root`. What is not there counts as that. */
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
