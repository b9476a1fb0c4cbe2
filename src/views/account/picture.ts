import type { Profile } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import { useFacts, usePictures } from '../app/app-context.ts';

/** No face is drawn wider (LIMIT-04). CSS pixels. */
const WIDEST = 144;

/** An account's picture if its address may be asked for (TRUST-04). */
export function usePicture(profile: Pick<Profile, 'picture'> | undefined): string | undefined {
  const url = profile?.picture ?? '';
  const info = useFacts((facts) => getRow(facts.media, url));
  return usePictures()(url, WIDEST, info)[0];
}
