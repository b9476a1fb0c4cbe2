import { safeMediaUrl } from '../../events/core/url.ts';
import { throughService } from '../../events/media/video-plan.ts';
import { useMediaFromHere } from '../ui/hooks/use-copies-offered.ts';

/**
 * The address of a sound, video or stream: at the page's own service, if media come through that
 * (TRUST-08). `undefined` if it may not be loaded.
 */
export function useMediaAddress(url: string, isStream = false): string | undefined {
  const isHere = useMediaFromHere();
  return isHere
    ? throughService(url, location.origin, isStream)
    : safeMediaUrl(url, location.origin);
}
