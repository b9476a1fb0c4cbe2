import { fromPromise } from 'xstate';
import { lazyPort } from '../core/ports.ts';

/**
 * Returns the address from which the page can show the file at `url`. `undefined`: its server does
 * not have it, or the page may not load it. Rejects only when it is aborted.
 */
type Find = (url: string, signal: AbortSignal) => Promise<string | undefined>;

/** Loaded when the first picture fails. */
export const blobLookup = lazyPort<Find>();

export const headPort = fromPromise<string | undefined, { readonly url: string }>(
  async ({ input, signal }) => (await blobLookup.adapter())(input.url, signal),
);
