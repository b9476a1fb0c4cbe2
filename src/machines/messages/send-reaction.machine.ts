import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { secretOf } from '../../events/account/keys/secret.ts';
import type { UserMessage } from '../../events/account/user-message.ts';
import { inMillis, type Millis, toSeconds } from '../../events/core/time.ts';
import type { MessageRelays } from '../../events/messages/outgoing-message.ts';
import { withOutcome } from '../core/event-guards.ts';
import type { ScopeRef } from '../core/feature.ts';
import type { JobUpdate } from '../core/outbox-protocol.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import { sealMessageMachine, wrapOrder, type WrapOutcome } from './seal-message.machine.ts';

/** Sent to the parent: the reaction was not wrapped. */
export type SendReactionNews = { type: 'reaction.failed'; message: UserMessage };

export interface SendReactionInput {
  readonly account: string;
  readonly peer: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  readonly relays: MessageRelays;
  /** Id of the message. */
  readonly to: string;
  readonly emoji: string;
  readonly now: Millis;
}

interface Context extends SendReactionInput {
  readonly wraps: Extract<WrapOutcome, { ok: true }>['wraps'] | undefined;
}

/**
 * Wraps a reaction to a private message and gives it to the outbox (NIP-17). It shows with the own
 * copy, once a relay has accepted the copy of the peer.
 */
export const sendReactionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as JobUpdate,
    input: {} as SendReactionInput,
    children: {} as { wrap: 'wrap' },
  },
  actors: { wrap: sealMessageMachine },
  guards: { isWrapped: (_, { outcome }: { outcome: WrapOutcome }) => outcome.ok },
  delays: { orderTimeout: 15_000 },
  actions: {
    recordWraps: assign((_, { outcome }: { outcome: WrapOutcome }) =>
      outcome.ok ? { wraps: outcome.wraps } : {},
    ),
    order: enqueueActions(
      ({ context: { account, peer, scope, relays, wraps, now }, enqueue, self }) => {
        if (!wraps) return;
        const origin = `reaction:${peer} ${inMillis(now)}`;
        enqueue.sendTo(scope, wrapOrder({ account, peer, relays, wraps, origin, from: self }));
      },
    ),
    fail: sendParent(
      (_, { outcome }: { outcome: WrapOutcome | undefined }): SendReactionNews => ({
        type: 'reaction.failed',
        message: outcome && !outcome.ok ? outcome.message : { code: 'publish.unsigned' },
      }),
    ),
  },
}).createMachine({
  id: 'sendReaction',
  context: ({ input }) => ({ ...input, wraps: undefined }),
  initial: 'wrapping',
  states: {
    wrapping: {
      invoke: {
        id: 'wrap',
        src: 'wrap',
        input: ({ context: { account, peer, signer, to, emoji, now } }) => ({
          account,
          peer,
          signer,
          text: secretOf(emoji),
          reacted: to,
          now: toSeconds(now),
        }),
        onDone: [
          {
            guard: { type: 'isWrapped', params: withOutcome },
            target: 'ordering',
            actions: { type: 'recordWraps', params: withOutcome },
          },
          { target: 'done', actions: { type: 'fail', params: withOutcome } },
        ],
        onError: { target: 'done', actions: { type: 'fail', params: { outcome: undefined } } },
      },
    },
    /** The same wraps are the same jobs, so they can be ordered again. */
    ordering: {
      entry: 'order',
      on: { 'outbox.jobCreated': 'done' },
      after: { orderTimeout: { target: 'ordering', reenter: true } },
    },
    done: { type: 'final' },
  },
});
