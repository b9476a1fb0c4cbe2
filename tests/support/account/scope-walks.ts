import type { AnyEventObject } from 'xstate';
import { quotedMessage } from '../../../src/events/account/user-message.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import type { Walk } from '../machines/app-walks.ts';
import { trusted } from '../events/trusted.ts';
import {
  account,
  ends,
  error,
  event,
  from,
  bus,
  OTHER,
  recordOf,
  signer,
  timeout,
  URL,
} from '../machines/walk-samples.ts';
import { accountFeatures } from '../../../src/machines/app/features.ts';
import { registryOf } from './feature-registry.ts';

const like = { kind: 7, tags: [['e', OTHER]], content: '+' };
const [draft, emptied] = ['A'.repeat(132), ''].map((content, at) =>
  trusted({
    kind: 31_234,
    pubkey: event.pubkey,
    content,
    created_at: at + 1,
    tags: [
      ['d', String(at)],
      ['k', '30023'],
    ],
  }),
) as [VerifiedEvent, VerifiedEvent];
/** As many drafts as a page has, so that there may be more. */
const fullPage = Array.from({ length: 20 }, (_, at) =>
  trusted({
    kind: 31_234,
    pubkey: event.pubkey,
    content: 'A'.repeat(132),
    created_at: at + 1,
    tags: [
      ['d', `full ${at}`],
      ['k', '30023'],
    ],
  }),
);
const wanted = {
  type: 'intents.publish',
  draft: like,
  now: 5,
  done: quotedMessage('Liked'),
  hold: 5,
  doing: quotedMessage('Liking'),
};

const rejected = () => Promise.reject(error);

/** The composer is not loaded yet. */
const FEATURES = registryOf().map((one) => {
  const loaders = {
    compose: rejected,
    articleEdit: rejected,
    messages: rejected,
    giftWraps: rejected,
    unreadBySender: rejected,
    money: rejected,
    holdings: rejected,
    ecash: rejected,
    nutzaps: rejected,
    passkeys: rejected,
    pinChange: rejected,
    archive: rejected,
    devices: rejected,
    picture: rejected,
  };
  const { lazy } = accountFeatures(loaders).find(({ id }) => id === one.id) ?? one;
  return { ...one, lazy };
});

/**
 * Walks of the account's scope and of the features that others depend on, in the form of `walks`.
 */
export const scopeWalks: Record<string, Walk> = {
  scope: {
    input: {
      bus,
      account: event.pubkey,
      isLocal: true,
      isNew: false,
      signer,
      home: 'http://here.example',
      homeRelay: URL,
      seed: 0,
      features: FEATURES,
    },
    samples: {
      'scope.start': ['lists', 'compose'].map((id) => ({
        type: 'scope.start',
        ids: [id],
        event: { type: 'none' },
      })),
      'scope.timedOut': [{ type: 'scope.timedOut', feature: 'compose' }],
      'xstate.done.actor.*': ['compose', 'code compose'].map((actorId) => ({
        type: `xstate.done.actor.${actorId}`,
        actorId,
        output: undefined,
      })),
      'xstate.error.actor.*': ['lists', 'lists', 'outbox', 'code compose'].map((actorId) => ({
        type: `xstate.error.actor.${actorId}`,
        actorId,
        error,
      })),
      'scope.opened': [{ type: 'scope.opened', ids: ['compose'] }],
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      '*': [
        { type: 'compose.open', aim: { type: 'note' } },
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
        { type: 'intents.undo', job: 'j' },
        { type: 'account.done', message: quotedMessage('yes') },
        { type: 'xstate.unknown' },
      ],
    },
    key: ({ context }) =>
      JSON.stringify([
        [...context.running],
        context.waiting.length > 0,
        context.fetching.size,
        context.fetched.size,
        context.known.size,
      ]),
  },
  relayList: {
    input: { bus, account: event.pubkey, scope: bus, home: 'http://here.example', homeRelay: URL },
    samples: {
      'outbox.accepted': [
        {
          type: 'outbox.accepted',
          event: trusted({ pubkey: event.pubkey, kind: 10_002, tags: [] }),
        },
      ],
      'relayList.recall': [
        {
          type: 'relayList.recall',
          event: trusted({ pubkey: event.pubkey, kind: 10_002, tags: [] }),
        },
      ],
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      'xstate.done.actor.request': [
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: true, answer: { events: [], referenced: [], claims: [], rejected: 1 } },
        timeout,
      ].map((output) => ({
        type: 'xstate.done.actor.request',
        output,
      })),
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
    },
    key: ({ value, context: { isKnown, isOffline, newest } }) =>
      JSON.stringify([value, isKnown, isOffline, newest !== undefined]),
  },
  intents: {
    input: { bus, account: event.pubkey, signer, scope: bus },
    samples: {
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'inboxes.started': [{ type: 'inboxes.started' }],
      'inboxes.found': ({ context }) => [
        { type: 'inboxes.found', request: [...context.locating.keys()][0], inboxes: new Map() },
      ],
      'outbox.started': [{ type: 'outbox.started' }],
      'outbox.changed': [{ type: 'outbox.changed', records: new Map() }],
      'outbox.jobCreated': ({ context }) => [
        { type: 'outbox.jobCreated', job: 'j', request: [...context.ordered.keys()][0] },
      ],
      'outbox.jobChanged': [
        recordOf('signed', 'ok'),
        recordOf('refused'),
        recordOf('signed', 'no', 'none'),
        recordOf('discarded'),
      ].map((record) => ({ type: 'outbox.jobChanged', record })),
      'intents.broadcast': [
        {
          type: 'intents.broadcast',
          event,
          done: quotedMessage('sent'),
          failed: quotedMessage('not sent'),
        },
      ],
      'broadcast.ended': [true, false].map((isTaken) => ({
        type: 'broadcast.ended',
        eventId: event.id,
        isTaken,
      })),
      'intents.undo': [{ type: 'intents.undo', job: 'j' }],
      'xstate.done.actor.clock': [{ type: 'xstate.done.actor.clock', output: 90 }],
      'xstate.error.actor.clock': [{ type: 'xstate.error.actor.clock', error }],
      'xstate.error.actor.*': [
        { type: 'xstate.error.actor.retract', actorId: 'retract 7 x', error: new Error('planted') },
      ],
      'intents.publish': [wanted],
      'intents.retract': [
        {
          type: 'intents.retract',
          target: OTHER,
          kind: 7,
          now: 5,
          failed: quotedMessage('no'),
          missing: quotedMessage('none'),
        },
      ],
      'retract.found': [undefined, { kind: 5, content: '', tags: [['e', OTHER]] }].map((draft) => ({
        type: 'retract.found',
        act: `7 ${OTHER}`,
        draft,
      })),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.relays.length > 0,
        context.promised.size > 0,
        Math.min(1, context.ordered.size),
        Math.min(1, context.locating.size),
        context.broadcasts.size,
        context.retracting.size,
      ]),
  },
  messageRelays: {
    input: {
      bus,
      scope: bus,
      account,
      peer: OTHER,
      isSending: true,
      relays: [URL],
      home: 'http://here.example',
    },
    also: [
      {
        bus,
        scope: bus,
        account,
        peer: OTHER,
        isSending: false,
        relays: [URL],
        home: 'http://here.example',
      },
    ],
    samples: Object.fromEntries<AnyEventObject[]>([
      [
        'relay.events',
        [
          {
            type: 'relay.events',
            url: URL,
            events: [trusted({ pubkey: OTHER, kind: 10_050, tags: [] })],
          },
        ],
      ],
      ['relay.ended', [{ type: 'relay.ended', url: URL, complete: true }]],
      ...['peer', 'own', 'writes'].flatMap((id) =>
        Object.entries(
          ends(id, [{ ok: true, answer: { events: [], referenced: [], claims: [] } }, timeout]),
        ),
      ),
    ]),
  },
  inboxes: {
    input: { bus, account, home: 'http://here.example' },
    samples: {
      'inboxes.locate': [
        { type: 'inboxes.locate', peer: OTHER, request: '1', from, isSending: true },
      ],
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'inboxes.ask': [{ type: 'inboxes.ask', people: [event.pubkey], now: 1, request: '0', from }],
      'inboxes.ready': [{ type: 'inboxes.ready', asker: { request: '0', from } }],
      'inboxes.record': [{ type: 'inboxes.record', people: [event.pubkey], now: 1 }],
      'xstate.done.actor.*': [
        {
          type: 'xstate.done.actor.ask 0',
          actorId: 'ask 0',
          output: { ok: true, answer: { events: [], referenced: [], claims: [] } },
        },
      ],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.ask 0', actorId: 'ask 0', error }],
    },
  },
  mutuals: {
    input: { bus, account },
    samples: {
      'mutuals.ask': [{ type: 'mutuals.ask', pubkeys: [OTHER] }],
      'xstate.done.actor.followers': [
        {
          type: 'xstate.done.actor.followers',
          output: { ok: true, answer: { events: [], referenced: [], claims: [] } },
        },
        { type: 'xstate.done.actor.followers', output: timeout },
      ],
      'xstate.error.actor.followers': [{ type: 'xstate.error.actor.followers', error }],
    },
    key: ({ value, context }) => JSON.stringify([value, Math.min(1, context.queue.length)]),
  },
  drafts: {
    input: { bus, account: event.pubkey, signer, scope: bus, isLocal: true },
    samples: {
      'drafts.show': [{ type: 'drafts.show', service: 'wss://here.example' }],
      'drafts.loadMore': [{ type: 'drafts.loadMore' }],
      'drafts.read': [{ type: 'drafts.read', ids: [draft.id] }],
      'sign.settled': [
        { type: 'sign.settled', id: draft.id, outcome: { ok: true, text: '{"content":"c"}' } },
      ],
      'relay.events': [{ type: 'relay.events', url: URL, events: [event] }],
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'privateRelays.changed': [{ type: 'privateRelays.changed', urls: [URL] }],
      'xstate.done.actor.page': [
        { ok: true, answer: { events: [draft], referenced: [], claims: [] } },
        { ok: true, answer: { events: fullPage, referenced: [], claims: [] } },
        { ok: true, answer: { events: [emptied], referenced: [], claims: [] } },
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: false, reason: 'unsigned', text: '' },
        timeout,
      ].map((output) => ({ type: 'xstate.done.actor.page', output })),
      'xstate.error.actor.page': [{ type: 'xstate.error.actor.page', error }],
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.place?.of,
        context.drafts.length,
        context.opening.size,
        context.isUnlocated,
        context.relays.length,
        context.privates.length,
        context.open.length > 0,
      ]),
  },
  findReplies: {
    input: { bus, scope: bus },
    samples: {
      'findReplies.find': [
        { type: 'findReplies.find', id: event.id, author: OTHER, hints: [URL], now: 1 },
      ],
      'inboxes.found': [
        { type: 'inboxes.found', request: event.id, inboxes: new Map([[OTHER, [URL]]]) },
      ],
      'relay.events': [{ type: 'relay.events', url: URL, events: [event] }],
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
      'xstate.done.actor.request': [{ type: 'xstate.done.actor.request', output: timeout }],
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
    },
    key: ({ value, context }) => JSON.stringify([value, context.queue.length, context.open.size]),
  },
  findEvent: {
    input: { bus, scope: bus },
    samples: {
      'findEvent.find': [
        { hints: { relays: [URL], author: OTHER }, chosen: [] },
        { hints: { relays: [URL], author: undefined }, chosen: [] },
        { hints: { relays: [], author: undefined }, chosen: [URL] },
      ].map((search) => ({
        type: 'findEvent.find',
        target: { type: 'note', id: event.id },
        now: 1,
        ...search,
      })),
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'relay.events': [{ type: 'relay.events', url: URL, events: [event] }],
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
      'xstate.done.actor.request': [{ type: 'xstate.done.actor.request', output: timeout }],
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.queue.length, context.relays.length, context.open.size]),
  },
  subscriptions: {
    input: { account, scope: bus },
    samples: {
      'subscriptions.load': [{ type: 'subscriptions.load', author: OTHER }],
      'subscriptions.pay': [
        {
          type: 'subscriptions.pay',
          intent: 'x',
          want: {},
          draft: { kind: 7_001, tags: [], content: '' },
          now: 1,
        },
      ],
      'money.paymentChanged': ['paying', 'paid'].map((state) => ({
        type: 'money.paymentChanged',
        request: 'x',
        intent: 'x',
        state,
        record: { changedAt: 2 },
      })),
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'relay.events': [{ type: 'relay.events', url: URL, events: [event] }],
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.queue.length,
        context.open.size,
        context.relays.length,
        context.paying.size,
      ]),
  },
  readArticles: {
    input: { account },
    samples: {
      'readArticles.opened': [
        { type: 'readArticles.opened', event: { ...event, kind: 30_023, tags: [['d', 'a']] } },
      ],
      'readArticles.read': [{ type: 'readArticles.read', address: `30023:${event.pubkey}:a` }],
      'readArticlesStore.found': [{ type: 'readArticlesStore.found', events: [] }],
      'xstate.error.actor.store': [{ type: 'xstate.error.actor.store', actorId: 'store', error }],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.opened.length > 0, context.kept?.size, context.glimpsed.size]),
  },
  network: {
    input: { bus, account, home: 'https://home.example' },
    samples: {
      'proxy.found': [{ type: 'proxy.found', on: true }],
      'network.proxy': [{ type: 'network.proxy', on: true }],
      'network.info': [{ type: 'network.info', url: URL }],
      'xstate.done.actor.*': [
        { type: `xstate.done.actor.info ${URL}`, actorId: `info ${URL}`, output: undefined },
      ],
      'xstate.error.actor.*': [
        { type: `xstate.error.actor.info ${URL}`, actorId: `info ${URL}`, error },
      ],
      'xstate.error.actor.online': [
        { type: 'xstate.error.actor.online', actorId: 'online', error },
      ],
      'xstate.error.actor.proxy': [{ type: 'xstate.error.actor.proxy', actorId: 'proxy', error }],
      'xstate.done.actor.recommend': [
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: false, reason: 'notice', text: '' },
      ].map((output) => ({ type: 'xstate.done.actor.recommend', actorId: 'recommend', output })),
      'xstate.error.actor.recommend': [
        { type: 'xstate.error.actor.recommend', actorId: 'recommend', error },
      ],
    },
    key: (s) => JSON.stringify([s.value, s.context.infos.size]),
  },
};
