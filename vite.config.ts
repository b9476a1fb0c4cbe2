import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadFirst } from './scripts/preload-first.ts';

const SERVICE = process.env['STARLING_SERVICE'] ?? 'http://127.0.0.1:4870';
const socket = { target: SERVICE, ws: true, changeOrigin: true };

/** What boot.ts needs before anything else; it must not wait for the rest of the app. */
const BOOT =
  /src\/(boot\.ts|adapters\/app\/(appearance|saved-settings|storage)\.ts|adapters\/connection\/(boot|cache-line|cache-url|script-url)\.ts|events\/(connection\/(host|url)|reading\/home|settings\/appearance|json|hex)\.ts)|vite\/(preload-helper|modulepreload-polyfill)|rolldown-runtime|commonjsHelpers/;

/** What several screens share and the first one needs; long words, settings and the side list come with whoever shows them. */
const SHARED = /\/src\/(?!views\/(settings\/|app\/(strings\/(pages|settings)|qr\/|Prose)|reading\/(MiniNote|TrendingSection)))/;

export default defineConfig({
  plugins: [react(), preloadFirst()],
  build: {
    target: 'es2023',
    // older targets make Vite rewrite light-dark()
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'boot', test: BOOT, priority: 30 },
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|xstate|@xstate|use-sync-external-store|virtua)\//,
              priority: 20,
            },
            { name: 'app', test: SHARED, minShareCount: 2, priority: 10 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/v1': socket, '/link-preview': SERVICE, '/.well-known': SERVICE, '^/[0-9a-f]{64}': SERVICE },
  },
});
