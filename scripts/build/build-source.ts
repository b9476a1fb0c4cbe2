import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { version } from '../../service/version.ts';
import { seconds } from '../../src/events/core/time.ts';
import type { Build } from '../../src/views/ui/hooks/build.ts';

/**
 * Digits of the commit hash that are shown. Fixed, because git's own short form grows with the
 * repository.
 */
const DIGITS = 10;

/**
 * Return the source of a build: the commit that is checked out in this folder, its time in seconds,
 * and whether files differ from it. `undefined` if the folder is not a repository of its own, such
 * as an unpacked archive, or git is missing. It uses no clock, so the same source gives the same
 * build.
 */
export function sourceOf(folder: string): Build['source'] {
  try {
    if (realpathSync(git(folder, 'rev-parse', '--show-toplevel')) !== realpathSync(folder))
      return undefined;
    const [commit = '', time] = git(folder, 'log', '-1', '--format=%H %ct').split(' ');
    const isChanged = git(folder, 'status', '--porcelain', '--untracked-files=no') !== '';
    return { commit: commit.slice(0, DIGITS), time: seconds(Number(time)), isChanged };
  } catch {
    return undefined;
  }
}

/** Return the constant for `src/views/ui/hooks/build.ts`, as `define` of a bundler. */
export function buildDefine(folder: string): Readonly<Record<string, string>> {
  const build: Build = { version, source: sourceOf(folder) };
  return { STARLING_BUILD: JSON.stringify(build) };
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
