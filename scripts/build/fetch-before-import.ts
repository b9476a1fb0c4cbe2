import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { APP, BOOT_CHUNK } from './chunks.ts';

const HELPER = resolve(import.meta.dirname, '../../src/adapters/app/import-fetched.ts');

/** A chunk that imports styles alone is nothing but styles: its script is left out of the build. */
const isStyle = (file: string): boolean => file.endsWith('.css');

/** Nothing is imported later before these have run. */
const isThere = (file: string): boolean => [APP, BOOT_CHUNK].some((name) => file.startsWith(`assets/${name}-`));

/** Puts our own helper in the place of the one that Vite calls around each `import()`, and names it the chunk beside what the chunk imports. */
export function fetchBeforeImport(): Plugin {
  return {
    name: 'starling:fetch-before-import',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          // every browser that runs the rest knows it
          polyfill: false,
          resolveDependencies: (file, imports, { hostType }) => {
            if (hostType === 'html') return [...imports];
            return [...(imports.includes(file) || imports.every(isStyle) ? [] : [file]), ...imports].filter((one) => !isThere(one));
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
