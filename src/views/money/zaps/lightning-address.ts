import type { Profile } from '../../../events/facts/profile.ts';
import { payAddressUrl } from '../../../events/money/payments/lnurl.ts';

/** True if a profile names a payment address, whether or not the page may ask it. */
export function namesLightning(profile: Pick<Profile, 'lud16' | 'lud06'> | undefined): boolean {
  return [profile?.lud16, profile?.lud06].some((text) => text !== undefined && text !== '');
}

/**
 * Return the payment address of a profile: lightning address, else lnurl. `undefined` if there is
 * none that the page may ask.
 */
export function lightningOf(
  profile: Pick<Profile, 'lud16' | 'lud06'> | undefined,
): string | undefined {
  const { origin } = location;
  return [profile?.lud16, profile?.lud06].find(
    (text) => text !== undefined && text !== '' && payAddressUrl(text, origin) !== undefined,
  );
}
