import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { useFeedFocus } from '../profile/choose-feed.ts';
import { PremiumReminder } from '../membership/PremiumReminder.tsx';
import { gettingStartedIntents, useGettingStarted, useIsStarting } from './use-getting-started.ts';

const GettingStartedDialog = lazyPart(
  () => import('./GettingStartedDialog.tsx').then(({ GettingStartedDialog: Part }) => Part),
  {
    close: ({ start }) => gettingStartedIntents.close(start),
  },
);

/**
 * Automatic content for an account: the dialog 'getting started' and its target (ACCOUNT-19), and
 * the membership reminder.
 */
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
