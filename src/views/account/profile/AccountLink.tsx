import { profilePath } from '../../../events/account/profile/profile-path.ts';
import { displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Avatar, type AvatarSize } from '../../ui/display/Avatar.tsx';
import { AccountName } from './AccountName.tsx';
import { usePicture } from './picture.ts';
import { useGlow } from './VerifiedMark.tsx';

interface AccountLinkProps {
  readonly pubkey: string;
  readonly className?: string | undefined;
  /** Shows the account's picture in this size instead of its name. */
  readonly picture?: AvatarSize;
  readonly id?: string | undefined;
}

/** An account's name or picture as a link to its profile (PROFILE-13). */
export function AccountLink({ pubkey, className, picture, id }: AccountLinkProps) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const verified = useFacts((facts) => getRow(facts.names, pubkey));
  const to = profilePath(pubkey, verified);
  if (picture === undefined) {
    return (
      <AppLink to={to} id={id} className={className} data-person={pubkey}>
        <AccountName pubkey={pubkey} profile={profile} />
      </AppLink>
    );
  }
  return (
    // The name beside it links to the same page, and one tab stop is enough.
    <AppLink to={to} className={className} data-person={pubkey} tabIndex={-1} aria-hidden>
      <Face pubkey={pubkey} profile={profile} size={picture} />
    </AppLink>
  );
}

interface FaceProps {
  readonly pubkey: string;
  readonly profile: Profile | undefined;
  readonly size: AvatarSize;
}

/** A separate component, because the many links with a name need no picture. */
function Face({ pubkey, profile, size }: FaceProps) {
  return (
    <Avatar
      pubkey={pubkey}
      name={displayNameOf(profile, pubkey)}
      src={usePicture(profile)}
      size={size}
      glow={useGlow(pubkey)}
    />
  );
}
