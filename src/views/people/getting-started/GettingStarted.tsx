import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { useFeedFocus } from '../profile/choose-feed.ts';
import { PremiumReminder } from '../membership/PremiumReminder.tsx';
import { gettingStartedIntents, useGettingStarted, useIsStarting } from './use-getting-started.ts';

const GettingStartedDialog = lazyPart(() => import('./GettingStartedDialog.tsx').then(({ GettingStartedDialog: Part }) => Part), {
  close: ({ start }) => gettingStartedIntents.close(start),
});

/** What comes by itself to an account: the dialog 'getting started', while it is open, and where it led to (ACCOUNT-19); the reminder of membership. */
export function GettingStarted() {
  const start = useGettingStarted();
  useFeedFocus();
  const isOpen = useIsStarting(start);
  return (
    <>
      {start && isOpen && <GettingStartedDialog start={start} />}
      <PremiumReminder />
    </>
  );
}
