import { Suspense } from 'react';
import { GettingStarted } from '../people/getting-started/GettingStarted.tsx';
import { DialogBoundary } from '../ui/overlays/Boundaries.tsx';
import { lazyPart } from '../ui/overlays/lazy-part.tsx';
import { EarlyZaps } from '../money/zaps/EarlyZaps.tsx';
import { useIsMoneyOpen } from '../money/zaps/use-zapping.ts';

const MoneyDialogs = lazyPart(() =>
  import('../money/payments/MoneyDialogs.tsx').then((code) => code.MoneyDialogs),
);

/** Overlays of a signed-in user on every screen, each independent of the others. */
export function SignedInOverlays() {
  const isMoneyOpen = useIsMoneyOpen();
  return (
    <>
      <GettingStarted />
      <EarlyZaps />
      {isMoneyOpen && (
        <DialogBoundary>
          <Suspense>
            <MoneyDialogs />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  );
}
