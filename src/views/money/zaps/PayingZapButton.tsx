import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { isOwnGift, type Zapped } from './use-zap.ts';
import { useZapCount, useZapping } from './use-zapping.ts';
import { ZapAct } from './ZapButton.tsx';
import { useLocale } from '../../ui/strings.ts';

const ZapFlow = lazyPart(() => import('./ZapFlow.tsx').then((code) => code.ZapFlow), {
  close: ({ onClose }) => onClose(),
});

/**
 * The zap button for signed-in users: a press zaps and counts at once, a hold opens the dialog
 * (ZAP-01, ZAP-03). `name`: of a feed.
 */
export function OwnZapAct({
  zapped,
  name,
}: {
  readonly zapped: Zapped;
  readonly name?: string | undefined;
}) {
  const locale = useLocale();
  const me = useAccount()?.pubkey;
  const { press, start, canZap } = useZapping(zapped);
  const { count, isOwn, isPending, mayArrive } = useZapCount(zapped);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ZapAct
        count={count}
        done={isOwn}
        busy={isPending}
        mayArrive={mayArrive}
        sum={fullNumber(start.sats, locale)}
        isOwn={isOwnGift(zapped, me)}
        // Two quick presses are one zap. Another one is possible once the first is settled.
        onZap={() => !isPending && press()}
        onCustom={() => canZap() && setIsOpen(true)}
      />
      {isOpen && <ZapFlow zapped={zapped} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
