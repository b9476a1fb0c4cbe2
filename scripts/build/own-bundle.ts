import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { inlineKinds } from './inline-kinds.ts';

/**
 * Build a module that is imported on demand into one file with all that it needs, apart from the
 * chunks of the app. A module that imports most of the app would else move the app's code into
 * larger shared chunks, which everybody loads.
 */
export function ownBundle(root: string, module: string, define: Record<string, string>): Plugin {
  const entry = join(root, module);
  let file = { path: '', code: '' };
  return {
    name: 'starling:own-bundle',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const built = await build({
        configFile: false,
        root,
        // Vite leaves it to the user of a library
        define: { ...define, 'process.env.NODE_ENV': JSON.stringify('production') },
        publicDir: false,
        logLevel: 'error',
        plugins: [inlineKinds()],
        build: {
          write: false,
          target: 'es2023',
          lib: { entry, formats: ['es'], fileName: 'own' },
          rolldownOptions: { output: { minify: true } },
        },
      });
      const [first] = Array.isArray(built) ? built : [];
      const code = first?.output[0].code;
      if (code === undefined) throw new Error(`${module} was not built`);
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 7);
      file = { path: `assets/own-${hash}.js`, code };
    },
    async resolveId(source, importer) {
      if (!importer || !entry.endsWith(source.replace(/^\.+/, ''))) return undefined;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found?.id === entry ? { id: `/${file.path}`, external: 'absolute' } : undefined;
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: file.path, source: file.code });
    },
  };
}
