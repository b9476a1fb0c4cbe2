import { useState } from 'react';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { lazyPart } from '../app/lazy-part.tsx';
import { useZapStrings } from '../app/strings/zaps.ts';
import { useZapCount, useZapping } from './use-zapping.ts';
import { useHold } from './ZapAct.tsx';

const ZapFlow = lazyPart(() => import('./ZapFlow.tsx').then((code) => code.ZapFlow), { close: ({ onClose }) => onClose() });

/** Zaps a person from the head of the profile, as a note is zapped from its bar (PROFILE-07). */
export function ProfileZap({ pubkey }: { readonly pubkey: string }) {
  const words = useZapStrings();
  const { zap, start, canZap } = useZapping({ pubkey }, 'person.notZappable');
  const { isPending } = useZapCount({ pubkey });
  const [isOpen, setIsOpen] = useState(false);
  const hold = useHold(
    () => !isPending && zap(start),
    () => canZap() && setIsOpen(true),
  );
  const sum = words.sats(start.sats);
  return (
    <>
      <IconButton
        outline
        icon="zap"
        label={isPending ? words.onItsWay : words.dialog.zap(sum)}
        title={words.more(sum)}
        aria-busy={isPending || undefined}
        {...hold}
      />
      {isOpen && <ZapFlow zapped={{ pubkey }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
