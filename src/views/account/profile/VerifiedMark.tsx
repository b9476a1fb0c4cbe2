import type { LegendStyle } from '../../../events/connection/legend.ts';
import type { Profile } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useKnownName } from './use-address-lookups.ts';
import styles from './VerifiedMark.module.css';

/**
 * The mark of a name that its domain confirms (PROFILE-12), and none otherwise. The provider's own
 * names have a separate mark, and a patron's mark has their color (PROFILE-11).
 */
export function VerifiedMark({
  profile,
  size = 's',
}: {
  readonly profile: Profile;
  readonly size?: 's' | 'l';
}) {
  const { verified } = useStrings().app;
  const by = useConfirmed(profile);
  const legend = useFacts((facts) => getRow(facts.legends, profile.pubkey));
  if (!by) return null;
  const style = legend?.customBadge ? legend.style : undefined;
  return (
    <span className={size === 'l' ? styles.large : styles.mark} data-legend={style}>
      <Icon
        name={by === 'provider' ? 'verified-here' : 'verified'}
        label={style ? verified.legend : verified[by]}
      />
    </span>
  );
}

/** True if the address of an account is confirmed. */
export function useIsVerified(profile: Profile | undefined): boolean {
  return useConfirmed(profile) !== undefined;
}

/** Return the color of the ring around an account's picture, if it has one (PROFILE-11). */
export function useGlow(pubkey: string): LegendStyle | undefined {
  return useFacts((facts) => {
    const legend = getRow(facts.legends, pubkey);
    return legend?.avatarGlow ? legend.style : undefined;
  });
}

/**
 * Return the source that confirms the address, or `undefined`. The own origin is the authority for
 * its names, so its service's answer counts at once. Other names are looked up by the caching
 * service, whose answer is a claim, or on a press.
 */
function useConfirmed(profile: Profile | undefined): 'provider' | 'domain' | 'service' | undefined {
  const address = profile?.nip05.toLowerCase() ?? '';
  const own = useFacts((facts) => (profile ? getRow(facts.names, profile.pubkey) : undefined));
  const known = useKnownName(address);
  const isLookedUp = known?.key === profile?.pubkey && address !== '';
  if (!isLookedUp && (own === undefined || address !== `${own.toLowerCase()}@${location.host}`))
    return undefined;
  // An exact comparison: a domain that only starts or ends with it belongs to somebody else.
  if (address.slice(address.lastIndexOf('@') + 1) === location.host) return 'provider';
  return known?.by === 'service' ? 'service' : 'domain';
}
