import type { Profile } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts, usePictures } from '../../ui/hooks/app-context.ts';

/** No face is drawn wider (LIMIT-04). CSS pixels. */
const WIDEST = 144;

/** Addresses of an account's picture, best first, as named last, if it may be asked for (TRUST-04). */
export function usePicture(profile: Pick<Profile, 'picture'> | undefined): readonly string[] {
  const url = profile?.picture ?? '';
  const info = useFacts((facts) => getRow(facts.media, url));
  return usePictures()(url, WIDEST, info);
}
