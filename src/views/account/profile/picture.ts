import type { Profile } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts, usePictures } from '../../ui/hooks/app-context.ts';

/** Width of an avatar beside a name, at most (LIMIT-04), in CSS pixels. */
const USUAL = 48;

/**
 * Return the addresses of an account's picture for a box of that width, best first, if it may be
 * loaded (TRUST-04).
 */
export function usePicture(
  profile: Pick<Profile, 'picture'> | undefined,
  width = USUAL,
): readonly string[] {
  const url = profile?.picture ?? '';
  const info = useFacts((facts) => getRow(facts.media, url));
  return usePictures()(url, width, info);
}
