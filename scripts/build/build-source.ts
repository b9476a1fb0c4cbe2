import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../service/version.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
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

const HOSTS: Readonly<Record<string, string>> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
};

/**
 * Return the web address of the repository in a folder's `package.json`, in any form that npm
 * accepts. `undefined` if there is none, or if browsers cannot open it.
 */
export function repositoryOf(folder: string): string | undefined {
  const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named = isRecord(manifest) ? field(manifest, 'repository') : undefined;
  const text = isRecord(named) ? field(named, 'url') : named;
  if (typeof text !== 'string') return undefined;
  const [, host = 'github', path] =
    /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  if (path !== undefined) return `${HOSTS[host]}${path}`;
  const address = text
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/^git(?:\+https|\+ssh)?:\/\/(?:git@)?/, 'https://')
    .replace(/\.git$/, '');
  return /^https:\/\/[^/@]+\/./.test(address) ? address : undefined;
}

/** Return the constant for `src/views/ui/hooks/build.ts`, as `define` of a bundler. */
export function buildDefine(folder: string): Readonly<Record<string, string>> {
  const build: Build = {
    version,
    repository: repositoryOf(folder),
    source: sourceOf(folder),
  };
  return { STARLING_BUILD: JSON.stringify(build) };
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
