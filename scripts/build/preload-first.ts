import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { codeMeta } from '../../src/events/app/screen-preload.ts';
import { APP, OTHERS, SCREENS } from './chunks.ts';

/**
 * Names in the page's head what is needed first, so that one round trip fetches it all: the worker that owns the socket, its signature
 * check, and the app that the entry imports once the worker runs. Without it each is asked for only when the one before has run. For the
 * screens beside the first it names their files, which the entry fetches where the page is opened at one; the service that sends the page names them by links, too.
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
        const faces = names.filter((name) => /\/(inter|source-serif-4)-latin-wght-normal-[^/]+\.woff2$/.test(name));
        // in the order in which they are wanted: a browser fetches six at a time, and styles before all else unless it is told not to
        return [
          ...[...worker, ...scripts].map((href) => link({ rel: 'modulepreload', href })),
          ...check.map((href) => link({ rel: 'preload', as: 'fetch', href })),
          ...styles.map((href) => link({ rel: 'preload', as: 'style', fetchpriority: 'low', href })),
          ...faces.map((href) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href })),
          ...Object.entries(SCREENS).map(([word, screen]) => {
            const files = [OTHERS, screen].flatMap((module) => filesOf(module, chunks)).filter((file) => !there.has(file));
            return meta(codeMeta(word), [...new Set(files)].join(' '));
          }),
        ];
      },
    },
  };
}

/** The app's chunk with what it imports statically, but for what the page names already, and their styles. */
function appOf(chunks: readonly Rolldown.OutputChunk[]): Readonly<Record<'entries' | 'scripts' | 'styles', readonly string[]>> {
  const entries = chunks.flatMap((one) => (one.isEntry ? [one.fileName, ...one.imports, ...stylesOf(one)] : []));
  const app = chunks.flatMap((one) => (one.name === APP ? [one.fileName, ...one.imports] : []));
  const scripts = app.filter((name) => !entries.includes(name));
  const styles = chunks.flatMap((one) => (scripts.includes(one.fileName) ? stylesOf(one) : []));
  return { entries, scripts, styles };
}

/** The files that come with a module of `src/views`: all that its chunk imports statically, then that chunk, each with its styles. */
function filesOf(module: string, chunks: readonly Rolldown.OutputChunk[]): readonly string[] {
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/views/${module}`)));
  if (!own) throw new Error(`no chunk holds ${module}`);
  const found = new Set([own]);
  for (const { imports } of found) for (const one of chunks) if (imports.includes(one.fileName)) found.add(one);
  return [...found].toReversed().flatMap((one) => [one.fileName, ...stylesOf(one)]);
}

function stylesOf({ viteMetadata }: Rolldown.OutputChunk): readonly string[] {
  return [...(viteMetadata?.importedCss ?? [])];
}

function meta(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { name, content }, injectTo: 'head' };
}

function link({ href, ...attrs }: { rel: string; as?: string; type?: string; fetchpriority?: string; href: string }): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${href}` }, injectTo: 'head' };
}
