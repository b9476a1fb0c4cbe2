import type { Profile } from '../../../events/facts/profile.ts';
import { payAddressUrl } from '../../../events/money/payments/lnurl.ts';

/** Where somebody is paid, as his profile says: lightning address, else lnurl. Undefined: he cannot be. */
export function lightningOf(profile: Pick<Profile, 'lud16' | 'lud06'> | undefined): string | undefined {
  const { origin } = location;
  return [profile?.lud16, profile?.lud06].find((text) => text !== undefined && text !== '' && payAddressUrl(text, origin) !== undefined);
}
