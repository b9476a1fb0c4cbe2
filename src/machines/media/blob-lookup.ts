import { fromPromise } from 'xstate';
import { fetchedPort } from '../core/ports.ts';

/** Whether a file lies at an address; rejects only when it is aborted. */
type Head = (url: string, signal: AbortSignal) => Promise<boolean>;

/** Fetched when the first picture fails. */
export const head = fetchedPort<Head>('head');

/** Asks whether a file lies at an address. */
export const headPort = fromPromise<boolean, { readonly url: string }>(async ({ input, signal }) =>
  (await head.adapter())(input.url, signal),
);
