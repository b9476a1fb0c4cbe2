import { type AnyActorRef, type AnyEventObject, assign, enqueueActions, setup } from 'xstate';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { isRecord } from '../../events/core/json.ts';
import type { FeedsName } from '../../events/settings/saved-record.ts';
import { whenEvent } from './event-guards.ts';
import { redated, type Seconds } from '../../events/core/time.ts';
import type { EventTemplate } from '../../events/account/signing/signed-answer.ts';
import type { CipherMethod } from '../../events/account/devices/permits.ts';

/** A confirmation question. Its text is in the catalogue. `path`: target of the pressed link. */
export type Question =
  | { readonly code: 'report'; readonly pubkey: string; readonly event?: VerifiedEvent | undefined }
  | { readonly code: 'delete' }
  | { readonly code: 'deleteDraft' }
  | { readonly code: 'discard'; readonly job: string }
  | { readonly code: 'signOut' }
  /** A private key is to be sent as a private message. */
  | { readonly code: 'sendSecret' }
  /** A foreign relay asks for the user's identity (NIP-42). */
  | { readonly code: 'relayProof'; readonly url: string }
  /** A wallet, signer or device is to be reached beside the caching service (RELAY-08). */
  | {
      readonly code: 'relayDial';
      readonly url: string;
      readonly use: 'wallet' | 'signer' | 'pairing' | 'device';
    }
  /** A mint is to be contacted. Amounts in sats. */
  | {
      readonly code: 'ecash';
      readonly act: 'allow' | 'redeem' | 'pay' | 'cancel';
      readonly mint: string;
      readonly sats: number;
      readonly isPlay: boolean;
      /** Payment recipient, as named by the address or the invoice. */
      readonly to?: string;
    }
  /** Replaces an unreadable wallet on relays (NIP-60) with a new one. */
  | { readonly code: 'replaceWallet' }
  /** `name`: the wallet's own name. */
  | { readonly code: 'removeWallet'; readonly name: string }
  | { readonly code: 'removePasskey' }
  | { readonly code: 'removeDevice'; readonly name: string }
  /** A connected device requests an action. The decision is sent to the devices actor. */
  | DeviceQuestion
  | { readonly code: 'restoreFeeds'; readonly page: FeedsName }
  | {
      readonly code: 'leaveProfile' | 'leaveCreation' | 'leaveKey' | 'leaveArticle' | 'loseArticle';
      readonly path: string;
    };

/**
 * An event that is sent after a yes. A `now` in it, or in its intent, is replaced by the time of
 * the answer.
 */
export interface Consequence {
  readonly to: AnyActorRef;
  readonly event: AnyEventObject;
}

/**
 * A waiting question. `id` identifies this instance, so that an answer cannot match another
 * question.
 */
export interface Asked {
  readonly id: number;
  readonly question: Question;
  readonly yes: readonly Consequence[];
  readonly no: readonly Consequence[];
}

export type DialogsEvent =
  | {
      type: 'dialog.ask';
      question: Question;
      yes: readonly Consequence[];
      no?: readonly Consequence[];
    }
  | { type: 'dialog.answer'; id: number; yes: boolean; now: Seconds }
  /** The question needs no answer any more. */
  | { type: 'dialog.withdraw'; question: Question }
  /** The account has changed: drop the questions of the previous account (INV-SCOPE). */
  | { type: 'dialog.clear' };

/** The only owner of questions. It shows the first and queues the rest in order. */
export const dialogsMachine = setup({
  types: { context: {} as { queue: readonly Asked[]; nextId: number }, events: {} as DialogsEvent },
  guards: {
    isNew: ({ context: { queue }, event }) =>
      event.type === 'dialog.ask' &&
      !queue.some(({ question }) => isSame(question, event.question)),
    isAnswered: ({ context: { queue }, event }) =>
      event.type === 'dialog.answer' && event.id === queue[0]?.id,
    isEmpty: ({ context: { queue } }) => queue.length === 0,
  },
  actions: {
    add: assign(({ context: { queue, nextId }, event }) => {
      if (event.type !== 'dialog.ask') return {};
      const { question, yes, no = [] } = event;
      return { queue: [...queue, { id: nextId, question, yes, no }], nextId: nextId + 1 };
    }),
    answer: enqueueActions(({ context: { queue }, event, enqueue }) => {
      const [asked, ...rest] = queue;
      if (event.type !== 'dialog.answer' || !asked) return;
      enqueue.assign({ queue: rest });
      for (const one of event.yes ? asked.yes : asked.no)
        enqueue.sendTo(one.to, dated(one.event, event.now));
    }),
    withdraw: assign(
      whenEvent('dialog.withdraw', ({ context: { queue }, event }) => ({
        queue: queue.filter(({ question }) => !isSame(question, event.question)),
      })),
    ),
    clear: assign({ queue: [] }),
  },
}).createMachine({
  id: 'dialogs',
  context: { queue: [], nextId: 1 },
  initial: 'idle',
  on: { 'dialog.ask': { guard: 'isNew', target: '.asking', actions: 'add' } },
  states: {
    idle: {},
    asking: {
      always: { guard: 'isEmpty', target: 'idle' },
      on: {
        'dialog.answer': { guard: 'isAnswered', actions: 'answer' },
        'dialog.withdraw': { actions: 'withdraw' },
        'dialog.clear': { actions: 'clear' },
      },
    },
  },
});

function isSame(one: Question, other: Question): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Set the event's time to the moment of the answer, not of the question. */
function dated(event: AnyEventObject, now: Seconds): AnyEventObject {
  const intent: unknown = event['intent'];
  return redated(isRecord(intent) ? { ...event, intent: redated(intent, now) } : event, now);
}

/**
 * A question about a device's request. `locked`: the request is permitted, but the key must be
 * unlocked. Texts to encrypt or decrypt are not included.
 */
export interface DeviceQuestion {
  readonly code: 'deviceDeed';
  readonly ref: string;
  readonly name: string;
  readonly at: Seconds;
  readonly locked: boolean;
  /** True if the user can also allow all later requests of this kind. */
  readonly canAlways: boolean;
  readonly deed:
    | { readonly template: Required<EventTemplate> }
    | { readonly cipher: CipherMethod; readonly peer: string };
}
