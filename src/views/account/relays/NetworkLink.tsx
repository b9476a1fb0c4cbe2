import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';

/** Leads to the switch that sends everything through the caching service (RELAY-08). */
export function NetworkLink() {
  const words = useActionStrings();
  return (
    <LinkButton compact to="/settings/network">
      {words.network}
    </LinkButton>
  );
}
