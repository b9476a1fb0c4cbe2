import { safeMediaUrl } from '../../../events/core/url.ts';
import { useSetting } from '../../ui/hooks/app-context.ts';
import { usePictureSource } from '../../ui/display/use-picture-source.ts';

/**
 * The picture of an unpublished article, from its own address: the page's service serves only
 * pictures of published events. None for data saver users.
 */
export function useOwnCover(image: string) {
  const saves = useSetting('dataSaver');
  const url = saves ? undefined : safeMediaUrl(image, location.origin);
  const source = usePictureSource(url === undefined ? [] : [url]);
  return { ...source, isKept: url !== undefined };
}
