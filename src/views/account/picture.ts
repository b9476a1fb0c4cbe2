import type { Profile } from '../../events/account/profile.ts';
import { safeMediaUrl } from '../../events/connection/url.ts';

/** An account's picture if its address may be asked for (TRUST-04); the page's own origin may serve one. */
export function pictureOf(profile: Pick<Profile, 'picture'> | undefined): string | undefined {
  return profile && profile.picture !== '' ? safeMediaUrl(profile.picture, location.origin) : undefined;
}
