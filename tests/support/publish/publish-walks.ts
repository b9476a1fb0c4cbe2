import { quotedMessage } from '../../../src/events/account/user-message.ts';
import { buildAuth } from '../../../src/events/connection/relay-auth.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { stateOf } from '../../../src/events/publish/outbox/outbox.ts';
import { articleWalks } from './article-walks.ts';
import { templateOf } from '../../../src/events/publish/outbox/event-template.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { Walk } from '../machines/app-walks.ts';
import { trusted } from '../events/trusted.ts';
import { uploadWalks } from './upload-walks.ts';
import {
  JOIN,
  account,
  BEGUN,
  ends,
  error,
  event,
  from,
  bus,
  LINES,
  OTHER,
  recordOf,
  signer,
  template,
  timeout,
  URL,
  wrapRecord,
} from '../machines/walk-samples.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

const proof = trusted({ ...buildAuth(URL, 'c') });
/** A scheduled note with the text of the samples. */
const PLANNED = {
  ...recordOf(),
  wish: {
    type: 'event',
    draft: { kind: event.kind, content: event.content, tags: event.tags },
    due: seconds(100),
  },
} as const;
/** That note, which was not signed at its time because the key was closed. */
const LOCKED = {
  ...recordOf(),
  wish: { type: 'event', draft: PLANNED.wish.draft, origin: 'root 1' },
  refusal: { code: 'pin.missing' },
} as const;
const LIVE = { kind: 'subscribe', filters: [], live: true };
const ok = (eventId: string, accepted: boolean, reason = '') => ({
  type: 'ok',
  eventId,
  accepted,
  reason,
});

const JOB = {
  bus,
  pool: bus,
  signer,
  record: recordOf(),
  leading: true,
  hold: 0,
  about: [],
  wanted: false,
  quiet: false,
  planned: false,
};

/** Requests for peer connections. */
const PEER_EVENTS = {
  'peer.join': [JOIN],
  'peer.ask': [
    {
      type: 'peer.ask',
      from,
      client: account,
      ask: { kind: 'subscribe', filters: [], kept: 'k' },
    },
  ],
  'peer.forget': [{ type: 'peer.forget', from, client: account, kept: 'k' }],
  'peer.leave': [true, false].map((lingers) => ({
    type: 'peer.leave',
    from,
    client: account,
    lingers,
  })),
  'peer.proved': [
    {
      type: 'peer.proved',
      to: from,
      settled: {
        type: 'sign.settled',
        id: 'proof',
        outcome: { ok: false, failure: { code: 'event_not_signed' } },
      },
    },
  ],
};

/** Walks of the machines that publish, in the form of `walks`. */
export const publishWalks: Record<string, Walk> = {
  ...uploadWalks,
  ...articleWalks,
  broadcast: {
    input: { event, bus, pool: bus, relays: [URL, 'wss://second.example'] },
    samples: {
      'xstate.done.actor.service': [
        {
          type: 'xstate.done.actor.service',
          output: { ok: true, answer: { events: [], referenced: [], claims: [] } },
        },
        { type: 'xstate.done.actor.service', output: timeout },
      ],
      'xstate.error.actor.service': [{ type: 'xstate.error.actor.service', error }],
      'relay.outcome': [URL, 'wss://second.example'].flatMap((url) =>
        ['accepted', 'rejected'].map((outcome) => ({
          type: 'relay.outcome',
          url,
          eventId: event.id,
          outcome,
        })),
      ),
    },
    key: ({ value, context }) => JSON.stringify([value, context.open.size, context.isTaken]),
  },
  relay: {
    input: { url: URL, seed: 0, suspended: false, rule: 'silent', signer, account },
    also: [
      { url: URL, seed: 0, suspended: true, rule: 'silent', signer, account },
      { url: URL, seed: 0, suspended: false, rule: 'ask', signer, account },
    ],
    samples: {
      'xstate.error.actor.socket': [{ type: 'xstate.error.actor.socket', error }],
      'sign.settled': [
        ...[proof, event].map((signed) => ({
          type: 'sign.settled',
          id: 'proof',
          outcome: { ok: true, event: signed },
        })),
        {
          type: 'sign.settled',
          id: 'proof',
          outcome: { ok: false, failure: { code: 'event_not_signed' } },
        },
      ],
      'socket.closed': [{ type: 'socket.closed', reason: 'closed' }],
      'socket.heard': [
        { type: 'socket.heard', heard: [] },
        {
          type: 'socket.heard',
          heard: [{ type: 'challenge', challenge: 'c' }, ok(event.id, false, 'auth-required: x')],
        },
        {
          type: 'socket.heard',
          heard: [
            { type: 'challenge', challenge: 'c' },
            { type: 'refused', id: '1', reason: 'auth-required: x' },
          ],
        },
        { type: 'socket.heard', heard: [ok(proof.id, true)] },
        { type: 'socket.heard', heard: [ok(proof.id, false)] },
      ],
      'relay.ask': [
        { kind: 'publish', event },
        LIVE,
        { ...LIVE, wanted: true },
        { ...LIVE, kept: 'k' },
      ].map((ask) => ({
        type: 'relay.ask',
        from,
        ask,
        as: URL,
      })),
      'relay.rule': ['silent', 'never'].map((rule) => ({ type: 'relay.rule', rule })),
      'relay.forget': [{ type: 'relay.forget', from }],
      'relay.deny': [{ type: 'relay.deny' }],
      'relay.expired': ['1', '2'].map((id) => ({ type: 'relay.expired', id })),
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.retries,
        s.context.retries === 0 && s.context.rule,
        Math.min(1, s.context.pending.length),
        // only for jobs without a failure yet; the others behave alike
        s.context.retries === 0 && s.context.suspect !== undefined,
        s.context.retries === 0 &&
          s.context.pending
            .map(({ id }: { id?: string }) => Number(id) >= s.context.suspect)
            .includes(true),
        Math.min(1, s.context.held.length),
        [...s.context.pending, ...s.context.held]
          .slice(0, 1)
          .map(({ ask }: { ask: { live?: boolean } }) => ask.live),
        s.context.proof !== undefined,
      ]),
  },
  relayPool: {
    input: { seed: 0, signer, account, bus },
    samples: {
      'permits.found': [{ type: 'permits.found', permits: new Map([[URL, false]]) }],
      'permits.dialsFound': [
        { type: 'permits.dialsFound', dials: new Map([[URL, true]]), uses: new Map() },
      ],
      'relays.dial': [{ type: 'relays.dial', url: URL, allowed: true }],
      'peer.*': Object.values(PEER_EVENTS).flat(),
      'xstate.error.actor.peers': [{ type: 'xstate.error.actor.peers', actorId: 'peers', error }],
      'privateRelays.changed': [{ type: 'privateRelays.changed', urls: [URL] }],
      'relays.judge': [{ type: 'relays.judge' }],
      'relays.peersRested': [{ type: 'relays.peersRested' }],
      'relays.proof': [{ type: 'relays.proof', url: URL }],
      'relays.permit': [true, undefined].map((allowed) => ({
        type: 'relays.permit',
        url: URL,
        allowed,
      })),
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'relays.ask': [{ kind: 'publish', event }, LIVE].map((ask) => ({
        type: 'relays.ask',
        from,
        ask,
        urls: ['wss://guest.example', 'no'],
      })),
      'relays.forget': [{ type: 'relays.forget', from, urls: ['wss://guest.example'] }],
      'relays.retry': [{ type: 'relays.retry', url: URL }],
      'network.proxied': [true, false].map((on) => ({ type: 'network.proxied', on })),
      'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
      'relays.becameIdle': [{ type: 'relays.becameIdle', key: 'wss://guest.example' }],
      'xstate.error.actor.permits': [
        { type: 'xstate.error.actor.permits', actorId: 'permits', error },
      ],
      'xstate.error.actor.*': [
        { type: 'xstate.error.actor.relay', actorId: `relay ${URL}`, error },
      ],
    },
    key: (s) => JSON.stringify([s.value, [...s.context.members.keys()], s.context.proxied]),
  },
  peerConnections: {
    input: { bus, decider: bus },
    samples: {
      ...PEER_EVENTS,
      'peers.mode': ['direct', 'asleep', 'proxied'].map((mode) => ({ type: 'peers.mode', mode })),
      'peers.dialsFound': [true, false].map((allowed) => ({
        type: 'peers.dialsFound',
        dials: new Map([[URL, allowed]]),
      })),
      'peers.retry': [{ type: 'peers.retry', url: URL }],
      'peers.callerEnded': [{ type: 'peers.callerEnded', from }],
      'peers.idle': [{ type: 'peers.idle', key: `wallet ${account} ${URL}` }],
      'xstate.error.actor.*': [
        {
          type: 'xstate.error.actor.relay',
          actorId: `peer wallet ${account} ${URL}`,
          error,
        },
      ],
    },
    key: (s) => JSON.stringify([s.value, s.context.peers.size, [...s.context.dials]]),
  },
  publish: {
    input: JOB,
    also: [
      { ...JOB, hold: 9 },
      { ...JOB, record: recordOf('signed'), leading: false },
      { ...JOB, record: recordOf('signed'), about: [OTHER] },
      { ...JOB, quiet: true },
      { ...JOB, record: wrapRecord() },
    ],
    samples: {
      'publish.wanted': [{ type: 'publish.wanted' }],
      'publish.record': [
        recordOf(),
        recordOf('refused'),
        recordOf('discarded'),
        recordOf('signed'),
        recordOf('signed', 'no'),
        recordOf('signed', 'no', 'none'),
        recordOf('signed', 'ok'),
        recordOf('signed', 'ok', 'imported'),
        recordOf('signed', 'no', 'byCache'),
        recordOf('signed', 'no', 'byCache', 'retried'),
        recordOf('redrafted'),
        wrapRecord('no'),
        wrapRecord('ok'),
      ].map((record) => ({ type: 'publish.record', record })),
      'publish.leadershipChanged': [true, false].map((leading) => ({
        type: 'publish.leadershipChanged',
        leading,
      })),
      'sign.settled': [
        { type: 'sign.settled', id: 'j', outcome: { ok: true, event } },
        {
          type: 'sign.settled',
          id: 'j',
          outcome: {
            ok: false,
            failure: { code: 'event_not_signed', detail: quotedMessage('no') },
          },
        },
      ],
      'relay.outcome': [
        { type: 'relay.outcome', url: URL, eventId: event.id, outcome: 'accepted' },
      ],
      ...Object.assign(
        {},
        ...['broadcast', 'importing', 'recounting'].map((id) =>
          ends(id, [
            { ok: true, answer: { events: [], referenced: [], claims: [] } },
            { ok: false, reason: 'notice', text: '' },
          ]),
        ),
      ),
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.leading,
        stateOf(s.context.record),
        s.context.record.relays.get(URL)?.outcome,
        s.context.record.imported,
        s.context.record.event?.id,
        s.context.record.wish.type,
      ]),
  },
  outbox: {
    input: { bus, scope: bus, signer, account: event.pubkey },
    samples: {
      'store.opened': [{ type: 'store.opened', entries: [], now: 1 }],
      'store.appended': [
        { type: 'store.appended', entries: BEGUN.map((line) => ({ ...line, at: 1 })) },
      ],
      'store.refused': [{ type: 'store.refused', lines: [LINES['signed']] }],
      'store.leadershipChanged': [{ type: 'store.leadershipChanged', leading: true }],
      'store.writeFailed': [{ type: 'store.writeFailed', reason: 'full' }],
      'outbox.publish': [
        { type: 'outbox.publish', order: { draft: template, relays: [URL], now: 1, from } },
      ],
      'outbox.wrap': [
        {
          type: 'outbox.wrap',
          origin: 'o',
          message: { event, to: OTHER, relays: [URL] },
          own: { event, to: account, relays: [URL] },
          from,
        },
      ],
      'outbox.planListEdit': [
        { type: 'outbox.planListEdit', list: 'follows', intents: [], now: 1, from },
      ],
      'outbox.sendListEdit': [
        { type: 'outbox.sendListEdit', job: 'j', template, relays: [URL], from },
      ],
      'outbox.retry': [{ type: 'outbox.retry', job: 'j', now: 2 }],
      'outbox.subscribeToOrigin': ['o', 'none'].map((origin) => ({
        type: 'outbox.subscribeToOrigin',
        origin,
        from,
      })),
      'outbox.discard': [{ type: 'outbox.discard', job: 'j' }],
      'outbox.reschedule': [{ type: 'outbox.reschedule', job: 'j', from }],
      'outbox.versionStored': [{ type: 'outbox.versionStored', job: 'j', relays: [URL] }],
      'outbox.subscribe': [{ type: 'outbox.subscribe', from }],
      'relay.opened': [{ type: 'relay.opened', url: 'wss://one.example' }],
      'relayList.changed': [{ type: 'relayList.changed', relays: [] }],
      'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
      'outbox.pauseEnded': [{ type: 'outbox.pauseEnded', job: 'j' }],
      'outbox.restEnded': [{ type: 'outbox.restEnded', key: 'wss://one.example' }],
      'outbox.append': [{ type: 'outbox.append', lines: [LINES['ok']] }],
      'xstate.error.actor.store': [{ type: 'xstate.error.actor.store', actorId: 'store', error }],
      'xstate.error.actor.forget.*': [
        { type: 'xstate.error.actor.forget.j', actorId: 'forget.j', error },
      ],
      'xstate.done.actor.forget.*': [
        { type: 'xstate.done.actor.forget.j', actorId: 'forget.j', output: undefined },
      ],
      'xstate.error.actor.*': [
        { type: 'xstate.error.actor.publish j', actorId: 'publish j', error },
      ],
      'xstate.done.actor.*': [
        { type: 'xstate.done.actor.publish j', actorId: 'publish j', output: undefined },
      ],
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        Math.min(1, s.context.waiting.length),
        s.context.records.size,
        s.context.working.size,
      ]),
  },
  compose: {
    // opened from a scheduled note
    input: {
      account: event.pubkey,
      aim: { type: 'note', place: 'p', plan: PLANNED.job },
      scope: bus,
      bus,
      signer,
      home: URL,
    },
    also: [{ account: event.pubkey, aim: { type: 'note' }, scope: bus, bus, signer, home: URL }],
    samples: {
      'draft.found': [undefined, event.content, 'another'].map((text) => ({
        type: 'draft.found',
        writing: text === undefined ? undefined : { text, people: {}, files: [], begun: 1 },
      })),
      'draft.writeFailed': [{ type: 'draft.writeFailed', reason: 'full' }],
      'compose.write': [event.content, ''].map((text) => ({ type: 'compose.write', text, now: 1 })),
      'compose.attach': ['', 'm image/png'].map((more) => ({
        type: 'compose.attach',
        url: 'https://a.example/b',
        tag: ['imeta', 'url https://a.example/b', ...(more === '' ? [] : [more])],
        now: 1,
      })),
      'compose.detach': [{ type: 'compose.detach', url: 'https://a.example/b' }],
      'compose.describe': [{ type: 'compose.describe', url: 'https://a.example/b', alt: 'x' }],
      'uploads.add': [
        {
          type: 'uploads.add',
          files: [],
          tier: 'none',
          told: undefined,
          servers: undefined,
          mirrors: undefined,
        },
      ],
      'compose.picked': [{ type: 'compose.picked', sign: '🔥' }],
      'compose.declare': [
        { type: 'compose.declare', shortcode: 'cat', url: 'https://a.example/cat.png' },
      ],
      'compose.set': [{ due: undefined }, { due: 1 }, { work: 8 }].map((extras) => ({
        type: 'compose.set',
        extras,
        now: 1,
      })),
      'xstate.error.actor.draftList': [
        { type: 'xstate.error.actor.draftList', actorId: 'draftList', error },
      ],
      'xstate.error.actor.emojiSets': [
        { type: 'xstate.error.actor.emojiSets', actorId: 'emojiSets', error },
      ],
      'emoji.history': [{ type: 'emoji.history', history: ['🔥'] }],
      'uploads.statusChanged': [
        { open: 1, failed: 0, dropped: false, pictures: 1 },
        { open: 0, failed: 1, dropped: false },
        { open: 0, failed: 0, dropped: true },
        { open: 0, failed: 0, dropped: false },
      ].map((stand) => ({ type: 'uploads.statusChanged', ...stand, now: 1 })),
      'xstate.error.actor.emojis': [{ type: 'xstate.error.actor.emojis', error }],
      'mining.found': [
        {
          type: 'mining.found',
          template: templateOf(
            pressed({ kind: 1, content: 'text', tags: [] }),
            account,
            seconds(1),
          ),
          nonce: '7',
        },
      ],
      'mining.failed': [{ type: 'mining.failed' }],
      'xstate.error.actor.mining': [{ type: 'xstate.error.actor.mining', error }],
      'xstate.error.actor.uploads': [{ type: 'xstate.error.actor.uploads', error }],
      'relayList.changed': [
        [{ url: URL, read: true, write: false }],
        [{ url: URL, read: true, write: true }],
      ].map((relays) => ({
        type: 'relayList.changed',
        relays,
      })),
      'compose.publish': [{ type: 'compose.publish', now: 1_000 }],
      'xstate.error.actor.mention': [
        { type: 'xstate.error.actor.mention', actorId: 'mention', error },
      ],
      'compose.retry': [{ type: 'compose.retry', now: 1_000 }],
      'outbox.jobCreated': [{ type: 'outbox.jobCreated', job: 'j' }],
      'outbox.jobChanged': [
        recordOf(),
        recordOf('refused'),
        recordOf('discarded'),
        recordOf('signed'),
        recordOf('signed', 'no', 'none'),
        recordOf('signed', 'ok'),
        { ...recordOf('discarded'), job: 'other' },
        PLANNED,
      ].map((record) => ({ type: 'outbox.jobChanged', record })),
      'xstate.error.actor.drafts': [{ type: 'xstate.error.actor.drafts', error }],
    },
    key: ({ value, context }) => {
      const { aim, found, writing, uploading, unsent, relays } = context;
      const { isDescriptionAsked, isPlanKept } = context;
      if (aim.plan !== undefined)
        return JSON.stringify([
          value,
          found?.text === writing.text,
          found?.due === writing.due,
          isPlanKept,
        ]);
      return JSON.stringify([
        value,
        unsent > 0,
        writing.text === '',
        writing.text === event.content,
        writing.due === undefined,
        writing.work !== undefined &&
          writing.due === undefined &&
          writing.files.length === 0 &&
          uploading === 0 &&
          !isDescriptionAsked,
        writing.files[0]?.length,
        isDescriptionAsked,
        uploading,
        relays.length,
        relays[0]?.write,
      ]);
    },
  },
  draftList: {
    input: { account },
    samples: {
      'draftListStore.found': [
        [],
        [{ target: 'root', writing: { text: 'x', people: {}, files: [], begun: 1 }, at: 1 }],
      ].map((drafts) => ({
        type: 'draftListStore.found',
        open: [],
        drafts,
      })),
      'draftList.put': [
        {
          type: 'draftList.put',
          target: 'root',
          writing: { text: 'x', people: {}, files: [], begun: 1 },
        },
      ],
      'draftList.drop': [{ type: 'draftList.drop', target: 'root', at: 1 }],
      'xstate.error.actor.store': [{ type: 'xstate.error.actor.store', error }],
    },
    key: ({ value, context }) => JSON.stringify([value, context.drafts.length]),
  },
  emojiSets: {
    input: { account, scope: bus, relays: [URL] },
    also: [{ account, scope: bus, relays: [] }],
    samples: {
      'relay.events': [
        [],
        [
          trusted({
            pubkey: account,
            kind: KIND.EmojiList,
            tags: [['a', `${KIND.EmojiSet}:${OTHER}:cats`]],
          }),
        ],
      ].map((events) => ({ type: 'relay.events', url: URL, events })),
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.events.length, context.open.length]),
  },
  schedule: {
    input: { account, bus, scope: bus },
    samples: {
      'outbox.changed': [
        new Map(),
        new Map([[PLANNED.job, PLANNED]]),
        new Map<string, unknown>([
          ['plan', { ...PLANNED, discarded: true, wish: { ...PLANNED.wish, origin: 'root 1' } }],
          ['j', LOCKED],
        ]),
      ].map((records) => ({ type: 'outbox.changed', records })),
      'alarm.time': [{ type: 'alarm.time', now: seconds(101) }],
      'alarm.clockSetBack': [{ type: 'alarm.clockSetBack', now: seconds(50) }],
      'alarm.rung': [1, 100, 10_000].map((now) => ({ type: 'alarm.rung', now })),
      'schedule.send': [{ type: 'schedule.send', job: PLANNED.job, now: 1 }],
      'xstate.error.actor.alarm': [{ type: 'xstate.error.actor.alarm', error }],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.plans.length, context.locked.length, context.handled.size]),
  },
  retract: {
    input: { account, target: OTHER, kind: 7, known: [], pool: bus, relays: [URL] },
    also: [{ account, target: OTHER, kind: 7, known: [event], pool: bus, relays: [URL] }],
    samples: {
      'relay.events': [{ type: 'relay.events', url: URL, events: [event] }],
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
    },
  },
  mention: {
    input: { bus },
    samples: {
      'mention.ask': [{ type: 'mention.ask', text: 'a' }],
      'xstate.done.actor.request': [
        { type: 'xstate.done.actor.request', output: { ok: false, reason: 'timeout', text: '' } },
      ],
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
    },
    key: (s) => JSON.stringify([s.value, s.context.text]),
  },
};
