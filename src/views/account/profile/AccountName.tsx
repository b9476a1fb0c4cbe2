import { displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { Emoji } from '../../ui/display/Emoji.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';

interface AccountNameProps {
  readonly pubkey: string;
  readonly profile: Profile | undefined;
  readonly className?: string | undefined;
}

/** An account's name, with its custom emojis as pictures (NOTE-17, NIP-30). */
export function AccountName({ pubkey, profile, className }: AccountNameProps) {
  const name = displayNameOf(profile, pubkey);
  return (
    <IsolatedText className={className}>
      {profile && name.includes(':')
        ? // Only its emojis are drawn: a name has no links.
          tokenize({ ...profile.source, content: name }, location.origin).map((token, at) =>
            token.type === 'emoji' ? (
              <Emoji key={at} text={token.text} url={token.url} />
            ) : (
              token.text
            ),
          )
        : name}
    </IsolatedText>
  );
}
