import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { APP, BOOT_CHUNK } from './chunks.ts';

const HELPER = resolve(import.meta.dirname, '../../src/adapters/app/import-fetched.ts');

/** A chunk that imports only styles contains only styles. Its script is left out of the build. */
const isStyle = (file: string): boolean => file.endsWith('.css');

/** These chunks have run before any later import. */
const isThere = (file: string): boolean =>
  [APP, BOOT_CHUNK].some((name) => file.startsWith(`assets/${name}-`));

/**
 * Replace the helper that Vite calls around each `import()` with our own. It receives the chunk and
 * the chunk's imports.
 */
export function fetchBeforeImport(): Plugin {
  return {
    name: 'starling:fetch-before-import',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // every supported browser has it
          polyfill: false,
          resolveDependencies: (file, imports, { hostType }) => {
            if (hostType === 'html') return [...imports];
            return [
              ...(imports.includes(file) || imports.every(isStyle) ? [] : [file]),
              ...imports,
            ].filter((one) => !isThere(one));
          },
        },
      },
    }),
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export { importFetched as __vitePreload } from ${JSON.stringify(HELPER)};`,
    },
  };
}
