import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { APP } from './chunks.ts';

/**
 * Names in the page's head what is needed first, so that one round trip fetches it all: the worker that owns the socket, its signature
 * check, and the app that the entry imports once the worker runs. Without it each is asked for only when the one before has run.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'starling:preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const outputs = Object.values(bundle);
        const { scripts, styles } = appOf(outputs.filter((one) => one.type === 'chunk'));
        const names = Object.keys(bundle);
        const worker = names.filter((name) => /\/cache\.worker-[^/]+\.js$/.test(name));
        const check = names.filter((name) => /\/secp256k1-[^/]+\.wasm$/.test(name));
        const faces = names.filter((name) => /\/(inter|source-serif-4)-latin-wght-normal-[^/]+\.woff2$/.test(name));
        // in the order in which they are wanted: a browser fetches six at a time
        return [
          ...[...worker, ...scripts].map((href) => link({ rel: 'modulepreload', href })),
          ...check.map((href) => link({ rel: 'preload', as: 'fetch', href })),
          ...styles.map((href) => link({ rel: 'preload', as: 'style', href })),
          ...faces.map((href) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href })),
        ];
      },
    },
  };
}

/** The app's chunk with what it imports statically, but for what the page names already, and their styles. */
function appOf(chunks: readonly Rolldown.OutputChunk[]): { scripts: readonly string[]; styles: readonly string[] } {
  const entries = chunks.flatMap((one) => (one.isEntry ? [one.fileName, ...one.imports] : []));
  const app = chunks.flatMap((one) => (one.name === APP ? [...one.imports, one.fileName] : []));
  const scripts = app.filter((name) => !entries.includes(name));
  const styles = chunks.flatMap((one) => (scripts.includes(one.fileName) ? [...(one.viteMetadata?.importedCss ?? [])] : []));
  return { scripts, styles };
}

function link({ href, ...attrs }: { rel: string; as?: string; type?: string; href: string }): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${href}` }, injectTo: 'head' };
}
