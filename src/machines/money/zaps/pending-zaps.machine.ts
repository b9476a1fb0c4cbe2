import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { ScopeRef } from '../../core/feature.ts';

/**
 * A press on a zap button before its amount was known: the code of money, or the account's
 * settings, were not loaded.
 */
export interface EarlyZap {
  readonly id: string;
  readonly zapped: { readonly pubkey: string; readonly event?: VerifiedEvent | undefined };
  /**
   * True if the recipient has no lightning address. It opens the dialog if they accept nutzaps, and
   * pays nothing by itself.
   */
  readonly isGift: boolean;
}

/**
 * A zap that was started on this page. `base`: sats of the target at that time. `target`: id or
 * address of the target, or a key.
 */
export interface BegunZap {
  readonly intent: string;
  readonly target: string;
  readonly sats: number;
  readonly base: number;
}

/** Intents of the user for zaps that the log of payments does not contain yet. */
export type PendingZapsIntent =
  /** Waits for the amount. Several presses in a row are one zap. */
  | { readonly type: 'pendingZaps.hold'; readonly zap: EarlyZap }
  | { readonly type: 'pendingZaps.take'; readonly id: string }
  /** Counts a zap from its press on (ZAP-03). */
  | { readonly type: 'pendingZaps.begin'; readonly zap: BegunZap };

type PendingZapsEvent = PendingZapsIntent | { type: 'pendingZaps.expired'; intent: string };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    pendingZaps: PendingZapsEvent;
  }
}

interface PendingZapsInput {
  readonly scope: ScopeRef;
}

interface Context extends PendingZapsInput {
  readonly waiting: readonly EarlyZap[];
  /** Zaps that were started on this page. */
  readonly begun: readonly BegunZap[];
  /** Intents that count although the log does not contain them yet. */
  readonly early: ReadonlySet<string>;
}

/**
 * Zaps of the account between the press and the log of payments: those that wait for their amount,
 * and those that count already. The log takes over with their first entry.
 */
export const pendingZapsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PendingZapsEvent,
    input: {} as PendingZapsInput,
  },
  guards: {
    isNew: ({ context: { waiting }, event }) =>
      event.type === 'pendingZaps.hold' && !waiting.some((one) => isSame(one, event.zap)),
  },
  delays: { timeout: 60_000 },
  actions: {
    hold: assign(
      whenEvent('pendingZaps.hold', ({ context, event }) => ({
        waiting: [...context.waiting, event.zap],
      })),
    ),
    openMoney: sendTo(({ context }) => context.scope, { type: 'money.open' }),
    take: assign(
      whenEvent('pendingZaps.take', ({ context, event }) => ({
        waiting: context.waiting.filter(({ id }) => id !== event.id),
      })),
    ),
    begin: enqueueActions(({ context: { begun, early }, event, enqueue }) => {
      if (event.type !== 'pendingZaps.begin') return;
      const { intent } = event.zap;
      enqueue.assign({ begun: [...begun, event.zap], early: new Set(early).add(intent) });
      enqueue.raise({ type: 'pendingZaps.expired', intent }, { id: intent, delay: 'timeout' });
    }),
    expire: assign(
      whenEvent('pendingZaps.expired', ({ context, event }) => ({
        early: new Set([...context.early].filter((intent) => intent !== event.intent)),
      })),
    ),
  },
}).createMachine({
  id: 'pendingZaps',
  context: ({ input }) => ({ ...input, waiting: [], begun: [], early: new Set() }),
  on: {
    'pendingZaps.hold': { guard: 'isNew', actions: ['hold', 'openMoney'] },
    'pendingZaps.take': { actions: 'take' },
    'pendingZaps.begin': { actions: 'begin' },
    'pendingZaps.expired': { actions: 'expire' },
  },
});

export type PendingZapsActor = ActorRefFrom<typeof pendingZapsMachine>;

function isSame({ zapped: one }: EarlyZap, { zapped: other }: EarlyZap): boolean {
  return one.pubkey === other.pubkey && one.event?.id === other.event?.id;
}
