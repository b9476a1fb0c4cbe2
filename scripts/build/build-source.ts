import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { version } from '../../service/version.ts';
import { seconds } from '../../src/events/core/time.ts';
import type { Build } from '../../src/views/ui/hooks/build.ts';

/** Digits of a commit's name that are shown: the same in every copy, where git's own short form grows with the repository. */
const DIGITS = 10;

/**
 * What a build is made from: the commit that is checked out in this folder, the second it was made, and whether files differ from it.
 * Undefined where the folder is no repository of its own, as in an unpacked archive, or git is not there. No clock: the same source gives the
 * same build.
 */
export function sourceOf(folder: string): Build['source'] {
  try {
    if (realpathSync(git(folder, 'rev-parse', '--show-toplevel')) !== realpathSync(folder)) return undefined;
    const [commit = '', time] = git(folder, 'log', '-1', '--format=%H %ct').split(' ');
    const isChanged = git(folder, 'status', '--porcelain', '--untracked-files=no') !== '';
    return { commit: commit.slice(0, DIGITS), time: seconds(Number(time)), isChanged };
  } catch {
    return undefined;
  }
}

/** What `src/views/ui/hooks/build.ts` reads: for `define` of a bundler. */
export function buildDefine(folder: string): Readonly<Record<string, string>> {
  const build: Build = { version, source: sourceOf(folder) };
  return { STARLING_BUILD: JSON.stringify(build) };
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
