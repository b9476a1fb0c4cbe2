import { minify, type MinifyOptions } from 'terser';
import type { Plugin } from 'vite';
import { APP, BOOT_CHUNK } from './chunks.ts';

/**
 * The chunks that the first note waits for. The others are twice the code. Minifying them again
 * would save 2 % and take two thirds of the build's time.
 */
const FIRST: readonly string[] = [APP, BOOT_CHUNK, 'cache.worker'];

/**
 * Compiled as a whole on another thread while it loads (V8's explicit compile hints). Other engines
 * see a comment. Compiling each function at its first call took a third of the time to the first
 * note.
 */
const COMPILED_AHEAD: readonly string[] = [APP];
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

/**
 * Options for the first load. They assume that getters have no side effects, and that methods and
 * anonymous functions are never called with `new`. Sequences, reordered comparisons and inlined
 * functions with arguments are off, because the unchanged form compresses better.
 */
export const COMPRESS: MinifyOptions = {
  ecma: 2022,
  compress: {
    passes: 4,
    sequences: false,
    lhs_constants: false,
    inline: 1,
    keep_fargs: false,
    pure_getters: true,
    unsafe_arrows: true,
    unsafe_methods: true,
  },
};

/**
 * Minify the bundler's output of the first load again. Terser removes more unused code, 2 % of the
 * first load after gzip. Only in production mode: `vite build --mode development` is for
 * experiments.
 */
export function minifyAgain(): Plugin {
  return {
    name: 'starling:minify-again',
    apply: (_, { command, mode }) => command === 'build' && mode === 'production',
    generateBundle: {
      order: 'post',
      handler: async (_, bundle) => {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !FIRST.includes(chunk.name)) continue;
          const drawn = bundle[`${chunk.fileName}.map`];
          const content = drawn?.type === 'asset' ? String(drawn.source) : undefined;
          const { code = chunk.code, map } = await minify(chunk.code, {
            module: true,
            ...COMPRESS,
            ...(COMPILED_AHEAD.includes(chunk.name) ? { format: { preamble: COMPILE_ALL } } : {}),
            ...(content ? { sourceMap: { content } } : {}),
          });
          chunk.code = code;
          if (drawn?.type === 'asset' && typeof map === 'string') drawn.source = map;
        }
      },
    },
  };
}
