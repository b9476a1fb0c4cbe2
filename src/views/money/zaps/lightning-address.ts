import type { Profile } from '../../../events/facts/profile.ts';
import { payAddressUrl } from '../../../events/money/payments/lnurl.ts';

/**
 * Return the payment address of a profile: lightning address, else lnurl. `undefined` if there is
 * none.
 */
export function lightningOf(
  profile: Pick<Profile, 'lud16' | 'lud06'> | undefined,
): string | undefined {
  const { origin } = location;
  return [profile?.lud16, profile?.lud06].find(
    (text) => text !== undefined && text !== '' && payAddressUrl(text, origin) !== undefined,
  );
}
