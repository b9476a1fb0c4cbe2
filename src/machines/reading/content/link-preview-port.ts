import type { LinkPreview } from '../../../events/connection/claims.ts';
import { lazyPort, promiseAdapter } from '../../core/ports.ts';

/**
 * Ask the page's own service for a preview. `undefined`: the page has none. Rejects if the service
 * cannot tell now.
 */
export type AskPreview = (url: string, signal: AbortSignal) => Promise<LinkPreview | undefined>;

/** Loaded after the start. */
export const linkPreviewLogic = lazyPort<AskPreview>();

export const linkPreviewPort = promiseAdapter<LinkPreview | undefined, string>(
  async ({ input, signal }) => (await linkPreviewLogic.adapter())(input, signal),
);
