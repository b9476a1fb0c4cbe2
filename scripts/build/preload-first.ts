import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { codeMeta } from '../../src/events/app/screen-preload.ts';
import { APP, OTHERS, SCREENS } from './chunks.ts';

/**
 * Add preload links to the page's head, so that one round trip fetches the first load: the worker
 * that owns the socket, its signature check, and the app. Otherwise each would be requested only
 * after the one before has run. The head also lists the files of the other entry screens. The entry
 * fetches them if the page is opened at one, and the service adds links for them to the page.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'starling:preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const outputs = Object.values(bundle);
        const chunks = outputs.filter((one) => one.type === 'chunk');
        const { entries, scripts, styles } = appOf(chunks);
        const there = new Set([...entries, ...scripts, ...styles]);
        const names = Object.keys(bundle);
        const worker = names.filter((name) => /\/cache\.worker-[^/]+\.js$/.test(name));
        const check = names.filter((name) => /\/secp256k1-[^/]+\.wasm$/.test(name));
        const faces = names.filter((name) =>
          /\/(inter|source-serif-4)-latin-wght-normal-[^/]+\.woff2$/.test(name),
        );
        // In the order of use. A browser fetches six at a time, and prefers styles unless told
        // otherwise.
        return [
          ...[...worker, ...scripts].map((href) => link({ rel: 'modulepreload', href })),
          ...check.map((href) => link({ rel: 'preload', as: 'fetch', href })),
          ...styles.map((href) =>
            link({ rel: 'preload', as: 'style', fetchpriority: 'low', href }),
          ),
          ...faces.map((href) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href })),
          ...Object.entries(SCREENS).map(([word, screen]) => {
            const files = [OTHERS, screen]
              .flatMap((module) => filesOf(module, chunks))
              .filter((file) => !there.has(file));
            return meta(codeMeta(word), [...new Set(files)].join(' '));
          }),
        ];
      },
    },
  };
}

/**
 * Return the app's chunk with its static imports and their styles, without the files that the page
 * already names.
 */
function appOf(
  chunks: readonly Rolldown.OutputChunk[],
): Readonly<Record<'entries' | 'scripts' | 'styles', readonly string[]>> {
  const entries = chunks.flatMap((one) =>
    one.isEntry ? [one.fileName, ...one.imports, ...stylesOf(one)] : [],
  );
  const app = chunks.flatMap((one) => (one.name === APP ? [one.fileName, ...one.imports] : []));
  const scripts = app.filter((name) => !entries.includes(name));
  const styles = chunks.flatMap((one) => (scripts.includes(one.fileName) ? stylesOf(one) : []));
  return { entries, scripts, styles };
}

/**
 * Return the files of a module of `src/views`: the static imports of its chunk, then that chunk,
 * each with its styles.
 */
function filesOf(module: string, chunks: readonly Rolldown.OutputChunk[]): readonly string[] {
  const own = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith(`/src/views/${module}`)),
  );
  if (!own) throw new Error(`no chunk holds ${module}`);
  const found = new Set([own]);
  for (const { imports } of found)
    for (const one of chunks) if (imports.includes(one.fileName)) found.add(one);
  return [...found].toReversed().flatMap((one) => [one.fileName, ...stylesOf(one)]);
}

function stylesOf({ viteMetadata }: Rolldown.OutputChunk): readonly string[] {
  return [...(viteMetadata?.importedCss ?? [])];
}

function meta(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { name, content }, injectTo: 'head' };
}

function link({
  href,
  ...attrs
}: {
  rel: string;
  as?: string;
  type?: string;
  fetchpriority?: string;
  href: string;
}): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { ...attrs, crossorigin: true, href: `/${href}` },
    injectTo: 'head',
  };
}
