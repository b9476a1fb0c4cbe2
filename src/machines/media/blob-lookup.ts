import type { EventObject } from 'xstate';
import { callbackAdapter, lazyPort } from '../core/ports.ts';

export interface HeadInput {
  readonly url: string;
  /** True if the user asked for this file. Its host may then redirect the request. */
  readonly isRequested: boolean;
}

export interface Search extends HeadInput {
  /** Aborted when the file is no longer shown. The address that was found ends with it. */
  readonly signal: AbortSignal;
  /** Called when the server answers, and for each part of the file that arrives. */
  readonly onProgress: () => void;
}

/**
 * Returns the address from which the page can show the file at `url`. `undefined`: its server does
 * not have it, or the page may not load it. Rejects only when it is aborted.
 */
type Find = (search: Search) => Promise<string | undefined>;

export type HeadNews =
  | { readonly type: 'blob.progress' }
  | { readonly type: 'blob.found'; readonly address: string }
  | { readonly type: 'blob.missing' };

/** Loaded when the first picture fails. */
export const blobLookup = lazyPort<Find>();

/** Searches one address, and holds the file that it found until it is stopped. */
export const headPort = callbackAdapter<EventObject, HeadInput>(({ input, sendBack }) => {
  const left = new AbortController();
  const { signal } = left;
  const report = (news: HeadNews): void => {
    if (!signal.aborted) sendBack(news);
  };
  const search = { ...input, signal, onProgress: () => report({ type: 'blob.progress' }) };
  blobLookup
    .adapter()
    .then((find) => find(search))
    .then(
      (address) =>
        report(address === undefined ? { type: 'blob.missing' } : { type: 'blob.found', address }),
      () => report({ type: 'blob.missing' }),
    );
  return () => left.abort();
});
