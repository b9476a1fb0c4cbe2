import type { LegendStyle } from '../../../events/connection/legend.ts';
import type { Profile } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useKnownName } from './use-address-lookups.ts';
import styles from './VerifiedMark.module.css';

/**
 * The mark of a name that its domain's document confirms (PROFILE-12); none while nobody has looked, or where it does not. The provider's own
 * names have a mark of their own, and a patron's has his colour (PROFILE-11).
 */
export function VerifiedMark({ profile, size = 's' }: { readonly profile: Profile; readonly size?: 's' | 'l' }) {
  const { verified } = useStrings().app;
  const by = useConfirmed(profile);
  const legend = useFacts((facts) => getRow(facts.legends, profile.pubkey));
  if (!by) return null;
  const style = legend?.customBadge ? legend.style : undefined;
  return (
    <span className={size === 'l' ? styles.large : styles.mark} data-legend={style}>
      <Icon name={by === 'provider' ? 'verified-here' : 'verified'} label={style ? verified.legend : verified[by]} />
    </span>
  );
}

/** Whether somebody confirms the address of an account. */
export function useIsVerified(profile: Profile | undefined): boolean {
  return useConfirmed(profile) !== undefined;
}

/** The colour of the ring around an account's picture, if it has one (PROFILE-11). */
export function useGlow(pubkey: string): LegendStyle | undefined {
  return useFacts((facts) => {
    const legend = getRow(facts.legends, pubkey);
    return legend?.avatarGlow ? legend.style : undefined;
  });
}

/**
 * Return who confirms the address. The own origin decides about its names, so its service's word counts at once. Others are looked up: by the caching
 * service, whose word is a claim, or by a press. `undefined`: nobody confirms it.
 */
function useConfirmed(profile: Profile | undefined): 'provider' | 'domain' | 'service' | undefined {
  const address = profile?.nip05.toLowerCase() ?? '';
  const own = useFacts((facts) => (profile ? getRow(facts.names, profile.pubkey) : undefined));
  const known = useKnownName(address);
  const isLookedUp = known?.key === profile?.pubkey && address !== '';
  if (!isLookedUp && (own === undefined || address !== `${own.toLowerCase()}@${location.host}`)) return undefined;
  // exactly, as a domain that ends in it or begins with it is somebody else's
  if (address.slice(address.lastIndexOf('@') + 1) === location.host) return 'provider';
  return known?.by === 'service' ? 'service' : 'domain';
}
