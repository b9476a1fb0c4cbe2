import { assign, enqueueActions, setup } from 'xstate';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import { relayKey } from '../../../events/core/url.ts';
import { query } from '../../../events/connection/verbs.ts';
import { newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { writesOf } from '../../../events/publish/outbox/inboxes.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

interface NutzapTakerInput {
  readonly bus: Bus;
  readonly scope: ScopeRef;
  readonly pubkey: string;
  /** Relays to ask in addition to the recipient's write relays. */
  readonly relays: ReadonlyArray<Ours<string>>;
}

/** Newest nutzap info of the recipient (NIP-61, kind 10019). */
export interface NutzapRecipient {
  readonly info: VerifiedEvent | undefined;
}

interface Context extends NutzapTakerInput {
  readonly found: readonly VerifiedEvent[];
  readonly open: ReadonlySet<string>;
}

const TIMEOUT_MS = 4_000;
const WRITES_TIMEOUT_MS = 2_000;
/** Limits of asked relays: of the recipient's relays, which come first, and in total. */
const [MOST_OF_PERSON, MOST_ASKED] = [6, 10];

/**
 * Finds the nutzap info of a recipient at the caching service and their write relays. The newest
 * version counts, because ecash for an earlier key may be lost.
 */
export const nutzapRecipientMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RelayAnswer,
    input: {} as NutzapTakerInput,
    output: {} as NutzapRecipient,
  },
  actors: { request: requestMachine },
  delays: { listening: 3_000 },
  guards: { isEverybodyHeard: ({ context }) => context.open.size === 0 },
  actions: {
    receive: assign(({ context: { found, pubkey } }, { outcome }: { readonly outcome: Outcome }) =>
      outcome.ok
        ? {
            found: [
              ...found,
              ...[...outcome.answer.events, ...outcome.answer.referenced].filter(
                (event) => event.pubkey === pubkey,
              ),
            ],
          }
        : {},
    ),
    receiveEvents: assign(
      whenEvent('relay.events', ({ context: { found, pubkey }, event }) => ({
        found: [...found, ...event.events.filter((one) => one.pubkey === pubkey)],
      })),
    ),
    askRelays: enqueueActions(({ context: { pubkey, relays, found, scope }, enqueue, self }) => {
      const all = [...writesOf(pubkey, found).slice(0, MOST_OF_PERSON), ...relays];
      const urls = [...new Map(all.map((url) => [relayKey(url), url])).values()].slice(
        0,
        MOST_ASKED,
      );
      enqueue.assign({ open: new Set(urls) });
      const filters = [{ kinds: [KIND.NutzapInfo], authors: [pubkey], limit: 1 }];
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'subscribe', filters },
        urls,
      });
    }),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context, event }) => ({
        open: new Set([...context.open].filter((url) => url !== event.url)),
      })),
    ),
  },
}).createMachine({
  id: 'nutzapRecipient',
  context: ({ input }) => ({ ...input, found: [], open: new Set() }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'asking',
        src: 'request',
        input: ({ context: { bus, pubkey } }) => ({
          bus,
          query: query('replaceable_event', { pubkey, kind: KIND.NutzapInfo }),
          deadline: TIMEOUT_MS,
        }),
        onDone: { target: 'writes', actions: { type: 'receive', params: withOutcome } },
        onError: 'writes',
      },
    },
    writes: {
      invoke: {
        id: 'writes',
        src: 'request',
        input: ({ context: { bus, pubkey } }) => ({
          bus,
          query: listQuery('relays', pubkey),
          deadline: WRITES_TIMEOUT_MS,
        }),
        onDone: { target: 'listening', actions: { type: 'receive', params: withOutcome } },
        onError: 'listening',
      },
    },
    listening: {
      entry: 'askRelays',
      always: { guard: 'isEverybodyHeard', target: 'ended' },
      on: {
        'relay.events': { actions: 'receiveEvents' },
        'relay.ended': { actions: 'recordEnded' },
      },
      after: { listening: 'ended' },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { found } }) => ({
    info: newestVersion(found.filter(({ kind }) => kind === KIND.NutzapInfo)),
  }),
});
