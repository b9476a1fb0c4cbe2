import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

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
        const names = Object.keys(bundle);
        const worker = names
          .filter((name) => /\/cache\.worker-[^/]+\.js$/.test(name))
          .map((name) => link({ rel: 'modulepreload', href: name }));
        const check = names
          .filter((name) => /\/secp256k1-[^/]+\.wasm$/.test(name))
          .map((name) => link({ rel: 'preload', as: 'fetch', href: name }));
        const face = names
          .filter((name) => /\/inter-latin-wght-normal-[^/]+\.woff2$/.test(name))
          .map((name) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: name }));
        return [...worker, ...check, ...appOf(Object.values(bundle)), ...face];
      },
    },
  };
}

const FIRST = ['/src/main.tsx', '/src/views/reading/HomeScreen.tsx'];

/** The chunks of the app and of its first screen, with what they import statically, and their styles. */
function appOf(bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): HtmlTagDescriptor[] {
  const first = bundle.flatMap((one) => (one.type === 'chunk' && FIRST.some((file) => one.facadeModuleId?.endsWith(file)) ? [one] : []));
  // the entry and what it imports are in the page already
  const entries = bundle.flatMap((one) => (one.type === 'chunk' && one.isEntry ? [one.fileName, ...one.imports] : []));
  const scripts = [...new Set(first.flatMap((one) => [one.fileName, ...one.imports]))].filter((name) => !entries.includes(name));
  const chunks = bundle.flatMap((one) => (one.type === 'chunk' && scripts.includes(one.fileName) ? [one] : []));
  const styles = new Set(chunks.flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]));
  return [
    ...scripts.map((name) => link({ rel: 'modulepreload', href: name })),
    ...[...styles].map((name) => link({ rel: 'preload', as: 'style', href: name })),
  ];
}

function link({ href, ...attrs }: { rel: string; as?: string; type?: string; href: string }): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${href}` }, injectTo: 'head' };
}
