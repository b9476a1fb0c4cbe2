import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVICE = process.env['STARLING_SERVICE'] ?? 'http://127.0.0.1:4870';
const socket = { target: SERVICE, ws: true, changeOrigin: true };

/** What boot.ts needs before anything else; it must not wait for the rest of the app. */
const BOOT =
  /src\/(boot\.ts|adapters\/app\/(appearance|saved-settings|storage)\.ts|adapters\/connection\/(boot|cache-line|cache-url|script-url)\.ts|events\/(connection\/(host|url)|reading\/home|settings\/appearance|json|hex)\.ts)|vite\/(preload-helper|modulepreload-polyfill)|rolldown-runtime|commonjsHelpers/;

/** Chunks of the first screen are named in the page, so that they come at once and not one after the other. */
function preloads(): Plugin {
  return {
    name: 'starling-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const files = Object.keys(bundle);
        const find = (name: string) => files.filter((file) => new RegExp(`^assets/${name}-[^/]+\\.js$`).test(file));
        const worker = find('cache\\.worker').map((file) => ({ rel: 'preload', as: 'fetch', crossorigin: '', href: `/${file}` }));
        const scripts = ['vendor', 'app', 'main', 'HomeScreen']
          .flatMap(find)
          .map((file) => ({ rel: 'modulepreload', crossorigin: '', href: `/${file}` }));
        const wasm = files
          .filter((file) => file.endsWith('.wasm'))
          .map((file) => ({ rel: 'preload', as: 'fetch', crossorigin: '', href: `/${file}` }));
        const fonts = files
          .filter((file) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(file))
          .map((file) => ({ rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` }));
        return [...worker, ...scripts, ...wasm, ...fonts].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }));
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), preloads()],
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
            { name: 'pages', test: /src\/views\/app\/(strings\/pages|qr\/|QrCode|Prose)/, priority: 15 },
            { name: 'app', test: /\/src\//, minShareCount: 2, priority: 10 },
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
