import { useEffect, useEffectEvent, useState } from 'react';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { useEarlyZaps } from './use-pending-zaps.ts';
import { useNutzapBalances } from '../nutzaps/use-nutzap-payers.ts';
import { isOwnGift, useZapRecipients, type Zapped } from './use-zap.ts';
import { useZapping } from './use-zapping.ts';

const ZapFlow = lazyPart(() => import('./ZapFlow.tsx').then((code) => code.ZapFlow), {
  close: ({ onClose }) => onClose(),
});

/**
 * Pays an early zap once its amount and recipient are known (ZAP-01), or first shows an amount that
 * was set elsewhere (TRUST-07).
 */
export function EarlyZaps() {
  const { waiting, take } = useEarlyZaps();
  return waiting.map(({ id, zapped, isGift }) =>
    isGift ? (
      <EarlyGift key={id} zapped={zapped} onTake={() => take(id)} />
    ) : (
      <EarlyZap key={id} zapped={zapped} onTake={() => take(id)} />
    ),
  );
}

interface EarlyProps {
  readonly zapped: Zapped;
  /** Takes the zap. True for the first taker only. */
  readonly onTake: () => boolean;
}

function EarlyZap({ zapped, onTake }: EarlyProps) {
  const me = useAccount()?.pubkey;
  const { zap, start, refuse, isReady: isSet, isShown } = useZapping(zapped);
  const { recipients, isComing, isUnloaded } = useZapRecipients(zapped);
  const [isOpen, setIsOpen] = useState(false);
  const isReady = isSet && !isComing;
  const isPayable =
    !isOwnGift(zapped, me) && recipients.some(({ address }) => address !== undefined);
  // Stays open once the amount was shown.
  if (isReady && isPayable && !isShown && !isOpen) setIsOpen(true);
  const give = useEffectEvent(() => {
    if (isOpen || !onTake()) return;
    if (isUnloaded) refuse(true);
    else zap(start);
  });
  useEffect(() => {
    if (isReady) give();
  }, [isReady]);
  return isOpen ? <ZapFlow zapped={zapped} isSetElsewhere onClose={onTake} /> : null;
}

/**
 * A recipient without a lightning address may accept nutzaps from the user's mints, which opens the
 * dialog. Otherwise a message says that they cannot be zapped.
 */
function EarlyGift({ zapped, onTake }: EarlyProps) {
  const { refuse } = useZapping(zapped);
  const { gifts, isComing } = useNutzapBalances(
    useZapRecipients(zapped).recipients.map(({ pubkey }) => pubkey),
  );
  const [isOpen, setIsOpen] = useState(false);
  // Stays open when all ecash is spent.
  if (gifts.length > 0 && !isOpen) setIsOpen(true);
  const decide = useEffectEvent(() => {
    if (gifts.length === 0 && !isOpen && onTake()) refuse();
  });
  useEffect(() => {
    if (!isComing) decide();
  }, [isComing]);
  return isOpen ? <ZapFlow zapped={zapped} onClose={onTake} /> : null;
}
