import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { type Secret, secretOf } from '../../events/account/secret.ts';
import { signingMessage } from '../../events/account/signing-error.ts';
import type { Message } from '../../events/app/message.ts';
import { isSendable, type Letter, messageDraft } from '../../events/messages/letter.ts';
import { exchanged } from '../../events/messages/conversation.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { failureReason, type FailureReason } from '../../events/publish/failure.ts';
import { failureOf, type OutboxRecord, stateOf } from '../../events/publish/outbox.ts';
import { inMillis, justAfter, type Millis, millis, type Seconds, toSeconds } from '../../events/time.ts';
import { nextCreatedAt } from '../../events/publish/signed.ts';
import type { ScopeRef } from '../account/feature.ts';
import type { SignerRef } from '../account/signer-ref.ts';
import type { SignSettled } from '../account/signing.ts';
import { when } from '../narrow.ts';
import type { PublishIntent } from '../publish/intents-context.ts';
import type { OutboxNews } from '../publish/outbox-wire.ts';

export type LetterEvent =
  | { type: 'letter.write'; text: Secret<string>; now: Millis }
  | { type: 'letter.send'; now: Millis }
  | SignSettled
  | OutboxNews;

/** Told to the parent: what is written by now; or that somebody took it. */
export type LetterNews =
  | { type: 'letter.changed'; letter: Letter }
  | { type: 'letter.sent'; peer: string; message: DirectMessage; text: Secret<string> };

export interface LetterInput {
  readonly account: string;
  readonly peer: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** What was written before, in another life of the page. */
  readonly kept: Letter | undefined;
}

/** `why`: as far as relays told it. */
export interface LetterFailure {
  readonly message: Message;
  readonly why?: FailureReason | undefined;
}

interface Context extends Omit<LetterInput, 'kept'> {
  readonly letter: Letter;
  readonly sealed: string;
  readonly now: Millis;
  /** Date of the message before: two of one second would stand in any order. */
  readonly sentAt: Seconds | undefined;
  readonly job: string | undefined;
  /** What came of it the last time, and why. */
  readonly failure: LetterFailure | undefined;
}

const UNSIGNED: LetterFailure = { message: { code: 'publish.unsigned' } };
const UNCONFIRMED: LetterFailure = { message: { code: 'publish.unconfirmed' } };

/**
 * One message in the making (DM-05, INV-NO-LOSS): its text leaves the box only with an OK. It is encrypted, and then goes through the outbox like all
 * else. What is signed is sent again as it is, as long as its text is not changed; what a crash left in the outbox is found by its origin.
 */
export const letterMachine = setup({
  types: {
    context: {} as Context,
    events: {} as LetterEvent,
    input: {} as LetterInput,
    tags: {} as 'sending' | 'checking',
  },
  guards: {
    isBegun: ({ context }) => context.letter.text.reveal() !== '',
    isSendable: ({ context }) => isSendable(context.letter.text.reveal() ?? ''),
    isSealed: ({ event }) => event.type === 'sign.settled' && event.outcome.ok && 'text' in event.outcome,
    isStale: ({ context, event }) => event.type === 'outbox.news' && context.job !== undefined && event.record.job !== context.job,
    isAccepted: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'accepted',
    isFailed: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'failed',
    isSending: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'sending',
    isOver: ({ event }) => event.type === 'outbox.news' && ['unsigned', 'discarded'].includes(stateOf(event.record)),
  },
  delays: { openPatience: 5_000, signPatience: 12 * 60_000, orderPatience: 15_000, publishPatience: 20 * 60_000 },
  actions: {
    /** Another text is another message, whatever became of the one before. */
    write: assign(
      when('letter.write', ({ context: { letter, job }, event: { text, now } }) => ({
        letter: { ...letter, text, begun: letter.text.reveal() === '' ? now : job === undefined ? letter.begun : justAfter(letter.begun) },
        failure: undefined,
      })),
    ),
    notifyChanged: sendParent(({ context: { letter } }): LetterNews => ({ type: 'letter.changed', letter })),
    date: assign(when('letter.send', ({ event: { now } }) => ({ now, failure: undefined }))),
    watch: sendTo(
      ({ context }) => context.scope,
      ({ context: { letter }, self }) => ({ type: 'outbox.watch', origin: originOf(letter), from: self }),
    ),
    encrypt: sendTo(
      ({ context }) => context.signer,
      ({ context: { account, peer, letter }, self }) => {
        const act = { do: 'encrypt', scheme: 'nip04', peer, text: letter.text.reveal()?.trim() ?? '' } as const;
        const reason = { code: 'sign.sealMessage' } as const;
        return { type: 'sign.request' as const, request: { id: 'seal', from: self, pubkey: account, reason, act } };
      },
    ),
    cancelEncrypt: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: 'seal', from: self }),
    ),
    recordSealed: assign(({ event }) =>
      event.type === 'sign.settled' && event.outcome.ok && 'text' in event.outcome ? { sealed: event.outcome.text } : {},
    ),
    recordUnsealed: assign(({ event }) => ({
      failure: event.type === 'sign.settled' && !event.outcome.ok ? { message: signingMessage(event.outcome.failure) } : UNSIGNED,
    })),
    order: sendTo(
      ({ context }) => context.scope,
      ({ context: { peer, letter, sealed, now, sentAt }, self }): PublishIntent => ({
        type: 'intents.publish',
        draft: messageDraft(peer, sealed),
        now: nextCreatedAt(toSeconds(now), sentAt),
        from: self,
        origin: originOf(letter),
      }),
    ),
    recordJob: assign(when('outbox.begun', ({ event }) => ({ job: event.job, sealed: '' }))),
    recordFailure: assign(when('outbox.news', ({ event }) => ({ job: event.record.job, failure: failureIn(event.record) }))),
    recordSilence: assign({ failure: UNCONFIRMED }),
    clearFailure: assign({ failure: undefined }),
    retry: enqueueActions(({ context: { job, scope, now }, enqueue, self }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.retry', job, now: toSeconds(now), from: self });
    }),
    giveUp: enqueueActions(({ context: { job, scope }, enqueue }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.discard', job });
      enqueue.assign({ job: undefined });
    }),
    finish: enqueueActions(({ context: { account, peer, letter }, event, enqueue }) => {
      const sent = event.type === 'outbox.news' ? event.record.event : undefined;
      const empty = { ...letter, text: secretOf('') };
      enqueue.assign({ letter: empty, job: undefined, failure: undefined, sentAt: sent?.created_at });
      enqueue.sendParent({ type: 'letter.changed', letter: empty } satisfies LetterNews);
      for (const message of sent ? exchanged([sent], account, peer) : [])
        enqueue.sendParent({ type: 'letter.sent', peer, message, text: letter.text } satisfies LetterNews);
    }),
  },
}).createMachine({
  id: 'letter',
  context: ({ input: { kept, ...input } }) => ({
    ...input,
    letter: kept ?? { peer: input.peer, text: secretOf(''), begun: millis(0) },
    sealed: '',
    now: millis(0),
    sentAt: undefined,
    job: undefined,
    failure: undefined,
  }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isBegun', target: 'checking' }, { target: 'writing' }] },
    /** Whether what is found was on its way already when the page went. */
    checking: {
      tags: 'checking',
      entry: 'watch',
      on: {
        'outbox.none': 'writing',
        'outbox.begun': { actions: 'recordJob' },
        'outbox.news': [
          { guard: 'isAccepted', target: 'writing', actions: 'finish' },
          { guard: 'isFailed', target: 'failed', actions: 'recordFailure' },
          { guard: 'isSending', target: 'pending' },
          // nobody is asked for that signature any more
          { target: 'writing', actions: 'giveUp' },
        ],
      },
      after: { openPatience: 'writing' },
    },
    writing: {
      on: {
        'letter.write': { actions: ['write', 'notifyChanged'] },
        'letter.send': { guard: 'isSendable', target: 'sealing', actions: 'date' },
      },
    },
    sealing: {
      tags: 'sending',
      entry: 'encrypt',
      exit: 'cancelEncrypt',
      on: {
        'sign.settled': [
          { guard: 'isSealed', target: 'ordered', actions: 'recordSealed' },
          { target: 'writing', actions: 'recordUnsealed' },
        ],
      },
      after: { signPatience: { target: 'writing', actions: 'recordUnsealed' } },
    },
    ordered: {
      tags: 'sending',
      entry: 'order',
      on: { 'outbox.begun': { target: 'pending', actions: 'recordJob' } },
      after: { orderPatience: 'late' },
    },
    /** The outbox cannot be written now. It goes on by itself; the text is kept as well. */
    late: { tags: 'sending', on: { 'outbox.begun': { target: 'pending', actions: 'recordJob' } } },
    pending: {
      tags: 'sending',
      on: {
        'outbox.news': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'writing', actions: 'finish' },
          { guard: 'isFailed', target: 'failed', actions: 'recordFailure' },
          { guard: 'isOver', target: 'writing', actions: ['recordFailure', 'giveUp'] },
        ],
      },
      after: { publishPatience: { target: 'failed', actions: 'recordSilence' } },
    },
    /** It is signed, and never signed a second time: it can be sent again as it is, or be given up for another text. */
    failed: {
      on: {
        'outbox.news': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'writing', actions: 'finish' },
          // a relay has come back, and it is sent again by itself
          { guard: 'isSending', target: 'pending', actions: 'clearFailure' },
          { guard: 'isOver', target: 'writing', actions: 'giveUp' },
        ],
        'letter.send': { target: 'pending', actions: ['date', 'retry'] },
        'letter.write': { target: 'writing', actions: ['write', 'giveUp', 'notifyChanged'] },
      },
    },
  },
});

export type LetterActor = ActorRefFrom<typeof letterMachine>;

/** Names this very text, so that what was published of it is known again (PUBLISH-04). It lies in the log, so it says nothing of the text. */
function originOf({ peer, begun }: Letter): string {
  return `message:${peer} ${inMillis(begun)}`;
}

function failureIn(record: OutboxRecord): LetterFailure {
  return { message: { code: failureOf(record) ?? 'publish.failed' }, why: failureReason(record) };
}
