import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate';
import type { Secret } from '../../events/account/keys/secret.ts';
import { query } from '../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import {
  type Contacts,
  type PrivateMessages,
  privateContacts,
} from '../../events/messages/contacts.ts';
import { enteredIn } from '../../events/messages/outgoing-message.ts';
import { mergeSeen, withArrived, withSeen } from '../../events/messages/seen-messages.ts';
import { type Seconds, seconds } from '../../events/core/time.ts';
import { withoutKey } from '../../events/core/without-key.ts';
import type { AccountAwake, AccountUnlocked } from '../core/feature.ts';
import type { Outcome } from '../core/bus.ts';
import type {
  RelayAnswer,
  RelaysAsk,
  RelayListChanged,
  NetworkNews,
} from '../connection/relay-protocol.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../core/event-guards.ts';
import { callbackPort, promisePort } from '../core/ports.ts';
import type { LogUpdate, OutboxCommand, OutboxStarted } from '../core/outbox-protocol.ts';
import {
  decryptMachine,
  type DecryptNews,
  type DecryptOutcome,
} from '../account/signing/decrypt.machine.ts';
import type { MessageDraftsCommand, MessageDraftsSignal } from './message-drafts-protocol.ts';
import { reopened } from '../account/signing/authenticated-request.machine.ts';
import {
  filterOf,
  newestList,
  resumed,
  urlsOf,
  withEnd,
  withHeld,
  withLost,
  withMessage,
  withoutPage,
  withWraps,
  type GiftWrapsContext,
  type GiftWrapsInput,
} from './gift-wraps-context.ts';

export type GiftWrapsEvent =
  | AccountUnlocked
  /** The connection is open and more urgent work is done. */
  | { type: 'giftWraps.open' }
  /** The user asks to open the wraps, so prompts are allowed. Failed wraps are retried. */
  | { type: 'giftWraps.allowPrompts' }
  | { type: 'giftWraps.stop' }
  /** The user asks to read further on relays that were not read to their oldest message. */
  | { type: 'giftWraps.loadMore' }
  /** The messages of `peer` are seen, or all messages if it is `undefined`. */
  | { type: 'giftWraps.markSeen'; peer: string | undefined }
  | AccountAwake
  | Extract<NetworkNews, { type: 'network.proxied' }>
  | RelayListChanged
  | OutboxStarted
  | LogUpdate
  | RelayAnswer
  | DecryptNews
  | MessageDraftsSignal
  | DoneActorEvent<Outcome, 'place'>
  | DoneActorEvent<VerifiedWraps, 'judging'>
  | DoneActorEvent<DecryptOutcome, 'unwrapping' | 'unsealing'>;

/** News: all opened private messages, their contacts, and the number of unreadable wraps. */
export type GiftWrapsChanged = {
  type: 'giftWraps.changed';
  opened: PrivateMessages;
  contacts: Contacts;
  lost: number;
};

declare module '../core/feature.ts' {
  interface FeatureEvents {
    giftWraps: GiftWrapsEvent;
  }
  interface FeatureNews {
    giftWraps: GiftWrapsChanged;
  }
}

/**
 * Verified seals of decrypted wraps, or `undefined` for forged and missing ones. A function, so
 * that recordings cannot contain the senders. A replay has none.
 */
export interface VerifiedWraps {
  readonly seals?: () => readonly (VerifiedEvent | undefined)[];
  /** Time of this device. */
  readonly now: Seconds;
}

/** Size of a batch. Other requests reach the signer between batches. */
const BATCH = 10;

/**
 * Reads private messages (NIP-17, NIP-59). Wraps come from the account's message relays and from
 * its outbox, and are decrypted twice. Without prompts this happens at once, otherwise on request.
 * Senders, recipients and texts stay in memory. An unreadable wrap is counted. A forged or foreign
 * wrap is dropped.
 */
export const giftWrapsMachine = setup({
  types: {
    context: {} as GiftWrapsContext,
    events: {} as GiftWrapsEvent,
    input: {} as GiftWrapsInput,
    tags: {} as 'opening' | 'sealed',
    children: {} as {
      place: 'request';
      unwrapping: 'decrypt';
      unsealing: 'decrypt';
      judging: 'judge';
      messageDrafts: 'messageDrafts';
    },
  },
  actors: {
    request: requestMachine,
    decrypt: decryptMachine,
    judge: promisePort<VerifiedWraps, { readonly texts: readonly Secret<string>[] }>('judge'),
    messageDrafts: callbackPort<MessageDraftsCommand, { readonly account: string }>(
      'messageDrafts',
    ),
  },
  guards: {
    isAwake: ({ event }) => event.type === 'account.wakeChanged' && event.on,
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok && !outcome.answer.rejected,
    isUnproved: ({ context }) => context.unproved.size > 0,
    isMoved: ({ context }) => urlsOf(context).join(' ') !== context.asked.join(' '),
    isOfPage: ({ context, event }) =>
      event.type === 'relay.ended' && context.older.keys().next().value === event.url,
    canPage: ({ context: { older, waiting } }) => older.size > 0 && waiting.length === 0,
    isAnyWaiting: ({ context }) => context.waiting.length > 0,
    isNoText: ({ context }) => context.texts.size === 0,
    isNoSeal: ({ context }) => context.seals.size === 0,
    isWhole: (_, { outcome }: { outcome: DecryptOutcome }) => outcome.isWhole,
    /** True if the user refused the prompt. */
    isQuietHere: ({ context }) => context.isLocal && context.quiet,
  },
  delays: { timeout: 10_000, reopened, refresh: 10 * 60_000 },
  actions: {
    attend: sendTo(
      ({ context }) => context.scope,
      ({ self }): OutboxCommand => ({ type: 'outbox.subscribe', from: self }),
    ),
    receiveHeld: assign(
      whenEvent('outbox.changed', ({ context, event: { records } }) => withHeld(context, records)),
    ),
    receiveRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({ relays: event.relays })),
    ),
    receiveList: assign(({ context }, { outcome }: { outcome: Outcome }) =>
      outcome.ok
        ? { list: newestList(context, [...outcome.answer.events, ...outcome.answer.referenced]) }
        : {},
    ),
    /** The same subscription delivers later wraps. */
    listen: enqueueActions(({ context, enqueue, self }) => {
      const { account, scope } = context;
      const urls = urlsOf(context);
      const short = new Map([...context.short].filter(([, page]) => page !== undefined));
      enqueue.assign({
        asked: urls,
        brought: new Map(),
        older: new Map(),
        short,
        unproved: new Set(),
      });
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: liveAsk(account, context.quiet),
        urls,
        own: true,
      });
    }),
    resume: enqueueActions(({ context, enqueue, self }) => {
      const { account, scope, quiet } = context;
      const { again: urls, ...more } = resumed(context);
      enqueue.assign(more);
      if (urls.length === 0) return;
      enqueue.sendTo(scope, { type: 'relays.forget', from: self, urls });
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: liveAsk(account, quiet),
        urls,
        own: true,
      });
    }),
    /** Request one relay at a time, and each page after the previous one is processed. */
    page: enqueueActions(({ context: { account, older, scope }, enqueue, self }) => {
      const [url, page] = [...older][0] ?? [];
      if (url === undefined || !page) return;
      const ask = {
        kind: 'subscribe',
        filters: [{ ...filterOf(account), until: page.until }],
      } as const;
      enqueue.assign({ brought: new Map() });
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask,
        urls: [url],
        own: true,
      });
    }),
    /** A page that never ends is the last one of its relay. */
    giveUp: assign(({ context }) => withoutPage(context)),
    release: enqueueActions(({ context: { asked, scope }, enqueue, self }) => {
      enqueue.assign({ asked: [] });
      if (asked.length > 0)
        enqueue.sendTo(scope, {
          type: 'relays.forget',
          from: self,
          urls: asked,
        });
    }),
    receive: assign(
      whenEvent('relay.events', ({ context, event: { url, events } }) =>
        withWraps(context, url, events),
      ),
    ),
    turn: assign(
      whenEvent('relay.ended', ({ context, event: { url, complete, reason } }) => ({
        ...withEnd(context, url, complete),
        unproved:
          reason?.code === 'relay.wantsAuth'
            ? new Set([...context.unproved, url])
            : new Set([...context.unproved].filter((one) => one !== url)),
      })),
    ),
    recordText: assign(
      whenEvent('decrypt.read', ({ context, event: { id, text } }) =>
        text === undefined
          ? withLost(context, id)
          : { texts: new Map(context.texts).set(id, text) },
      ),
    ),
    receiveSeals: enqueueActions(
      (
        { context: { texts, waiting, read, isReadKnown }, enqueue },
        { judged }: { judged: VerifiedWraps },
      ) => {
        const ids = [...texts.keys()];
        const seals = new Map(
          (judged.seals?.() ?? []).flatMap((seal, at) =>
            seal ? [[ids[at] ?? '', seal] as const] : [],
          ),
        );
        for (const text of texts.values()) text.forget();
        enqueue.assign({
          now: judged.now,
          texts: new Map(),
          seals,
          waiting: waiting.filter(({ id }) => !texts.has(id) || seals.has(id)),
        });
        if (read !== undefined || !isReadKnown) return;
        // Messages from before the first use of this device count as read.
        const seen = { from: judged.now, peers: new Map() };
        enqueue.assign({ read: seen });
        enqueue.sendTo('messageDrafts', { type: 'messageDrafts.keepSeen', seen });
      },
    ),
    receiveMessage: assign(
      whenEvent('decrypt.read', ({ context, event: { id, text } }) =>
        text === undefined
          ? { ...withLost(context, id), seals: withoutKey(context.seals, id) }
          : withMessage(context, id, text),
      ),
    ),
    /** Merge with messages that another tab has read. */
    recordSeen: assign(
      whenEvent('messageDrafts.found', ({ context: { read }, event: { seen } }) => ({
        read: mergeSeen([read, seen].filter((one) => one !== undefined)),
        isReadKnown: true,
      })),
    ),
    recordUnkept: assign({ isReadKnown: true }),
    /** The user sent texts on an earlier page, which this one sends on. */
    resumeSending: enqueueActions(({ context: { scope }, event, enqueue }) => {
      if (event.type === 'messageDrafts.found' && enteredIn(event.drafts).length > 0)
        enqueue.sendTo(scope, { type: 'messages.open' });
    }),
    /**
     * Listeners answer a change with `giftWraps.markSeen`, so without a change they must not be
     * notified again.
     */
    markSeen: enqueueActions(
      ({ context: { read, opened, account, scope, lostCount: lost }, event, enqueue }) => {
        if (event.type !== 'giftWraps.markSeen' || read === undefined) return;
        const seen = withSeen(read, opened, event.peer);
        if (seen === read) return;
        const contacts = privateContacts(opened, account, seen);
        enqueue.assign({ read: seen, contacts });
        enqueue.sendTo('messageDrafts', { type: 'messageDrafts.keepSeen', seen });
        enqueue.sendTo(scope, {
          type: 'giftWraps.changed',
          opened,
          contacts,
          lost,
        });
      },
    ),
    /**
     * New messages are unread even if they are dated earlier. Store that, so that it survives a
     * reload.
     */
    recordArrived: enqueueActions(({ context: { read, opened, account, arrived }, enqueue }) => {
      if (read === undefined || arrived.size === 0) return;
      const seen = withArrived(read, opened, account, arrived);
      enqueue.assign({ arrived: new Set<string>(), read: seen });
      if (seen !== read) enqueue.sendTo('messageDrafts', { type: 'messageDrafts.keepSeen', seen });
    }),
    count: assign(({ context: { opened, account, read } }) => ({
      contacts: privateContacts(opened, account, read),
    })),
    notifyChanged: sendTo(
      ({ context }) => context.scope,
      ({ context: { opened, contacts, lostCount } }): GiftWrapsChanged => ({
        type: 'giftWraps.changed',
        opened,
        contacts,
        lost: lostCount,
      }),
    ),
    allow: assign(({ context: { lost, lostCount, waiting } }) => ({
      quiet: false,
      waiting: [...waiting, ...lost],
      lost: [],
      lostCount: lostCount - lost.length,
    })),
    forget: assign({ texts: new Map(), seals: new Map() }),
  },
}).createMachine({
  id: 'giftWraps',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    quiet: true,
    relays: [],
    list: undefined,
    followed: undefined,
    follows: new Set(),
    asked: [],
    unproved: new Set(),
    older: new Map(),
    brought: new Map(),
    seen: new Set(),
    whole: new Set(),
    short: new Map(),
    arriving: new Set(),
    arrived: new Set(),
    waiting: [],
    texts: new Map(),
    seals: new Map(),
    lost: [],
    lostCount: 0,
    opened: new Map(),
    contacts: new Map(),
    reactions: new Map(),
    rest: 0,
    read: undefined,
    isReadKnown: false,
    now: seconds(0),
  }),
  invoke: {
    id: 'messageDrafts',
    src: 'messageDrafts',
    input: ({ context: { account } }) => ({ account }),
    onError: { actions: 'recordUnkept' },
  },
  on: {
    'relayList.changed': { actions: 'receiveRelays' },
    'outbox.started': { actions: 'attend' },
    'outbox.changed': { actions: 'receiveHeld' },
    'relay.events': { actions: 'receive' },
    'messageDrafts.found': { actions: ['recordSeen', 'count', 'notifyChanged', 'resumeSending'] },
    'giftWraps.markSeen': { actions: 'markSeen' },
  },
  states: {
    relays: {
      initial: 'unplaced',
      on: {
        'account.wakeChanged': [{ guard: 'isAwake', target: '.unplaced' }, { target: '.asleep' }],
        'network.proxied': { target: '.unplaced', actions: 'release' },
        'giftWraps.allowPrompts': { actions: 'allow' },
      },
      states: {
        /** Request the list of message relays regularly, because another client may change it. */
        unplaced: {
          invoke: {
            id: 'place',
            src: 'request',
            input: ({ context: { bus, account } }) => ({
              bus,
              query: query('replaceable_event', {
                pubkey: account,
                kind: KIND.DirectMessageRelays,
              }),
            }),
            onDone: [
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'placed',
                actions: { type: 'receiveList', params: withOutcome },
              },
              { target: 'placed' },
            ],
            onError: 'placed',
          },
        },
        placed: {
          always: { guard: 'isMoved', target: 'listening' },
          on: {
            'relay.ended': { actions: 'turn' },
            'giftWraps.allowPrompts': [
              { guard: 'isUnproved', target: 'listening', actions: 'allow' },
              { actions: 'allow' },
            ],
            'giftWraps.loadMore': { actions: 'resume' },
          },
          initial: 'resting',
          states: {
            resting: { always: { guard: 'canPage', target: 'paging' } },
            paging: {
              entry: 'page',
              after: { timeout: { target: 'resting', actions: 'giveUp' } },
              on: {
                'relay.ended': [
                  { guard: 'isOfPage', target: 'resting', actions: 'turn' },
                  { actions: 'turn' },
                ],
              },
            },
          },
          after: { refresh: { target: 'unplaced', actions: 'release' } },
        },
        listening: { entry: ['release', 'listen'], always: 'placed' },
        asleep: { entry: 'release' },
      },
    },
    texts: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'isAnyWaiting', target: 'unwrapping' } },
        unwrapping: {
          tags: 'opening',
          on: {
            'decrypt.read': { actions: 'recordText' },
            'giftWraps.stop': 'sealed',
            'giftWraps.allowPrompts': { target: 'unwrapping', reenter: true, actions: 'forget' },
          },
          invoke: {
            id: 'unwrapping',
            src: 'decrypt',
            input: ({ context: { account, signer, quiet, waiting } }) => ({
              account,
              signer,
              quiet,
              sealed: waiting
                .slice(0, BATCH)
                .map(({ id, pubkey, content }) => ({ id, peer: pubkey, text: content })),
            }),
            onDone: [
              { guard: { type: 'isWhole', params: withOutcome }, target: 'judging' },
              { target: 'sealed' },
            ],
            onError: 'sealed',
          },
        },
        judging: {
          tags: 'opening',
          always: { guard: 'isNoText', target: 'told' },
          invoke: {
            id: 'judging',
            src: 'judge',
            input: ({ context }) => ({ texts: [...context.texts.values()] }),
            onDone: {
              target: 'unsealing',
              actions: { type: 'receiveSeals', params: ({ event }) => ({ judged: event.output }) },
            },
            onError: 'sealed',
          },
        },
        unsealing: {
          tags: 'opening',
          always: { guard: 'isNoSeal', target: 'told' },
          on: { 'decrypt.read': { actions: 'receiveMessage' }, 'giftWraps.stop': 'sealed' },
          invoke: {
            id: 'unsealing',
            src: 'decrypt',
            input: ({ context: { account, signer, quiet, seals } }) => ({
              account,
              signer,
              quiet,
              sealed: [...seals].map(([id, seal]) => ({
                id,
                peer: seal.pubkey,
                text: seal.content,
              })),
            }),
            onDone: [
              { guard: { type: 'isWhole', params: withOutcome }, target: 'told' },
              { target: 'sealed' },
            ],
            onError: 'sealed',
          },
        },
        told: { entry: ['forget', 'recordArrived', 'count', 'notifyChanged'], always: 'idle' },
        /** The key is locked, or its signer would prompt. */
        sealed: {
          tags: 'sealed',
          entry: ['forget', 'count', 'notifyChanged'],
          on: { 'account.unlocked': 'idle', 'giftWraps.allowPrompts': 'idle' },
          after: { reopened: { guard: 'isQuietHere', target: 'idle' } },
        },
      },
    },
  },
});

/** Return the subscription for the account's wraps and lists. */
function liveAsk(account: string, isQuiet: boolean): RelaysAsk['ask'] {
  const lists = { kinds: [KIND.DirectMessageRelays, KIND.Contacts], authors: [account], limit: 2 };
  return { kind: 'subscribe', filters: [filterOf(account), lists], live: true, wanted: !isQuiet };
}

export type GiftWrapsActor = ActorRefFrom<typeof giftWrapsMachine>;
