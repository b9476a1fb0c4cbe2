import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildDefine, repositoryOf, sourceOf } from '../../scripts/build/build-source.ts';
import { BUILD } from '../../src/views/ui/hooks/build.ts';
import { isLong } from '../support/runs.ts';

const isWithoutGit = spawnSync('git', ['--version']).error !== undefined;

// without Git there is no repository
test.skipIf(isWithoutGit)(
  'TOOL-04 a build names its commit, its time and whether files differ; without a repository, nothing',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'starling-source-'));
    const env = {
      ...process.env,
      GIT_COMMITTER_DATE: '1700000000 +0200',
      GIT_AUTHOR_DATE: '1600000000 +0000',
      GIT_CONFIG_GLOBAL: '/dev/null',
    };
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@x.example', ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      }).trim();
    writeFileSync(join(folder, 'a'), 'one\n');
    expect(sourceOf(folder)).toBeUndefined();
    git('init', '-q');
    expect(sourceOf(folder)).toBeUndefined();
    git('add', 'a');
    git('commit', '-qm', 'one');
    const commit = git('rev-parse', 'HEAD').slice(0, 10);
    expect(commit).toHaveLength(10);
    expect(sourceOf(folder)).toEqual({ commit, time: 1_700_000_000, isChanged: false });
    // files that a build leaves behind do not count as changes of its source
    writeFileSync(join(folder, 'built'), '');
    expect(sourceOf(folder)?.isChanged).toBe(false);
    appendFileSync(join(folder, 'a'), 'two\n');
    expect(sourceOf(folder)).toEqual({ commit, time: 1_700_000_000, isChanged: true });
    // an archive unpacked inside another repository
    mkdirSync(join(folder, 'inside'));
    expect(sourceOf(join(folder, 'inside'))).toBeUndefined();
    rmSync(folder, { recursive: true });
    expect(sourceOf(folder)).toBeUndefined();
  },
);

test.runIf(isLong)(
  'TOOL-04 a build names its version and source; the same source gives the same build',
  () => {
    const root = join(import.meta.dirname, '../..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect([BUILD.version, BUILD.source?.commit]).toEqual([version, sourceOf(root)?.commit]);
    expect(buildDefine(root)).toEqual(buildDefine(root));
  },
);

test.each([
  [
    { type: 'git', url: 'git+https://code.example/birds/starling.git' },
    'code.example/birds/starling',
  ],
  ['https://code.example/starling', 'code.example/starling'],
  ['git@code.example:birds/starling.git', 'code.example/birds/starling'],
  [{ url: 'git+ssh://git@code.example/birds/starling.git' }, 'code.example/birds/starling'],
  ['birds/starling', 'github.com/birds/starling'],
  ['gitlab:birds/starling', 'gitlab.com/birds/starling'],
  ['https://user:word@code.example/starling', undefined],
  ['file:///srv/starling', undefined],
  [undefined, undefined],
])(
  'ROUTE-08 the source link comes from the repository of the package: %j',
  (repository, address) => {
    const folder = mkdtempSync(join(tmpdir(), 'starling-package-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ repository }));
    expect(repositoryOf(folder)).toBe(address && `https://${address}`);
    rmSync(folder, { recursive: true });
  },
);
