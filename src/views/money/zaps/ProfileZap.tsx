import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { useZapCount, useZapping } from './use-zapping.ts';
import { useHold, zapLabel } from './ZapButton.tsx';

const ZapFlow = lazyPart(() => import('./ZapFlow.tsx').then((code) => code.ZapFlow), {
  close: ({ onClose }) => onClose(),
});

/** Zaps a person from the profile header, as from a note's action bar (PROFILE-07). */
export function ProfileZap({ pubkey }: { readonly pubkey: string }) {
  const locale = useLocale();
  const { note } = useStrings();
  const words = useZapStrings();
  const { press, start, canZap } = useZapping({ pubkey });
  const { isPending, mayArrive } = useZapCount({ pubkey });
  const [isOpen, setIsOpen] = useState(false);
  const hold = useHold(
    () => !isPending && press(),
    () => canZap() && setIsOpen(true),
  );
  return (
    <>
      <IconButton
        outline
        icon="zap"
        label={zapLabel(note.zap, words, { isPending, mayArrive })}
        title={mayArrive ? words.again.open : words.more(fullNumber(start.sats, locale))}
        aria-busy={isPending || mayArrive || undefined}
        {...hold}
      />
      {isOpen && <ZapFlow zapped={{ pubkey }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
