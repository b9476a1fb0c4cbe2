import { readPreviews } from '../../../events/connection/result-media.ts';
import { isRecord } from '../../../events/core/json.ts';
import type { AskPreview } from '../../../machines/reading/content/link-preview-port.ts';

/** Statuses with which the service says that there is no preview. Others may pass. */
const NONE: readonly number[] = [400, 403, 404, 502];

/** Ask `/link-preview` of the page's own origin (MEDIA-05). */
export function linkPreviews(fetch: typeof globalThis.fetch): AskPreview {
  return async (url, signal) => {
    const response = await fetch(`/link-preview?u=${encodeURIComponent(url)}`, { signal });
    if (NONE.includes(response.status)) return undefined;
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const body: unknown = await response.json();
    if (!isRecord(body)) return undefined;
    const { title, description, image, icon_url } = body;
    const resource = {
      url,
      md_title: title,
      md_description: description,
      md_image: image,
      icon_url,
    };
    const read = readPreviews({ resources: [resource] });
    return read?.claim === 'previews' ? read.previews[0] : undefined;
  };
}
