import { minify, type MinifyOptions } from 'terser';
import type { Plugin } from 'vite';
import { APP, BOOT_CHUNK } from './chunks.ts';

/** The chunks that the first note waits for. In all others, twice the code, it would find 2 % for two thirds of the build's time. */
const FIRST: readonly string[] = [APP, BOOT_CHUNK, 'cache.worker'];

/**
 * Compiled whole beside the main thread while it comes (V8's explicit compile hints; others read a comment): function by function, when each is
 * first called, a third of the time to the first note went there.
 */
const COMPILED_AHEAD: readonly string[] = [APP];
const COMPILE_ALL = '//# allFunctionsCalledOnLoad';

/**
 * For all of the first load. No getter here does more than give, and no function without a name, or that is a property, is called with `new`;
 * statements, and constants behind what they are compared with, are packed smaller where they stay as they were written.
 */
export const COMPRESS: MinifyOptions = {
  ecma: 2022,
  compress: {
    passes: 4,
    sequences: false,
    lhs_constants: false,
    keep_fargs: false,
    pure_getters: true,
    unsafe_arrows: true,
    unsafe_methods: true,
  },
};

/**
 * Minifies what the bundler has minified, of the first load: terser finds more that nobody uses, 11 % of the socket's worker. Only in production
 * mode: `vite build --mode development` is what one tries things with.
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
