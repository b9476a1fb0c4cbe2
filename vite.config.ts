import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildDefine } from './scripts/build/build-source.ts';
import { stampBuild } from './scripts/build/build-stamp.ts';
import { APP, BOOT_CHUNK, chunkGroups } from './scripts/build/chunks.ts';
import { fetchBeforeImport } from './scripts/build/fetch-before-import.ts';
import { firstTheme } from './scripts/build/first-theme.ts';
import { inlineKinds } from './scripts/build/inline-kinds.ts';
import { minifyAgain } from './scripts/build/minify-first-load.ts';
import { ownBundle } from './scripts/build/own-bundle.ts';
import { preloadFirst } from './scripts/build/preload-first.ts';
import { shortClasses } from './scripts/build/short-classes.ts';
import { shortenMessages } from './scripts/build/short-messages.ts';

const SERVICE = process.env['STARLING_SERVICE'] ?? 'http://127.0.0.1:4870';
const socket = { target: SERVICE, ws: true, changeOrigin: true };

const define = buildDefine(import.meta.dirname);

export default defineConfig({
  define,
  // React has what the shim fills in
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  plugins: [
    ownBundle(import.meta.dirname, 'src/views/inspector/replayed-recording.ts', define),
    inlineKinds(),
    shortenMessages(),
    shortClasses(import.meta.dirname),
    react(),
    fetchBeforeImport(),
    preloadFirst(),
    firstTheme(import.meta.dirname),
    minifyAgain(),
    stampBuild(import.meta.dirname),
  ],
  build: {
    target: 'es2023',
    // older targets make Vite rewrite light-dark()
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // the service names them in a header
    sourcemap: 'hidden',
    rolldownOptions: {
      output: {
        // the app lists every file that may come later, and such names hardly compress: what is
        // found by its name alone has one
        chunkFileNames: ({ name }) =>
          name === APP || name === BOOT_CHUNK ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: chunkGroups(import.meta.dirname),
        },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [inlineKinds(), minifyAgain()],
    // pako's tables for deflate: taken for calls that do something, they would keep all of deflate,
    // 3.8 KB, in the socket's worker
    rolldownOptions: { treeshake: { manualPureFunctions: ['Config', 'zero$1'] } },
  },
  server: {
    proxy: {
      '/v1': socket,
      '/link-preview': SERVICE,
      '/media-cache': SERVICE,
      '/.well-known': SERVICE,
      '^/[0-9a-f]{64}': SERVICE,
    },
  },
});
