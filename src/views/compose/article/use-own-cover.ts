import { safeMediaUrl } from '../../../events/core/url.ts';
import { useSetting } from '../../ui/hooks/app-context.ts';
import { useOwnPicture } from '../../media/use-blob.ts';

/**
 * The picture of an article that may be unpublished, in a box of `width` CSS pixels. None for data
 * saver users.
 */
export function useOwnCover(image: string, width: number) {
  const url = useSetting('dataSaver') ? '' : image;
  return { ...useOwnPicture(url, width), isKept: safeMediaUrl(url, location.origin) !== undefined };
}
