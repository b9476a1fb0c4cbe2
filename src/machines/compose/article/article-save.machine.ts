import { assign, type DoneActorEvent, sendTo, setup } from 'xstate';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  clearDraft,
  isSealable,
  sealedDraft,
} from '../../../events/compose/article/article-draft.ts';
import type { ArticleVersion } from '../../../events/compose/article/article-versions.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import { type SignSettled, signedIn, textIn } from '../../core/sign-request.ts';
import type { Bus } from '../../core/bus.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { type BroadcastNews, broadcastMachine } from '../../publish/outbox/broadcast.machine.ts';
import { derived, type Ours, signedBy } from '../../../events/nostr/ours.ts';

export interface ArticleSaveInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  readonly draft: string;
  readonly version: ArticleVersion;
  /** Date of the draft, later than the one it replaces. */
  readonly now: Seconds;
  readonly relays: ReadonlyArray<Ours<string>>;
  /** True if the user did not ask for it. It is saved only without a prompt (BEYOND-03). */
  readonly quiet: boolean;
}

/**
 * Result of saving. `unsigned`: the signer refused or would have to prompt. `silent`: no relay
 * accepted it.
 */
export type ArticleSaved =
  | { readonly ok: true; readonly version: ArticleVersion; readonly event: VerifiedEvent }
  | {
      readonly ok: false;
      readonly version: ArticleVersion;
      readonly why: 'tooLong' | 'unsigned' | 'silent';
    };

interface Context extends ArticleSaveInput {
  readonly clear: string;
  readonly content: string;
  readonly event: Ours<VerifiedEvent> | undefined;
  readonly isTaken: boolean;
  readonly why: 'tooLong' | 'unsigned' | 'silent' | undefined;
}

const REQUEST = 'draft';
const REASON = { code: 'sign.saveDraft' } as const;

/**
 * Saves one version as an encrypted draft on the own relays (COMPOSE-08, NIP-37): encrypts it for
 * the author, signs and sends it. It replaces the previous draft. It does not use the outbox,
 * because the device stores the text anyway.
 */
export const articleSaveMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SignSettled | BroadcastNews | DoneActorEvent<undefined>,
    input: {} as ArticleSaveInput,
    output: {} as ArticleSaved,
  },
  actors: { broadcast: broadcastMachine },
  guards: {
    isTooLong: ({ context }) => !isSealable(context.clear),
    isSealed: ({ event }) => textIn(event) !== undefined,
    isSigned: ({ event }) => signedIn(event) !== undefined,
    isTaken: ({ context }) => context.isTaken,
  },
  /** Longer than the signer's own timeout. */
  delays: { signTimeout: 15 * 60_000 },
  actions: {
    encrypt: sendTo(
      ({ context }) => context.signer,
      ({ context: { account, clear, quiet }, self }) => {
        const act = { do: 'encrypt', scheme: 'nip44', peer: account, text: clear } as const;
        return {
          type: 'sign.request',
          request: { id: REQUEST, from: self, pubkey: account, reason: REASON, act, quiet },
        };
      },
    ),
    sign: sendTo(
      ({ context }) => context.signer,
      ({ context: { account, draft, content, now, quiet }, self }) => {
        const act = {
          do: 'sign',
          template: derived(sealedDraft(draft, content, now), (sealed) => ({
            ...sealed,
            created_at: now,
          })),
        } as const;
        return {
          type: 'sign.request',
          request: { id: REQUEST, from: self, pubkey: account, reason: REASON, act, quiet },
        };
      },
    ),
    cancel: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: REQUEST, from: self }),
    ),
    recordSealed: assign(
      whenEvent('sign.settled', ({ event: { outcome } }) =>
        outcome.ok && 'text' in outcome ? { content: outcome.text } : {},
      ),
    ),
    recordSigned: assign(
      whenEvent('sign.settled', ({ context: { account }, event: { outcome } }) =>
        outcome.ok && 'event' in outcome
          ? { event: signedBy(account, outcome.event, (signed) => signed) }
          : {},
      ),
    ),
    recordTaken: assign(whenEvent('broadcast.ended', ({ event }) => ({ isTaken: event.isTaken }))),
    recordTooLong: assign({ why: 'tooLong' }),
    recordUnsigned: assign({ why: 'unsigned' }),
    recordSilent: assign({ why: 'silent' }),
  },
}).createMachine({
  id: 'articleSave',
  context: ({ input }) => ({
    ...input,
    clear: clearDraft(input.draft, input.account, input.version),
    content: '',
    event: undefined,
    isTaken: false,
    why: undefined,
  }),
  initial: 'measuring',
  states: {
    measuring: {
      always: [
        { guard: 'isTooLong', target: 'ended', actions: 'recordTooLong' },
        { target: 'encrypting' },
      ],
    },
    encrypting: {
      entry: 'encrypt',
      exit: 'cancel',
      on: {
        'sign.settled': [
          { guard: 'isSealed', target: 'signing', actions: 'recordSealed' },
          { target: 'ended', actions: 'recordUnsigned' },
        ],
      },
      after: { signTimeout: { target: 'ended', actions: 'recordUnsigned' } },
    },
    signing: {
      entry: 'sign',
      exit: 'cancel',
      on: {
        'sign.settled': [
          { guard: 'isSigned', target: 'sending', actions: 'recordSigned' },
          { target: 'ended', actions: 'recordUnsigned' },
        ],
      },
      after: { signTimeout: { target: 'ended', actions: 'recordUnsigned' } },
    },
    sending: {
      invoke: {
        id: 'broadcast',
        src: 'broadcast',
        input: ({ context: { event, bus, scope, relays } }) => {
          if (!event) throw new Error('nothing is signed');
          return { event, bus, pool: scope, relays };
        },
        onDone: [
          { guard: 'isTaken', target: 'ended' },
          { target: 'ended', actions: 'recordSilent' },
        ],
        onError: { target: 'ended', actions: 'recordSilent' },
      },
      on: {
        'broadcast.ended': { actions: 'recordTaken' },
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { event, version, why } }): ArticleSaved =>
    event && why === undefined
      ? { ok: true, version, event }
      : { ok: false, version, why: why ?? 'silent' },
});
