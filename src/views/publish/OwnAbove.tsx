import { Suspense } from 'react';
import { GettingStarted } from '../account/GettingStarted.tsx';
import { DialogBoundary } from '../app/primitives/Boundaries.tsx';
import { lazyPart } from '../app/lazy-part.tsx';
import { EarlyZaps } from '../money/EarlyZaps.tsx';
import { useIsMoneyOpen } from '../money/use-zapping.ts';

const MoneyDialogs = lazyPart(() => import('../money/MoneyDialogs.tsx').then((code) => code.MoneyDialogs));

/** What stands above the page of who can act, whatever screen is open: each part for itself. */
export function OwnAbove() {
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
