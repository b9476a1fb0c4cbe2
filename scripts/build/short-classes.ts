import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Give the classes of CSS modules short names in a production build. The first load has hundreds of
 * them, and hashes do not compress.
 */
export function shortClasses(root: string): Plugin {
  return {
    name: 'starling:short-classes',
    config: (_, { mode }) =>
      mode === 'production' ? { css: { modules: { generateScopedName: classNames(root) } } } : {},
  };
}

/**
 * Return a function that names classes by letters for their file and their position in it. `root`:
 * the folder of the relative file paths, so that names do not depend on the location.
 */
export function classNames(root: string): (name: string, file: string) => string {
  const files = new Map<string, { readonly path: string; readonly names: Map<string, number> }>();
  return (name, file) => {
    const path = relative(root, file);
    const letters = lettersOf(path);
    const one = files.get(letters) ?? { path, names: new Map<string, number>() };
    if (one.path !== path)
      throw new Error(`${path} and ${one.path} would share their class names: rename one of them`);
    files.set(letters, one);
    const at = one.names.get(name) ?? one.names.size;
    one.names.set(name, at);
    return `${letters}${at.toString(36)}`;
  };
}

/**
 * Return four characters for a path. The first one is not a digit, because a class name must not
 * begin with one.
 */
function lettersOf(path: string): string {
  const number = createHash('sha256').update(path).digest().readUInt32BE();
  return (
    (10 + (number % 26)).toString(36) +
    Math.floor(number / 26)
      .toString(36)
      .slice(-3)
      .padStart(3, '0')
  );
}
