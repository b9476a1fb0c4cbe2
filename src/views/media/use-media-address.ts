import { safeMediaUrl } from '../../events/core/url.ts';
import { throughService } from '../../events/media/video-plan.ts';
import { useMediaFromHere } from '../ui/hooks/use-copies-offered.ts';

/** The address of a sound: at the page's own service, if media come through that (TRUST-08). */
export function useMediaAddress(url: string): string | undefined {
  const isHere = useMediaFromHere();
  return isHere ? throughService(url, location.origin) : safeMediaUrl(url, location.origin);
}
