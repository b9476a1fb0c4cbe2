import { reportedMessage } from '../../../events/account/user-message.ts';
import { signingMessage } from '../../../events/account/signing/signing-error.ts';
import { assign, type DoneActorEvent, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { query } from '../../../events/connection/verbs.ts';
import { readBroadcast } from '../../../events/publish/outbox/broadcast.ts';
import {
  acceptedBy,
  isDirect,
  isSettled,
  type OutboxRecord,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { countedOn } from '../../../events/compose/acts/counted-on.ts';
import { reasonOf } from '../../../events/publish/outbox/signing-reason.ts';
import { matchesTemplate, type Template } from '../../../events/publish/outbox/event-template.ts';
import { inMillis, type Millis } from '../../../events/core/time.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignSettled } from '../../core/sign-request.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { PoolRef, RelayAnswer } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { pressed, signedBy } from '../../../events/nostr/ours.ts';

export interface PublishInput {
  readonly bus: Bus;
  readonly pool: PoolRef;
  readonly signer: SignerRef;
  readonly record: OutboxRecord;
  /** True if this tab is the sending one. */
  readonly leading: boolean;
  /** Time in milliseconds in which the job can be undone. */
  readonly hold: Millis;
  /** Ids of events whose counts change, beyond those in its tags. */
  readonly about: readonly string[];
  /** True if the user asked to send it again, so relays may require a signed proof of identity. */
  readonly wanted: boolean;
  /** True if it publishes a scheduled note. */
  readonly planned: boolean;
  /** True to sign only if that needs no prompt, and otherwise to change nothing. */
  readonly quiet: boolean;
  /** True if no press of the user leads to it now, so it must not ask for a PIN. */
  readonly isUnattended: boolean;
}

export type PublishEvent =
  | RelayAnswer
  | SignSettled
  /** The log has grown. `record`: the current state of the job. */
  | { type: 'publish.record'; record: OutboxRecord }
  /** The log has rejected the signed event. */
  | { type: 'publish.dropped' }
  | { type: 'publish.leadershipChanged'; leading: boolean }
  | { type: 'publish.wanted' };

/** Sent to the parent: entries for the log, or that the sending tab is stalled. */
export type PublishNews =
  | { type: 'outbox.append'; lines: readonly OutboxEntryDraft[] }
  | { type: 'outbox.stalled' };

interface Context extends PublishInput {
  readonly asked: Template | undefined;
}

/**
 * Runs one job from its draft to the end (PUBLISH-01 to 03, BEYOND-05). Each step is logged first,
 * and each decision uses only the log. Success therefore needs an OK (INV-OUTCOME), and a crash
 * does not change the outcome. Only if all relays failed, the caching service broadcasts
 * (INV-FALLBACK). Gift wraps never go to it.
 */
export const publishMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PublishEvent,
    input: {} as PublishInput,
    tags: {} as 'accepted' | 'failed',
  },
  actors: { request: requestMachine },
  guards: {
    isDiscarded: ({ context }) => stateOf(context.record) === 'discarded',
    isSigned: ({ context }) => context.record.event !== undefined,
    isElsewhere: ({ context }) => context.record.event !== undefined && !context.leading,
    isRefused: ({ context }) => stateOf(context.record) === 'unsigned',
    isQuiet: ({ context }) => context.quiet,
    isHeld: ({ context }) => inMillis(context.hold) > 0,
    isRedrafted: ({ context }) =>
      !context.record.event &&
      JSON.stringify(context.record.template) !== JSON.stringify(context.asked),
    matchesTemplate: ({ context, event }) =>
      event.type === 'sign.settled' &&
      event.outcome.ok &&
      'event' in event.outcome &&
      context.record.template !== undefined &&
      matchesTemplate(context.record.template, event.outcome.event),
    isAccepted: ({ context }) => acceptedBy(context.record).length > 0,
    /** Discarded before any relay accepted it. */
    isGivenUp: ({ context: { record } }) =>
      stateOf(record) === 'discarded' && !isAnyWaiting(record),
    isAbandoned: ({ context }) =>
      acceptedBy(context.record).length === 0 && !isAnyWaiting(context.record),
    /** Like `isAbandoned`, for events that the caching service may not send. */
    isLost: ({ context: { record } }) =>
      isDirect(record) && acceptedBy(record).length === 0 && !isAnyWaiting(record),
    isDirect: ({ context }) => isDirect(context.record),
    isImported: ({ context }) => context.record.imported || isDirect(context.record),
    isBroadcast: ({ context }) => context.record.broadcast.outcome !== 'waiting',
    isOpenAgain: ({ event }) =>
      event.type === 'publish.record' && stateOf(event.record) === 'sending',
    isAskedAgain: ({ context, event }) =>
      event.type === 'publish.record' && isAskedAgain(context.record, event.record),
    isSettled: ({ context }) => isSettled(context.record),
    isAboutNothing: ({ context }) => subjectsOf(context).length === 0,
  },
  delays: {
    hold: ({ context }) => inMillis(context.hold),
    /** Longer than the signer's own timeout. */
    signTimeout: 15 * 60_000,
    keepTimeout: 15_000,
    /** Longer than a relay's own timeouts for connecting and answering. */
    sendTimeout: 15_000,
    logTimeout: 5_000,
    lateWindow: 60_000,
    elsewhereTimeout: 30_000,
  },
  actions: {
    note: assign(whenEvent('publish.record', ({ event }) => ({ record: event.record }))),
    recordWanted: assign({ wanted: true }),
    recordLeading: assign(
      whenEvent('publish.leadershipChanged', ({ event }) => ({ leading: event.leading })),
    ),
    askSign: enqueueActions(({ context, enqueue, self }) => {
      const { account, job, template } = context.record;
      if (!template) return;
      enqueue.assign({ asked: template });
      const act = { do: 'sign', template } as const;
      const request = {
        id: job,
        from: self,
        pubkey: account,
        reason: reasonOf(context.record.wish, context.planned),
        act,
        ...(context.quiet ? { quiet: true } : {}),
        ...(context.isUnattended ? { isUnattended: true } : {}),
      };
      enqueue.sendTo(context.signer, { type: 'sign.request', request });
    }),
    cancelSign: sendTo(
      ({ context }) => context.signer,
      ({ context, self }) => ({ type: 'sign.cancel', id: context.record.job, from: self }),
    ),
    askRelays: enqueueActions(({ context, enqueue, self }) => {
      const { account, event, relays, wish } = context.record;
      if (!event) return;
      // later automatic resends must not prompt
      enqueue.assign({ wanted: false });
      const urls = [...relays].flatMap(([url, { outcome }]) =>
        outcome === 'waiting' ? [url] : [],
      );
      const own = wish.type === 'wrap' && wish.to === account;
      // a wrap is signed by a throwaway key, and the log confirms that the account made it
      const mine =
        wish.type === 'wrap' ? pressed(event) : signedBy(account, event, (signed) => signed);
      if (!mine) return;
      const ask = { kind: 'publish', event: mine, wanted: context.wanted } as const;
      enqueue.sendTo(context.pool, { type: 'relays.ask', from: self, ask, urls, own });
    }),
    notifySigned: sendParent(({ context, event }): PublishNews => {
      if (event.type !== 'sign.settled' || !event.outcome.ok || !('event' in event.outcome))
        return { type: 'outbox.append', lines: [] };
      return {
        type: 'outbox.append',
        lines: [{ job: context.record.job, type: 'signed', event: event.outcome.event }],
      };
    }),
    notifyRefused: sendParent(({ context, event }): PublishNews => {
      const isSettled = event.type === 'sign.settled' && !event.outcome.ok;
      const reason =
        isSettled && !event.outcome.ok
          ? signingMessage(event.outcome.failure)
          : { code: 'publish.unsigned' as const };
      return {
        type: 'outbox.append',
        lines: [{ job: context.record.job, type: 'refused', reason }],
      };
    }),
    notifyOutcome: sendParent(({ context: { record }, event }): PublishNews => {
      if (event.type !== 'relay.outcome' || event.eventId !== record.event?.id)
        return { type: 'outbox.append', lines: [] };
      const { url, outcome, reason } = event;
      const said = { job: record.job, relay: url, reason } as const;
      const line: OutboxEntryDraft =
        outcome === 'silent'
          ? { ...said, type: 'silent' }
          : { ...said, type: 'answered', accepted: outcome === 'accepted' };
      return { type: 'outbox.append', lines: [line] };
    }),
    notifySilent: sendParent(({ context: { record } }): PublishNews => {
      const waiting = [...record.relays].filter(([, { outcome }]) => outcome === 'waiting');
      const lines = waiting.map(
        ([relay]): OutboxEntryDraft => ({
          job: record.job,
          type: 'silent',
          relay,
          reason: { code: 'publish.unconfirmed' },
        }),
      );
      return { type: 'outbox.append', lines };
    }),
    notifyBroadcast: sendParent(({ context: { record }, event }): PublishNews => {
      const outcome = outcomeOf(event);
      const said = outcome?.ok
        ? readBroadcast(outcome.answer.claims, record.event?.id ?? '')
        : {
            accepted: [],
            reason: reportedMessage(outcome?.text ?? '') ?? { code: 'publish.failed' as const },
          };
      return { type: 'outbox.append', lines: [{ job: record.job, type: 'broadcast', ...said }] };
    }),
    notifyImported: sendParent(({ context: { record }, event }): PublishNews => {
      const isImported = outcomeOf(event)?.ok === true;
      return {
        type: 'outbox.append',
        lines: isImported ? [{ job: record.job, type: 'imported' }] : [],
      };
    }),
    notifyStalled: sendParent((): PublishNews => ({ type: 'outbox.stalled' })),
  },
}).createMachine({
  id: 'publish',
  context: ({ input }) => ({ ...input, asked: undefined }),
  initial: 'deciding',
  on: {
    'publish.record': { actions: 'note' },
    'publish.leadershipChanged': { actions: 'recordLeading' },
    'publish.wanted': { actions: 'recordWanted' },
    'relay.outcome': { actions: 'notifyOutcome' },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isElsewhere', target: 'elsewhere' },
        { guard: 'isSigned', target: 'sending' },
        { guard: 'isHeld', target: 'held' },
        { target: 'signing' },
      ],
    },
    held: { always: { guard: 'isDiscarded', target: 'ended' }, after: { hold: 'signing' } },
    signing: {
      entry: 'askSign',
      exit: 'cancelSign',
      always: [
        { guard: 'isDiscarded', target: 'ended' },
        { guard: 'isSigned', target: 'deciding' },
        { guard: 'isRedrafted', target: 'ended' },
      ],
      on: {
        'sign.settled': [
          { guard: 'matchesTemplate', target: 'keeping', actions: 'notifySigned' },
          { guard: 'isQuiet', target: 'ended' },
          { target: 'unsigned', actions: 'notifyRefused' },
        ],
      },
      after: {
        signTimeout: [
          { guard: 'isQuiet', target: 'ended' },
          { target: 'unsigned', actions: 'notifyRefused' },
        ],
      },
    },
    /** Nothing is sent before it is logged. */
    keeping: {
      always: [
        { guard: 'isDiscarded', target: 'ended' },
        { guard: 'isSigned', target: 'deciding' },
      ],
      on: { 'publish.dropped': 'ended' },
      after: { keepTimeout: { target: 'unsigned', actions: 'notifyRefused' } },
    },
    unsigned: { always: { guard: 'isRefused', target: 'ended' }, after: { logTimeout: 'ended' } },
    elsewhere: {
      always: { guard: 'isSettled', target: 'ended' },
      on: { 'publish.leadershipChanged': { target: 'deciding', actions: 'recordLeading' } },
      after: {
        elsewhereTimeout: { target: 'elsewhere', reenter: true, actions: 'notifyStalled' },
      },
    },
    sending: {
      entry: 'askRelays',
      always: [
        { guard: 'isAccepted', target: 'accepted' },
        { guard: 'isGivenUp', target: 'ended' },
        { guard: 'isLost', target: 'failed' },
        { guard: 'isAbandoned', target: 'broadcasting' },
      ],
      after: { sendTimeout: { target: 'judging', actions: 'notifySilent' } },
    },
    judging: {
      always: [
        { guard: 'isAccepted', target: 'accepted' },
        { guard: 'isGivenUp', target: 'ended' },
        { guard: 'isLost', target: 'failed' },
        { guard: 'isAbandoned', target: 'broadcasting' },
      ],
      after: {
        logTimeout: [
          { guard: 'isDiscarded', target: 'ended' },
          { guard: 'isDirect', target: 'failed' },
          { target: 'broadcasting' },
        ],
      },
    },
    broadcasting: {
      always: [
        { guard: 'isAccepted', target: 'accepted' },
        { guard: 'isBroadcast', target: 'failed' },
      ],
      invoke: {
        src: 'request',
        id: 'broadcast',
        input: ({ context: { bus, record } }) => ({
          bus,
          query: query('broadcast_events', {
            events: record.event ? [record.event] : [],
            relays: [...record.relays.keys()],
          }),
          deadline: 20_000,
        }),
        onDone: { target: 'concluding', actions: 'notifyBroadcast' },
        onError: { target: 'concluding', actions: 'notifyBroadcast' },
      },
    },
    concluding: {
      always: [
        { guard: 'isAccepted', target: 'accepted' },
        { guard: 'isBroadcast', target: 'failed' },
      ],
      after: { logTimeout: 'failed' },
    },
    /** A late OK still counts, and the user may retry. */
    failed: {
      tags: 'failed',
      always: [
        { guard: 'isAccepted', target: 'accepted' },
        { guard: 'isDiscarded', target: 'ended' },
      ],
      on: {
        'publish.record': [
          { guard: 'isOpenAgain', target: 'deciding', actions: 'note' },
          { actions: 'note' },
        ],
      },
      after: { lateWindow: 'ended' },
    },
    accepted: {
      tags: 'accepted',
      initial: 'deciding',
      on: {
        'publish.record': [
          { guard: 'isAskedAgain', target: 'sending', actions: 'note' },
          { actions: 'note' },
        ],
      },
      states: {
        deciding: {
          always: [{ guard: 'isImported', target: 'listening' }, { target: 'importing' }],
        },
        importing: {
          invoke: {
            src: 'request',
            id: 'importing',
            input: ({ context: { bus, record } }) => ({
              bus,
              query: query('import_events', { events: record.event ? [record.event] : [] }),
            }),
            onDone: { target: 'recounting', actions: 'notifyImported' },
            onError: 'listening',
          },
        },
        /** The caching service has the event now, so request its counts again. */
        recounting: {
          always: { guard: 'isAboutNothing', target: 'listening' },
          invoke: {
            src: 'request',
            id: 'recounting',
            input: ({ context }) => ({
              bus: context.bus,
              query: query('events', {
                event_ids: subjectsOf(context),
                extended_response: true,
                user_pubkey: context.record.account,
              }),
            }),
            onDone: 'listening',
            onError: 'listening',
          },
        },
        listening: {
          always: { guard: 'isSettled', target: '#publish.ended' },
          after: { sendTimeout: { target: 'closing', actions: 'notifySilent' } },
        },
        closing: {
          always: { guard: 'isSettled', target: '#publish.ended' },
          after: { logTimeout: '#publish.ended' },
        },
      },
    },
    ended: { type: 'final' },
  },
});

function isAnyWaiting({ relays }: OutboxRecord): boolean {
  return [...relays.values()].some(({ outcome }) => outcome === 'waiting');
}

function subjectsOf({ record: { event }, about }: Context): readonly string[] {
  return [...new Set([...about, ...(event ? countedOn(event) : [])])];
}

/** True if relays that did not accept the event are to be asked again. */
function isAskedAgain(before: OutboxRecord, { relays }: OutboxRecord): boolean {
  return [...before.relays].some(
    ([url, { outcome }]) => outcome !== 'waiting' && relays.get(url)?.outcome === 'waiting',
  );
}

function outcomeOf(
  event: { readonly type: string } | DoneActorEvent<Outcome>,
): Outcome | undefined {
  return 'output' in event ? event.output : undefined;
}
