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
        return [...worker, ...check, ...appOf(Object.values(bundle))];
      },
    },
  };
}

/** The chunk of `src/main.tsx` with what it imports statically, and its styles. */
function appOf(bundle: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]): HtmlTagDescriptor[] {
  const main = bundle.find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith('/src/main.tsx'));
  if (main?.type !== 'chunk') return [];
  // the entry is in the page already
  const entries = new Set(bundle.flatMap((one) => (one.type === 'chunk' && one.isEntry ? [one.fileName] : [])));
  const scripts = [main.fileName, ...main.imports].filter((name) => !entries.has(name));
  const styles = [...(main.viteMetadata?.importedCss ?? [])];
  return [
    ...scripts.map((name) => link({ rel: 'modulepreload', href: name })),
    ...styles.map((name) => link({ rel: 'preload', as: 'style', href: name })),
  ];
}

function link({ href, ...attrs }: { rel: string; as?: string; href: string }): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${href}` }, injectTo: 'head' };
}
