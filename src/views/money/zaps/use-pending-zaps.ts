import { useSelector } from '@xstate/react';
import type {
  BegunZap,
  EarlyZap,
  PendingZapsIntent,
} from '../../../machines/money/zaps/pending-zaps.machine.ts';
import { useFeature } from '../../account/use-features.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import type { Zapped } from './use-zap.ts';

const NONE: readonly EarlyZap[] = [];
const NO_BEGUN: readonly BegunZap[] = [];
const NOBODY: ReadonlySet<string> = new Set();

/** Return the intent that lets a zap wait for its amount. */
export function holdZap({ pubkey, event }: Zapped, isGift = false): PendingZapsIntent {
  return {
    type: 'pendingZaps.hold',
    zap: { id: crypto.randomUUID(), zapped: { pubkey, event }, isGift },
  };
}

/** Return a function that sends an intent about zaps that the log does not contain yet. */
export function usePendingZapsSender(): (intent: PendingZapsIntent) => void {
  const account = useAccountActor();
  return (intent) => account.send({ type: 'account.intent', intent });
}

/**
 * Return the zaps that were pressed early, and a function that takes one. It returns true for the
 * first taker only.
 */
export function useEarlyZaps() {
  const pending = useFeature('pendingZaps');
  return {
    waiting: useSelector(pending, (snapshot) => snapshot?.context.waiting ?? NONE),
    take: (id: string): boolean => {
      const isThere = pending?.getSnapshot().context.waiting.some((one) => one.id === id) ?? false;
      pending?.send({ type: 'pendingZaps.take', id });
      return isThere;
    },
  };
}

/** Return the zaps that were started here, and those that count before the log contains them. */
export function useBegunZaps() {
  const pending = useFeature('pendingZaps');
  return {
    begun: useSelector(pending, (snapshot) => snapshot?.context.begun ?? NO_BEGUN),
    early: useSelector(pending, (snapshot) => snapshot?.context.early ?? NOBODY),
  };
}
