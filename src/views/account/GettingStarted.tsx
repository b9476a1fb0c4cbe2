import { lazyPart } from '../app/lazy-part.tsx';
import { useFeedFocus } from './choose-feed.ts';
import { gettingStartedIntents, useGettingStarted, useIsStarting } from './use-getting-started.ts';

const GettingStartedDialog = lazyPart(() => import('./GettingStartedDialog.tsx').then(({ GettingStartedDialog: Part }) => Part), {
  close: ({ start }) => gettingStartedIntents.close(start),
});

/** The dialog 'getting started', while it is open, and where it led to (ACCOUNT-19). */
export function GettingStarted() {
  const start = useGettingStarted();
  useFeedFocus();
  const isOpen = useIsStarting(start);
  return start && isOpen ? <GettingStartedDialog start={start} /> : null;
}
