import { messagesPath } from '../../../events/account/profile/profile-path.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';

/** The envelope: opens the conversation with this person. */
export function MessageButton({ pubkey }: { readonly pubkey: string }) {
  const account = useProfileStrings();
  const navigate = useNavigate();
  return (
    <IconButton
      outline
      icon="messages"
      label={account.message}
      onClick={() => navigate(messagesPath(pubkey))}
    />
  );
}
