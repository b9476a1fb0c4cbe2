import { displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import { emojisIn } from '../../../events/reading/content/content-tag.ts';
import { Emoji } from '../../ui/display/Emoji.tsx';
import { Isolate } from '../../ui/display/IsolatedText.tsx';

interface AccountNameProps {
  readonly pubkey: string;
  readonly profile: Profile | undefined;
  readonly className?: string | undefined;
}

/** An account's name, with its custom emojis as pictures (NOTE-17, NIP-30). */
export function AccountName({ pubkey, profile, className }: AccountNameProps) {
  const name = displayNameOf(profile, pubkey);
  return (
    <Isolate className={className}>
      {profile
        ? emojisIn(name, profile.source.tags, location.origin).map((token, at) =>
            token.type === 'emoji' ? <Emoji key={at} {...token} /> : token.text,
          )
        : name}
    </Isolate>
  );
}
