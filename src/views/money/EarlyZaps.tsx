import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { lazyPart } from '../app/lazy-part.tsx';
import { earlyZaps } from './early-zaps.ts';
import { useGifts } from './use-gifts.ts';
import { useZapRecipients, type Zapped } from './use-zap.ts';
import { useZapping } from './use-zapping.ts';

const ZapFlow = lazyPart(() => import('./ZapFlow.tsx').then((code) => code.ZapFlow), { close: ({ onClose }) => onClose() });

/** Gives what was pressed early, once it is known how much that is, and where it goes (ZAP-01). */
export function EarlyZaps() {
  const waiting = useSyncExternalStore(earlyZaps.subscribe, earlyZaps.all);
  return waiting.map(({ id, zapped, isGift }) =>
    isGift ? <EarlyGift key={id} id={id} zapped={zapped} /> : <EarlyZap key={id} id={id} zapped={zapped} />,
  );
}

interface EarlyProps {
  readonly id: string;
  readonly zapped: Zapped;
}

function EarlyZap({ id, zapped }: EarlyProps) {
  const { zap, start, isReady: isSet } = useZapping(zapped);
  const { isComing } = useZapRecipients(zapped);
  const isReady = isSet && !isComing;
  const give = useEffectEvent(() => {
    if (earlyZaps.take(id)) zap(start);
  });
  useEffect(() => {
    if (isReady) give();
  }, [isReady]);
  return null;
}

/** Who names no lightning address may take nutzaps of a mint whose ecash there is: that is chosen in the dialog. Else it is said that he cannot be zapped. */
function EarlyGift({ id, zapped }: EarlyProps) {
  const { refuse } = useZapping(zapped);
  const { gifts, isComing } = useGifts(useZapRecipients(zapped).recipients.map(({ pubkey }) => pubkey));
  const [isOpen, setIsOpen] = useState(false);
  // and it stays open when all of that is given
  if (gifts.length > 0 && !isOpen) setIsOpen(true);
  const decide = useEffectEvent(() => {
    if (gifts.length === 0 && !isOpen && earlyZaps.take(id)) refuse();
  });
  useEffect(() => {
    if (!isComing) decide();
  }, [isComing]);
  return isOpen ? <ZapFlow zapped={zapped} onClose={() => earlyZaps.take(id)} /> : null;
}
