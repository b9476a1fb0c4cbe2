import type { Profile } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { useStrings } from '../app/strings.ts';
import { useKnownName } from './use-names.ts';
import styles from './VerifiedMark.module.css';

/** The mark of a name that its domain's document confirms (PROFILE-12); none while nobody has looked, or where it does not. */
export function VerifiedMark({ profile, size = 's' }: { readonly profile: Profile; readonly size?: 's' | 'l' }) {
  const { app } = useStrings();
  const confirmed = useIsVerified(profile);
  if (!confirmed) return null;
  return <Icon name="verified" label={app.verified} className={size === 'l' ? styles.large : styles.mark} />;
}

/** The own origin is the domain that speaks for its names, so what its service says of them counts at once; others are looked up. */
export function useIsVerified(profile: Profile | undefined): boolean {
  const address = profile?.nip05.toLowerCase() ?? '';
  const own = useFacts((facts) => (profile ? getRow(facts.names, profile.pubkey) : undefined));
  const lookedUp = useKnownName(address) === profile?.pubkey && address !== '';
  return lookedUp || (own !== undefined && address === `${own.toLowerCase()}@${location.host}`);
}
