import { LinkButton } from '../ui/controls/LinkButton.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';

/** Leads to the switch that stops private messages. */
export function NetworkLink() {
  const words = useDirectMessageStrings();
  return (
    <LinkButton compact to="/settings/network">
      {words.network}
    </LinkButton>
  );
}
