import { fromPromise } from 'xstate';
import { lazyPort } from '../core/ports.ts';

/** True if the server at `url` has the file. Rejects only when it is aborted. */
type Head = (url: string, signal: AbortSignal) => Promise<boolean>;

/** Loaded when the first picture fails. */
export const blobLookup = lazyPort<Head>('head');

export const headPort = fromPromise<boolean, { readonly url: string }>(async ({ input, signal }) =>
  (await blobLookup.adapter())(input.url, signal),
);
