import { assign, enqueueActions, setup } from 'xstate';
import type { Filter } from '../../../events/connection/filter.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  namedEmojiFilters,
  ownEmojiFilters,
  withEmojiEvents,
} from '../../../events/compose/emoji/custom-emoji.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

interface EmojiSetsInput {
  readonly account: string;
  readonly scope: ScopeRef;
  readonly relays: ReadonlyArray<Ours<string>>;
}

interface Context extends EmojiSetsInput {
  /** Newest versions of the own list and of sets, unordered. */
  readonly events: readonly VerifiedEvent[];
  /** Relays that have not finished yet. */
  readonly open: readonly string[];
}

/**
 * The custom emojis of an account (NIP-30): its list and sets from the own relays, then other
 * people's sets that the list names. Silent relays delay loading by at most eight seconds. Later
 * results are still shown.
 */
export const emojiSetsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RelayAnswer,
    input: {} as EmojiSetsInput,
    tags: {} as 'loading',
  },
  guards: {
    isEverybodyHeard: ({ context }) => context.open.length === 0,
    isAllThere: ({ context: { account, events } }) =>
      namedEmojiFilters(account, events).length === 0,
  },
  delays: { timeout: 8_000 },
  actions: {
    ask: enqueueActions(
      (
        { context: { scope, relays }, enqueue, self },
        { filters }: { filters: readonly Filter[] },
      ) => {
        enqueue.assign({ open: relays });
        if (relays.length === 0) return;
        enqueue.sendTo(scope, {
          type: 'relays.ask',
          from: self,
          ask: { kind: 'subscribe', filters },
          urls: relays,
        });
      },
    ),
    receive: assign(
      whenEvent('relay.events', ({ context, event }) => ({
        events: withEmojiEvents(context.events, event.events),
      })),
    ),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context, event }) => ({
        open: context.open.filter((url) => url !== event.url),
      })),
    ),
  },
}).createMachine({
  id: 'emojiSets',
  context: ({ input }) => ({ ...input, events: [], open: [] }),
  initial: 'asking',
  on: { 'relay.events': { actions: 'receive' }, 'relay.ended': { actions: 'recordEnded' } },
  states: {
    asking: {
      tags: 'loading',
      entry: {
        type: 'ask',
        params: ({ context }) => ({ filters: ownEmojiFilters(context.account) }),
      },
      always: { guard: 'isEverybodyHeard', target: 'judging' },
      after: { timeout: 'judging' },
    },
    judging: { always: [{ guard: 'isAllThere', target: 'ready' }, { target: 'following' }] },
    following: {
      tags: 'loading',
      entry: {
        type: 'ask',
        params: ({ context }) => ({ filters: namedEmojiFilters(context.account, context.events) }),
      },
      always: { guard: 'isEverybodyHeard', target: 'ready' },
      after: { timeout: 'ready' },
    },
    ready: {},
  },
});
