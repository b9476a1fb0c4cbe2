import { fromPromise } from 'xstate';

/** Whether a file lies at an address; rejects only when it is aborted. */
type Head = (url: string, signal: AbortSignal) => Promise<boolean>;

let fetchHead: (() => Promise<Head>) | undefined;

/** Says where the adapter of `headPort` comes from: it is fetched when the first picture fails. */
export function provideHead(fetched: () => Promise<Head>): void {
  fetchHead = fetched;
}

/** Asks whether a file lies at an address. */
export const headPort = fromPromise<boolean, { readonly url: string }>(async ({ input, signal }) => {
  if (!fetchHead) throw new Error("port 'head' has no adapter");
  return (await fetchHead())(input.url, signal);
});
