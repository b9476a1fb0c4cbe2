import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { earlyZaps } from './early-zaps.ts';
import { useZapRecipients, type Zapped } from './use-zap.ts';
import { useZapping } from './use-zapping.ts';

/** Gives what was pressed early, once it is known how much that is, and where it goes (ZAP-01). */
export function EarlyZaps() {
  const waiting = useSyncExternalStore(earlyZaps.subscribe, earlyZaps.all);
  return waiting.map(({ id, zapped }) => <EarlyZap key={id} id={id} zapped={zapped} />);
}

function EarlyZap({ id, zapped }: { readonly id: string; readonly zapped: Zapped }) {
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
