import { useMemo } from 'react';
import { addressOf } from '../../../events/nostr/address.ts';
import { query } from '../../../events/connection/verbs.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { foldTips, type MoneroTip, TIP_KINDS } from '../../../events/money/monero/monero.ts';
import { isDeleted } from '../../../events/facts/selectors.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

/** Maximum number of requested events. There is no second page. */
const MOST = 100;
const NONE: readonly VerifiedEvent[] = [];

/** Known tips. `isCut`: there may be more than requested. */
export interface Tips {
  readonly tips: readonly MoneroTip[];
  readonly isCut: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/**
 * Return the Monero tips that an account sent and received, according to its own events (XMR-01).
 */
export function useAccountTips(pubkey: string): Tips {
  const { answer, ...state } = useLookup(`monero ${pubkey}`, () =>
    query('feed', { pubkey, notes: 'authored', kinds: TIP_KINDS, limit: MOST }),
  );
  const events = answer?.events ?? NONE;
  return {
    ...state,
    ...useFolded(events, ({ sender, receiver }) => sender === pubkey || receiver === pubkey),
  };
}

/**
 * Return the Monero tips for a note or an article. For an address, they include all versions
 * (XMR-01).
 */
export function useEventTips(event: SignedEvent): Tips {
  const asked = useAsked(event, KIND.MoneroZapRequest);
  const sent = useAsked(event, KIND.MoneroZap);
  const received = useAsked(event, KIND.MoneroZapReceipt);
  const answers = [asked.answer, sent.answer, received.answer];
  const events = answers.flatMap((answer) => answer?.events ?? NONE);
  const address = addressOf(event);
  const folded = useFolded(
    events,
    ({ target }) => target === event.id || (address !== undefined && target === address),
  );
  return {
    ...folded,
    isLoading: asked.isLoading || sent.isLoading || received.isLoading,
    isFailed: asked.isFailed || sent.isFailed || received.isFailed,
    retry: () => {
      for (const one of [asked, sent, received]) if (one.isFailed) one.retry();
    },
  };
}

function useAsked(event: SignedEvent, kind: number) {
  const isWhole = event.kind === KIND.LongForm;
  const target = isWhole
    ? { pubkey: event.pubkey, identifier: tagValue(event, 'd') ?? '' }
    : { event_id: event.id };
  return useLookup(`monero ${kind} ${event.id}`, () =>
    query('event_actions', { ...target, kind, limit: MOST }),
  );
}

/** Fold the events without deleted ones and without authors that the reader has muted. */
function useFolded(
  events: readonly VerifiedEvent[],
  isOf: (tip: MoneroTip) => boolean,
): Pick<Tips, 'tips' | 'isCut'> {
  const hides = useHides();
  const ofTips = events.filter(({ kind }) => TIP_KINDS.includes(kind));
  const shown = useFactsShallow((facts) =>
    ofTips.filter((event) => !isDeleted(facts, event) && !hides?.(event)),
  );
  const tips = useMemo(() => foldTips(shown), [shown]);
  return { tips: tips.filter(isOf), isCut: ofTips.length >= MOST };
}
