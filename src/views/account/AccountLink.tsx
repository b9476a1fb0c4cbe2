import { profilePath } from '../../events/account/verified-name.ts';
import { displayNameOf } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { AppLink } from '../app/AppLink.tsx';
import { Avatar, type AvatarSize } from '../app/primitives/Avatar.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { usePicture } from './picture.ts';
import { useGlow } from './VerifiedMark.tsx';

interface AccountLinkProps {
  readonly pubkey: string;
  readonly className?: string | undefined;
  /** The account's picture in this size stands in place of its name. */
  readonly picture?: AvatarSize;
  readonly id?: string | undefined;
}

/** An account by its name or its picture, leading to its profile (PROFILE-13). */
export function AccountLink({ pubkey, className, picture, id }: AccountLinkProps) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const verified = useFacts((facts) => getRow(facts.names, pubkey));
  const name = displayNameOf(profile, pubkey);
  const src = usePicture(profile);
  const glow = useGlow(pubkey);
  const to = profilePath(pubkey, verified);
  if (picture === undefined) {
    return (
      <AppLink to={to} id={id} className={className} data-person={pubkey}>
        <Isolate>{name}</Isolate>
      </AppLink>
    );
  }
  return (
    // the name beside it leads to the same place; one stop of the Tab key is enough
    <AppLink to={to} className={className} data-person={pubkey} tabIndex={-1} aria-hidden>
      <Avatar pubkey={pubkey} name={name} src={src} size={picture} glow={glow} />
    </AppLink>
  );
}
