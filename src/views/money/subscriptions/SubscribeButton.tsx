import { useState } from 'react';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { useSubscribeStrings } from '../../ui/strings/subscribe.ts';
import { useSubscription, useTiers } from './use-subscription.ts';

const SubscribeDialog = lazyPart(
  () => import('./SubscribeDialog.tsx').then((code) => code.SubscribeDialog),
  {
    close: ({ onClose }) => onClose(),
  },
);

/**
 * Opens the paid tiers of an author. Renders nothing without tiers, and for the user's own account
 * (THREAD-07).
 */
export function SubscribeButton({
  pubkey,
  compact = false,
}: {
  readonly pubkey: string;
  readonly compact?: boolean;
}) {
  const words = useSubscribeStrings();
  const account = useAccount();
  const tiers = useTiers(pubkey);
  const subscription = useSubscription(pubkey);
  const [isOpen, setIsOpen] = useState(false);
  if ((tiers.length === 0 && !subscription) || account?.pubkey === pubkey) return null;
  return (
    <>
      <Button compact={compact} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {subscription ? words.subscribed : words.subscribe}
      </Button>
      {isOpen && <SubscribeDialog pubkey={pubkey} tiers={tiers} onClose={() => setIsOpen(false)} />}
    </>
  );
}
