import { safeMediaUrl } from '../../../events/core/url.ts';
import { useSetting } from '../../ui/hooks/app-context.ts';
import { useOwnPicture } from '../../media/use-blob.ts';

/**
 * The picture of an unpublished article, from its own address: the page's service serves only
 * pictures of published events. None for data saver users.
 */
export function useOwnCover(image: string) {
  const url = useSetting('dataSaver') ? '' : image;
  return { ...useOwnPicture(url), isKept: safeMediaUrl(url, location.origin) !== undefined };
}
