import type { Profile } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts, usePictures } from '../../ui/hooks/app-context.ts';

/** Maximum width of an avatar (LIMIT-04), in CSS pixels. */
const WIDEST = 144;

/**
 * Return the addresses of an account's picture, best first and the original last, if it may be
 * loaded (TRUST-04).
 */
export function usePicture(profile: Pick<Profile, 'picture'> | undefined): readonly string[] {
  const url = profile?.picture ?? '';
  const info = useFacts((facts) => getRow(facts.media, url));
  return usePictures()(url, WIDEST, info);
}
