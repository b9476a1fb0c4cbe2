import { assign, enqueueActions, setup } from 'xstate';
import { type Secret, secretOf } from '../../events/account/keys/secret.ts';
import { type SigningFailure, signingMessage } from '../../events/account/signing/signing-error.ts';
import type { UserMessage } from '../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { MessageRelays } from '../../events/messages/outgoing-message.ts';
import type { Rumor } from '../../events/messages/rumor.ts';
import { rumorOf, rumorText, sealTemplate } from '../../events/messages/seal.ts';
import type { Seconds } from '../../events/core/time.ts';
import type { OutboxCommand } from '../core/outbox-protocol.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { SignSettled } from '../core/sign-request.ts';
import { promisePort } from '../core/ports.ts';
import { type Ours, pressed } from '../../events/nostr/ours.ts';

export interface WrapInput {
  readonly account: string;
  readonly peer: string;
  readonly signer: SignerRef;
  readonly text: Secret<string>;
  readonly now: Seconds;
  /** Id of the message that the text is a reaction to. */
  readonly reacted?: string | undefined;
  /** True if the user is not prompted for it. */
  readonly quiet?: boolean;
}

/** Recipient of a copy. */
type Copy = 'peer' | 'own';
const COPIES = ['peer', 'own'] as const;

/** Identity of a rumor. Its text stays with the draft. */
export type RumorHead = Pick<Rumor, 'id' | 'created_at'>;

/** `unable`: the signer does not support this. */
export type WrapOutcome =
  | {
      readonly ok: true;
      readonly rumor: RumorHead;
      readonly wraps: Readonly<Record<Copy, Ours<VerifiedEvent>>>;
    }
  | { readonly ok: false; readonly message: UserMessage; readonly isUnable: boolean };

/** A seal to wrap, and its recipient. */
export interface SealTask {
  readonly seal: VerifiedEvent;
  readonly to: string;
  readonly now: Seconds;
}

export type Wrapped = readonly VerifiedEvent[] | 'unloaded';

/** Return the command to the outbox to send both copies: one for the peer, one for the sender. */
export function wrapOrder({
  account,
  peer,
  relays,
  wraps,
  origin,
  from,
}: {
  readonly account: string;
  readonly peer: string;
  readonly relays: MessageRelays;
  readonly wraps: Extract<WrapOutcome, { ok: true }>['wraps'];
  readonly origin: string;
  readonly from: WrapOrder['from'];
}): WrapOrder {
  return {
    type: 'outbox.wrap',
    origin,
    message: { event: wraps.peer, to: peer, relays: relays.peer },
    own: { event: wraps.own, to: account, relays: relays.own },
    from,
  };
}

type WrapOrder = Extract<OutboxCommand, { type: 'outbox.wrap' }>;

interface Context extends Omit<WrapInput, 'text' | 'reacted'> {
  readonly rumor: RumorHead;
  /** The serialized rumor. `undefined` if it is too long. */
  readonly said: Secret<string> | undefined;
  readonly ages: Readonly<Record<Copy, number>>;
  readonly sealed: Readonly<Partial<Record<Copy, string>>>;
  readonly seals: Readonly<Partial<Record<Copy, VerifiedEvent>>>;
  /** Ids of unanswered requests to the signer. */
  readonly asked: readonly string[];
  readonly outcome: WrapOutcome;
}

const FAILED: WrapOutcome = { ok: false, message: { code: 'publish.unsigned' }, isUnable: false };
const UNLOADED: WrapOutcome = {
  ok: false,
  message: { code: 'messages.unloaded' },
  isUnable: false,
};
const TOO_LONG: WrapOutcome = { ok: false, message: { code: 'messages.tooLong' }, isUnable: false };
const REASON = { code: 'sign.privateMessage' } as const;

/**
 * Turns a text into two gift wraps (NIP-17), one for the peer and one for the sender. The signer
 * encrypts and seals both in one batch with one reason. If it refuses one, the result is discarded
 * and open requests are cancelled. Wrapping needs no signer.
 */
export const sealMessageMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SignSettled,
    input: {} as WrapInput,
    output: {} as WrapOutcome,
  },
  actors: {
    /** Random numbers from 0 to 1: the stated age of each seal. */
    ages: promisePort<Readonly<Record<Copy, number>>, undefined>('ages'),
    /** `unloaded`: its code did not load. */
    wrap: promisePort<Wrapped, readonly SealTask[]>('wrap'),
  },
  guards: {
    isUnloaded: (_, { wraps }: { wraps: Wrapped }) => wraps === 'unloaded',
    isTooLong: ({ context }) => context.said === undefined,
    isRefused: ({ event: { outcome } }) => !outcome.ok,
    isSealed: ({ context: { sealed } }) => COPIES.every((copy) => sealed[copy] !== undefined),
    isSigned: ({ context: { seals } }) => COPIES.every((copy) => seals[copy] !== undefined),
  },
  /** Longer than the signer's own timeout. */
  delays: { timeout: 12 * 60_000, codePause: 15_000 },
  actions: {
    askEncrypt: enqueueActions(
      ({ context: { account, peer, signer, said, quiet = false }, enqueue, self }) => {
        enqueue.assign({ asked: COPIES.map((copy) => `encrypt ${copy}`) });
        for (const copy of COPIES) {
          const act = {
            do: 'encrypt',
            scheme: 'nip44',
            peer: copy === 'own' ? account : peer,
            text: said?.reveal() ?? '',
          } as const;
          enqueue.sendTo(signer, {
            type: 'sign.request',
            request: {
              id: `encrypt ${copy}`,
              from: self,
              pubkey: account,
              reason: REASON,
              act,
              quiet,
            },
          });
        }
      },
    ),
    askSign: enqueueActions(
      ({ context: { account, signer, sealed, now, ages, quiet = false }, enqueue, self }) => {
        enqueue.assign({ asked: COPIES.map((copy) => `sign ${copy}`) });
        for (const copy of COPIES) {
          const act = {
            do: 'sign',
            template: sealTemplate(sealed[copy] ?? '', now, ages[copy]),
          } as const;
          enqueue.sendTo(signer, {
            type: 'sign.request',
            request: {
              id: `sign ${copy}`,
              from: self,
              pubkey: account,
              reason: REASON,
              act,
              quiet,
            },
          });
        }
      },
    ),
    cancel: enqueueActions(({ context: { asked, signer }, enqueue, self }) => {
      for (const id of asked) enqueue.sendTo(signer, { type: 'sign.cancel', id, from: self });
    }),
    recordSealed: assign(({ context: { sealed, asked }, event: { id, outcome } }) => {
      const copy = COPIES.find((one) => id === `encrypt ${one}`);
      if (!copy || !outcome.ok || !('text' in outcome)) return {};
      return {
        sealed: { ...sealed, [copy]: outcome.text },
        asked: asked.filter((one) => one !== id),
      };
    }),
    recordSigned: assign(({ context: { seals, asked }, event: { id, outcome } }) => {
      const copy = COPIES.find((one) => id === `sign ${one}`);
      if (!copy || !outcome.ok || !('event' in outcome)) return {};
      return {
        seals: { ...seals, [copy]: outcome.event },
        asked: asked.filter((one) => one !== id),
      };
    }),
    recordRefused: assign(({ event: { outcome } }) => ({
      outcome: outcome.ok ? FAILED : refusedFor(outcome.failure),
    })),
    recordTooLong: assign({ outcome: TOO_LONG }),
    recordUnloaded: assign({ outcome: UNLOADED }),
    recordWraps: assign(
      ({ context: { rumor } }, { wraps }: { wraps: Wrapped }): Partial<Context> => {
        const [peer, own] = wraps === 'unloaded' ? [] : wraps;
        if (!peer || !own) return {};
        return { outcome: { ok: true, rumor, wraps: { peer: pressed(peer), own: pressed(own) } } };
      },
    ),
  },
}).createMachine({
  id: 'wrap',
  context: ({ input: { text, reacted, ...input } }) => {
    const { id, created_at, ...said } = rumorOf(
      input.account,
      input.peer,
      text.reveal()?.trim() ?? '',
      input.now,
      reacted,
    );
    const whole = rumorText({ id, created_at, ...said });
    return {
      ...input,
      rumor: { id, created_at },
      said: whole === undefined ? undefined : secretOf(whole),
      ages: { peer: 0, own: 0 },
      sealed: {},
      seals: {},
      asked: [],
      outcome: FAILED,
    };
  },
  initial: 'dating',
  states: {
    dating: {
      always: { guard: 'isTooLong', target: 'ended', actions: 'recordTooLong' },
      invoke: {
        id: 'ages',
        src: 'ages',
        input: undefined,
        onDone: { target: 'encrypting', actions: assign({ ages: ({ event }) => event.output }) },
        onError: 'ended',
      },
    },
    encrypting: {
      entry: 'askEncrypt',
      exit: 'cancel',
      always: { guard: 'isSealed', target: 'signing' },
      on: {
        'sign.settled': [
          { guard: 'isRefused', target: 'ended', actions: 'recordRefused' },
          { actions: 'recordSealed' },
        ],
      },
      after: { timeout: 'ended' },
    },
    signing: {
      entry: 'askSign',
      exit: 'cancel',
      always: { guard: 'isSigned', target: 'wrapping' },
      on: {
        'sign.settled': [
          { guard: 'isRefused', target: 'ended', actions: 'recordRefused' },
          { actions: 'recordSigned' },
        ],
      },
      after: { timeout: 'ended' },
    },
    wrapping: {
      initial: 'trying',
      after: { timeout: { target: 'ended', actions: 'recordUnloaded' } },
      states: {
        trying: {
          invoke: {
            id: 'wrap',
            src: 'wrap',
            input: ({ context: { seals, peer, account, now } }) =>
              COPIES.flatMap((copy) => {
                const seal = seals[copy];
                return seal ? { seal, to: copy === 'own' ? account : peer, now } : [];
              }),
            onDone: [
              {
                guard: { type: 'isUnloaded', params: ({ event }) => ({ wraps: event.output }) },
                target: 'unloaded',
              },
              {
                target: '#wrap.ended',
                actions: { type: 'recordWraps', params: ({ event }) => ({ wraps: event.output }) },
              },
            ],
            onError: '#wrap.ended',
          },
        },
        /** Without a network the code comes later. The seals are made already. */
        unloaded: { after: { codePause: 'trying' } },
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => context.outcome,
});

function refusedFor(failure: SigningFailure): WrapOutcome {
  return {
    ok: false,
    message: signingMessage(failure),
    isUnable: failure.detail?.code === 'extension.lacks',
  };
}
