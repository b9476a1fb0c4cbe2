import { useState } from 'react';
import { fullNumber } from '../../events/app/format.ts';
import { KIND } from '../../events/kinds.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { useZapCount, useZapping, type Zapped } from './use-zapping.ts';
import { ZapAct } from './ZapAct.tsx';

const ZapFlow = lazyPart(() => import('./ZapFlow.tsx').then((code) => code.ZapFlow), { close: ({ onClose }) => onClose() });

/** The zap button of who can pay: one press, counted at once; held, the dialog (ZAP-01, ZAP-03). `name`: of a feed. */
export function OwnZapAct({ zapped, name }: { readonly zapped: Zapped; readonly name?: string | undefined }) {
  const { event } = zapped;
  const { zap, start, canZap } = useZapping(zapped, event?.kind === KIND.Dvm ? 'feed.notZappable' : 'note.notZappable');
  const { count, isOwn, isPending } = useZapCount(zapped);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ZapAct
        count={count}
        done={isOwn}
        busy={isPending}
        sum={fullNumber(start.sats)}
        // two presses in a row are one zap: another one is given once it is known what became of the first
        onZap={() => !isPending && zap(start)}
        onCustom={() => canZap() && setIsOpen(true)}
      />
      {isOpen && <ZapFlow zapped={zapped} name={name} onClose={() => setIsOpen(false)} />}
    </>
  );
}
