import { resolve } from 'node:path';
import { build, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { COMPRESS } from './minify-first-load.ts';

const SOURCE = 'src/adapters/app/first-theme.ts';

/**
 * Add the theme's script to the page's head. The build inlines it, so that it runs before the first
 * paint. For development it is served as a module.
 */
export function firstTheme(root: string): Plugin {
  let isBuilt = false;
  let isProduction = true;
  let file = `/${SOURCE}`;
  return {
    name: 'starling:first-theme',
    configResolved: ({ command, mode }) => {
      isBuilt = command === 'build';
      isProduction = mode === 'production';
    },
    async generateBundle() {
      const source = await bundled(resolve(root, SOURCE), isProduction);
      file = `/${this.getFileName(this.emitFile({ type: 'asset', name: 'first-theme.js', source }))}`;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (): HtmlTagDescriptor[] => [
        {
          tag: 'script',
          attrs: isBuilt ? { src: file } : { type: 'module', src: file },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

async function bundled(entry: string, isProduction: boolean): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    mode: isProduction ? 'production' : 'development',
    build: {
      target: 'es2023',
      write: false,
      minify: isProduction && 'terser',
      terserOptions: COMPRESS,
      lib: { entry, formats: ['iife'], name: 'firstTheme' },
    },
  });
  const outputs: readonly Rolldown.RolldownOutput[] = [made]
    .flat()
    .filter((one) => 'output' in one);
  const [chunk] = outputs.flatMap(({ output }) => output.filter((one) => one.type === 'chunk'));
  if (!chunk) throw new Error(`${entry} gave no script`);
  return chunk.code;
}
