import { said } from '../../src/events/app/message.ts';
import { createActor, createMachine } from 'xstate';
import { accountFeatures } from '../../src/machines/account/features.ts';
import { buildAuth } from '../../src/events/connection/relay-auth.ts';
import { KIND } from '../../src/events/kinds.ts';
import { foldOutbox, type OutboxRecord, stateOf } from '../../src/events/publish/outbox.ts';
import type { OutboxLine } from '../../src/events/publish/outbox-entry.ts';
import type { Walk } from './machines.ts';
import { signDesk } from './sign-desk.ts';
import { trusted } from './trusted.ts';
import { uploadWalks } from './upload-walks.ts';

const from = createActor(createMachine({})).start();
const signer = signDesk().ref;
const account = 'b'.repeat(64);
const error = new Error('x');
const event = trusted({ content: 'walked' });
const URL = 'wss://relay.example';
const proof = trusted({ ...buildAuth(URL, 'c') });
const bus = createActor(createMachine({})).start();
const template = { kind: event.kind, tags: event.tags, content: event.content, pubkey: event.pubkey, created_at: event.created_at };
const LINES: Record<string, OutboxLine> = {
  signed: { job: 'j', type: 'signed', event },
  refused: { job: 'j', type: 'refused', reason: said('no') },
  discarded: { job: 'j', type: 'discarded' },
  redrafted: { job: 'j', type: 'drafted', template: { ...template, created_at: 1 }, relays: [URL] },
  no: { job: 'j', type: 'answered', relay: URL, accepted: false },
  ok: { job: 'j', type: 'answered', relay: URL, accepted: true },
  none: { job: 'j', type: 'broadcast', accepted: [], reason: said('x') },
  imported: { job: 'j', type: 'imported' },
  byCache: { job: 'j', type: 'broadcast', accepted: ['wss://by-cache.example'] },
  retried: { job: 'j', type: 'retried' },
};

const BEGUN: readonly OutboxLine[] = [
  { job: 'j', type: 'intended', account: event.pubkey, wish: { type: 'event', draft: template } },
  { job: 'j', type: 'drafted', template, relays: [URL] },
];

/** A list of bookmarks, with one in it and a private part. */
const OTHER = 'e'.repeat(64);
const HELD = trusted({ pubkey: event.pubkey, kind: 10_003, tags: [['e', OTHER]], content: 'sealed', created_at: 1 });
/** The next version of it, as the editor makes it; and what the outbox says of that. */
const OWN = trusted({
  ...HELD,
  tags: [
    ['e', OTHER],
    ['e', event.id],
  ],
  created_at: 5,
});
const listRecord = (...names: readonly string[]): OutboxRecord => ({ ...recordOf(...names), event: OWN });
/** Nothing was signed here. */
export const NONE_OWN = { given: new Set(), taken: [], sending: new Set(), byJob: new Map(), last: undefined };

/** A profile, and what its editor is started with. */
const PROFILE = trusted({ pubkey: event.pubkey, kind: 0, tags: [], content: '{"name":"ben"}', created_at: 1 });
const editor = { account: event.pubkey, bus, scope: bus, records: new Map(), remembered: [], now: 5, home: 'http://here.example' };

/** The record of a drafted job after further lines. */
function recordOf(...names: readonly string[]): OutboxRecord {
  const lines = [...BEGUN, ...names.flatMap((name) => LINES[name] ?? [])];
  const record = foldOutbox(
    new Map(),
    lines.map((line) => ({ ...line, at: 1 })),
  ).get('j');
  if (!record) throw new Error('no record');
  return record;
}
const ok = (eventId: string, accepted: boolean, reason = '') => ({ type: 'ok', eventId, accepted, reason });

const timeout = { ok: false, reason: 'timeout', text: '' };
const follows = (at: number, ...tags: string[][]) => trusted({ pubkey: event.pubkey, kind: 3, tags, created_at: at });
const like = { kind: 7, tags: [['e', OTHER]], content: '+' };
const wanted = { type: 'intents.publish', draft: like, now: 5, done: said('Liked'), hold: 5, doing: said('Liking') };

/** How a list edit may come to stand in the outbox. */
export const LIST_RECORDS = [listRecord('signed'), listRecord('signed', 'ok'), recordOf('refused'), listRecord('signed', 'no', 'none')];

const FEATURES = accountFeatures({});

/** Walks of the machines that publish, in the form of `walks`. */
export const publishWalks: Record<string, Walk> = {
  ...uploadWalks,
  broadcast: {
    input: { event, bus, pool: bus, relays: [URL, 'wss://second.example'] },
    samples: {
      'xstate.done.actor.service': [
        { type: 'xstate.done.actor.service', output: { ok: true, answer: { events: [], referenced: [], claims: [] } } },
        { type: 'xstate.done.actor.service', output: timeout },
      ],
      'xstate.error.actor.service': [{ type: 'xstate.error.actor.service', error }],
      'relay.outcome': [URL, 'wss://second.example'].flatMap((url) =>
        ['accepted', 'rejected'].map((outcome) => ({ type: 'relay.outcome', url, eventId: event.id, outcome })),
      ),
    },
    key: ({ value, context }) => JSON.stringify([value, context.open.size, context.isTaken]),
  },
  relayList: {
    input: { bus, account: event.pubkey, scope: bus, home: 'http://here.example', homeRelay: URL },
    samples: {
      'outbox.accepted': [{ type: 'outbox.accepted', event: trusted({ pubkey: event.pubkey, kind: 10_002, tags: [] }) }],
      'xstate.done.actor.request': [{ ok: true, answer: { events: [], referenced: [], claims: [] } }, timeout].map((output) => ({
        type: 'xstate.done.actor.request',
        output,
      })),
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
    },
    key: ({ value, context }) => JSON.stringify([value, context.isKnown]),
  },
  scope: {
    input: { bus, account: event.pubkey, isLocal: true, signer, home: 'http://here.example', homeRelay: URL, seed: 0, features: FEATURES },
    samples: {
      'scope.start': [{ type: 'scope.start', ids: ['lists'], event: { type: 'none' } }],
      'xstate.done.actor.*': [{ type: 'xstate.done.actor.compose', actorId: 'compose', output: undefined }],
      'xstate.error.actor.*': ['lists', 'lists', 'outbox'].map((actorId) => ({ type: `xstate.error.actor.${actorId}`, actorId, error })),
      '*': [
        { type: 'compose.open', aim: { type: 'note' } },
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
        { type: 'intents.undo', job: 'j' },
        { type: 'account.done', message: said('yes') },
        { type: 'xstate.unknown' },
      ],
    },
    key: ({ context }) => JSON.stringify([[...context.running], context.waiting.length > 0, context.known.size]),
  },
  intents: {
    input: { bus, account: event.pubkey, signer, scope: bus },
    samples: {
      'relayList.changed': [{ type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] }],
      'inboxes.began': [{ type: 'inboxes.began' }],
      'inboxes.found': ({ context }) => [{ type: 'inboxes.found', request: [...context.locating.keys()][0], inboxes: new Map() }],
      'outbox.began': [{ type: 'outbox.began' }],
      'outbox.changed': [{ type: 'outbox.changed', records: new Map() }],
      'outbox.begun': ({ context }) => [{ type: 'outbox.begun', job: 'j', request: [...context.ordered.keys()][0] }],
      'outbox.news': [recordOf('signed', 'ok'), recordOf('refused'), recordOf('signed', 'no', 'none'), recordOf('discarded')].map(
        (record) => ({ type: 'outbox.news', record }),
      ),
      'intents.broadcast': [{ type: 'intents.broadcast', event, done: said('sent'), failed: said('not sent') }],
      'broadcast.ended': [true, false].map((isTaken) => ({ type: 'broadcast.ended', eventId: event.id, isTaken })),
      'intents.undo': [{ type: 'intents.undo', job: 'j' }],
      'xstate.done.actor.clock': [{ type: 'xstate.done.actor.clock', output: 90 }],
      'xstate.error.actor.clock': [{ type: 'xstate.error.actor.clock', error }],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.retract', actorId: 'retract 7 x', error: new Error('planted') }],
      'intents.publish': [wanted],
      'intents.retract': [{ type: 'intents.retract', target: OTHER, kind: 7, now: 5, failed: said('no'), missing: said('none') }],
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
  mutuals: {
    input: { bus, account },
    samples: {
      'mutuals.ask': [{ type: 'mutuals.ask', pubkeys: [OTHER] }],
      'xstate.done.actor.followers': [
        { type: 'xstate.done.actor.followers', output: { ok: true, answer: { events: [], referenced: [], claims: [] } } },
        { type: 'xstate.done.actor.followers', output: timeout },
      ],
      'xstate.error.actor.followers': [{ type: 'xstate.error.actor.followers', error }],
    },
    key: ({ value, context }) => JSON.stringify([value, Math.min(1, context.queue.length)]),
  },
  quietOpen: {
    input: { list: 'mutes', account: event.pubkey, signer, content: 'sealed' },
    samples: {
      'sign.settled': [
        { ok: true, text: '[]' },
        { ok: false, failure: { code: 'bad-cipher', detail: said('no') } },
        { ok: false, failure: { code: 'event_not_signed', detail: said('no') } },
      ].map((outcome) => ({ type: 'sign.settled', id: 'sealed', outcome })),
    },
  },
  lists: {
    input: { account: event.pubkey, bus, signer, scope: bus },
    samples: {
      'relayList.changed': [{ type: 'relayList.changed', relays: [] }],
      'outbox.began': [{ type: 'outbox.began' }],
      'outbox.changed': [{ type: 'outbox.changed', records: new Map() }],
      'versions.found': [
        [follows(100, ['p', OTHER])],
        [follows(200)],
        [KIND.Contacts, KIND.MuteList, KIND.Bookmarks].map((kind) => trusted({ pubkey: event.pubkey, kind, created_at: 100 })),
      ].map((events) => ({ type: 'versions.found', events, now: 300 })),
      'lists.edit': [{ type: 'lists.edit', list: 'follows', intents: [], now: 5 }],
      'lists.resume': [{ type: 'lists.resume', job: 'none' }],
      'lists.restore': [{ type: 'lists.restore', now: 5 }],
      'lists.open': [{ type: 'lists.open', list: 'follows', event: follows(1) }],
      'lists.show': [{ type: 'lists.show', tags: [['p', OTHER]] }],
      'sign.settled': [{ type: 'sign.settled', id: 'x', outcome: { ok: true, text: '[]' } }],
      'list.recall': [{ type: 'list.recall', list: 'follows' }],
      'list.seen': [{ type: 'list.seen', seen: [] }],
      'xstate.done.actor.opener': [{ type: 'xstate.done.actor.opener', output: { content: 'x', tags: [] } }],
      'list.saved': [{ type: 'list.saved', list: 'follows', intents: [] }],
      'list.failed': [{ type: 'list.failed', list: 'follows', message: said('no') }],
      'xstate.done.actor.look': [{ type: 'xstate.done.actor.look', output: timeout }],
      'xstate.error.actor.look': [{ type: 'xstate.error.actor.look', error }],
      'lists.profile': [{ type: 'lists.profile', remembered: [], now: 5, home: 'http://here.example' }],
      'xstate.done.actor.profile': [{ type: 'xstate.done.actor.profile', output: undefined }],
    },
    key: ({ value, context }) => JSON.stringify([value, context.at, context.losses.length, context.relays]),
  },
  relay: {
    input: { url: URL, seed: 0, suspended: false, signer, account },
    also: [{ url: URL, seed: 0, suspended: true, signer, account }],
    samples: {
      'xstate.error.actor.socket': [{ type: 'xstate.error.actor.socket', error }],
      'sign.settled': [proof, event].map((signed) => ({ type: 'sign.settled', id: 'proof', outcome: { ok: true, event: signed } })),
      'socket.closed': [{ type: 'socket.closed', reason: 'closed' }],
      'socket.heard': [
        { type: 'socket.heard', heard: [] },
        { type: 'socket.heard', heard: [{ type: 'challenge', challenge: 'c' }, ok(event.id, false, 'auth-required: x')] },
        { type: 'socket.heard', heard: [ok(proof.id, true)] },
        { type: 'socket.heard', heard: [ok(proof.id, false)] },
      ],
      'relay.ask': [{ type: 'relay.ask', from, ask: { kind: 'publish', event }, as: URL }],
      'relay.expired': ['1', '2'].map((id) => ({ type: 'relay.expired', id })),
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.retries,
        Math.min(1, s.context.pending.length),
        // of one that has not failed yet: the same holds of all others
        s.context.retries === 0 && s.context.suspect !== undefined,
        s.context.retries === 0 && s.context.pending.map(({ id }: { id?: string }) => Number(id) >= s.context.suspect).includes(true),
        Math.min(1, s.context.held.length),
        s.context.proof !== undefined,
      ]),
  },
  relayPool: {
    input: { seed: 0, signer, account },
    samples: {
      'relayList.changed': [{ type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] }],
      'relays.ask': [{ type: 'relays.ask', from, ask: { kind: 'publish', event }, urls: ['wss://guest.example', 'no'] }],
      'relays.retry': [{ type: 'relays.retry', url: URL }],
      'network.proxied': [true, false].map((on) => ({ type: 'network.proxied', on })),
      'account.awake': [true, false].map((on) => ({ type: 'account.awake', on })),
      'relays.idle': [{ type: 'relays.idle', key: 'wss://guest.example' }],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.relay', actorId: `relay ${URL}`, error }],
    },
    key: (s) => JSON.stringify([s.value, [...s.context.members.keys()], s.context.proxied]),
  },
  publish: {
    input: { bus, pool: bus, signer, record: recordOf(), leading: true, hold: 0, about: [] },
    also: [
      { bus, pool: bus, signer, record: recordOf(), leading: true, hold: 9, about: [] },
      { bus, pool: bus, signer, record: recordOf('signed'), leading: false, hold: 0, about: [] },
      { bus, pool: bus, signer, record: recordOf('signed'), leading: true, hold: 0, about: [OTHER] },
    ],
    samples: {
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
      ].map((record) => ({ type: 'publish.record', record })),
      'publish.leading': [true, false].map((leading) => ({ type: 'publish.leading', leading })),
      'sign.settled': [
        { type: 'sign.settled', id: 'j', outcome: { ok: true, event } },
        { type: 'sign.settled', id: 'j', outcome: { ok: false, failure: { code: 'event_not_signed', detail: said('no') } } },
      ],
      'relay.outcome': [{ type: 'relay.outcome', url: URL, eventId: event.id, outcome: 'accepted' }],
      ...Object.fromEntries(
        ['broadcast', 'importing', 'recounting'].flatMap((id) => [
          [
            `xstate.done.actor.${id}`,
            [
              { ok: true, answer: { events: [], referenced: [], claims: [] } },
              { ok: false, reason: 'notice', text: '' },
            ].map((output) => ({ type: `xstate.done.actor.${id}`, output })),
          ],
          [`xstate.error.actor.${id}`, [{ type: `xstate.error.actor.${id}`, error }]],
        ]),
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
      ]),
  },
  outbox: {
    input: { bus, scope: bus, signer, account: event.pubkey },
    samples: {
      'store.opened': [{ type: 'store.opened', entries: [], now: 1 }],
      'store.appended': [{ type: 'store.appended', entries: BEGUN.map((line) => ({ ...line, at: 1 })) }],
      'store.refused': [{ type: 'store.refused', lines: [LINES['signed']] }],
      'store.leading': [{ type: 'store.leading', leading: true }],
      'store.unkept': [{ type: 'store.unkept', reason: 'full' }],
      'outbox.publish': [{ type: 'outbox.publish', order: { draft: template, relays: [URL], now: 1, from } }],
      'outbox.wish': [{ type: 'outbox.wish', list: 'follows', intents: [], now: 1, from }],
      'outbox.draft': [{ type: 'outbox.draft', job: 'j', template, relays: [URL], from }],
      'outbox.retry': [{ type: 'outbox.retry', job: 'j', now: 2 }],
      'outbox.watch': ['o', 'none'].map((origin) => ({ type: 'outbox.watch', origin, from })),
      'outbox.discard': [{ type: 'outbox.discard', job: 'j' }],
      'outbox.held': [{ type: 'outbox.held', job: 'j', relays: [URL] }],
      'outbox.attend': [{ type: 'outbox.attend', from }],
      'relay.opened': [{ type: 'relay.opened', url: 'wss://one.example' }],
      'account.awake': [true, false].map((on) => ({ type: 'account.awake', on })),
      'outbox.rested': [{ type: 'outbox.rested', key: 'wss://one.example' }],
      'outbox.lines': [{ type: 'outbox.lines', lines: [LINES['ok']] }],
      'xstate.error.actor.store': [{ type: 'xstate.error.actor.store', actorId: 'store', error }],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.publish j', actorId: 'publish j', error }],
      'xstate.done.actor.*': [{ type: 'xstate.done.actor.publish j', actorId: 'publish j', output: undefined }],
    },
    key: (s) => JSON.stringify([s.value, Math.min(1, s.context.waiting.length), s.context.records.size, s.context.working.size]),
  },
  compose: {
    input: { account: event.pubkey, aim: { type: 'note' }, scope: bus, bus, signer, home: URL },
    samples: {
      'draft.found': [undefined, event.content, 'another'].map((text) => ({
        type: 'draft.found',
        writing: text === undefined ? undefined : { text, people: {}, files: [], begun: 1 },
      })),
      'draft.unkept': [{ type: 'draft.unkept', reason: 'full' }],
      'compose.write': [event.content, ''].map((text) => ({ type: 'compose.write', text, now: 1 })),
      'compose.attach': [{ type: 'compose.attach', url: 'https://a.example/b', tag: ['imeta', 'url https://a.example/b'], now: 1 }],
      'compose.detach': [{ type: 'compose.detach', url: 'https://a.example/b' }],
      'compose.describe': [{ type: 'compose.describe', url: 'https://a.example/b', alt: 'x' }],
      'compose.picked': [{ type: 'compose.picked', sign: '🔥' }],
      'emoji.history': [{ type: 'emoji.history', history: ['🔥'] }],
      'uploads.stand': [
        { open: 1, failed: 0, dropped: false },
        { open: 0, failed: 1, dropped: false },
        { open: 0, failed: 0, dropped: true },
        { open: 0, failed: 0, dropped: false },
      ].map((stand) => ({ type: 'uploads.stand', ...stand, now: 1 })),
      'xstate.error.actor.emojis': [{ type: 'xstate.error.actor.emojis', error }],
      'xstate.error.actor.uploads': [{ type: 'xstate.error.actor.uploads', error }],
      'relayList.changed': [[{ url: URL, read: true, write: false }], [{ url: URL, read: true, write: true }]].map((relays) => ({
        type: 'relayList.changed',
        relays,
      })),
      'compose.publish': [{ type: 'compose.publish', now: 1_000 }],
      'xstate.error.actor.mention': [{ type: 'xstate.error.actor.mention', actorId: 'mention', error }],
      'compose.retry': [{ type: 'compose.retry', now: 1_000 }],
      'outbox.begun': [{ type: 'outbox.begun', job: 'j' }],
      'outbox.news': [
        recordOf(),
        recordOf('refused'),
        recordOf('discarded'),
        recordOf('signed'),
        recordOf('signed', 'no', 'none'),
        recordOf('signed', 'ok'),
        { ...recordOf('discarded'), job: 'other' },
      ].map((record) => ({ type: 'outbox.news', record })),
      'xstate.error.actor.drafts': [{ type: 'xstate.error.actor.drafts', error }],
    },
    key: ({ value, context: { writing, uploading, relays } }) =>
      JSON.stringify([value, writing.text === '', writing.text === event.content, uploading, relays.length, relays[0]?.write]),
  },
  network: {
    input: { bus, account, home: 'https://home.example' },
    samples: {
      'proxy.found': [{ type: 'proxy.found', on: true }],
      'network.proxy': [{ type: 'network.proxy', on: true }],
      'network.info': [{ type: 'network.info', url: URL }],
      'xstate.done.actor.*': [{ type: `xstate.done.actor.info ${URL}`, actorId: `info ${URL}`, output: undefined }],
      'xstate.error.actor.*': [{ type: `xstate.error.actor.info ${URL}`, actorId: `info ${URL}`, error }],
      'xstate.error.actor.online': [{ type: 'xstate.error.actor.online', actorId: 'online', error }],
      'xstate.error.actor.proxy': [{ type: 'xstate.error.actor.proxy', actorId: 'proxy', error }],
      'xstate.done.actor.recommend': [
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: false, reason: 'notice', text: '' },
      ].map((output) => ({ type: 'xstate.done.actor.recommend', actorId: 'recommend', output })),
      'xstate.error.actor.recommend': [{ type: 'xstate.error.actor.recommend', actorId: 'recommend', error }],
    },
    key: (s) => JSON.stringify([s.value, s.context.infos.size]),
  },
  inboxes: {
    input: { bus, account },
    samples: {
      'inboxes.ask': [{ type: 'inboxes.ask', people: [event.pubkey], now: 1, request: '0', from }],
      'inboxes.ready': [{ type: 'inboxes.ready', asker: { request: '0', from } }],
      'inboxes.learn': [{ type: 'inboxes.learn', people: [event.pubkey], now: 1 }],
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
      'xstate.done.actor.request': [{ type: 'xstate.done.actor.request', output: { ok: false, reason: 'timeout', text: '' } }],
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
    },
    key: (s) => JSON.stringify([s.value, s.context.text]),
  },
  listEdit: {
    input: { list: 'bookmarks', account: event.pubkey, bus, signer, scope: bus },
    samples: {
      'list.edit': [
        { act: 'add', tag: ['e', event.id] },
        { act: 'add', tag: ['e', OTHER] },
        { act: 'add', tag: ['e', 'f'.repeat(64)], secret: true },
        { act: 'add', tag: ['p', 'none'] },
      ].map((intent) => ({ type: 'list.edit', intents: [intent], now: 1 })),
      'list.resume': [{ type: 'list.resume', job: 'r', intents: [], isLeft: true }],
      'list.retry': [{ type: 'list.retry', place: 0 }],
      'list.dismiss': [{ type: 'list.dismiss', place: 0 }],
      'outbox.begun': ({ context }) => [{ type: 'outbox.begun', job: 'j', request: context.queue[0]?.request ?? 'another' }],
      'outbox.news': LIST_RECORDS.map((record) => ({ type: 'outbox.news', record })),
      'list.recalled': [
        { versions: [], own: NONE_OWN },
        { versions: [HELD], own: NONE_OWN },
        { versions: [HELD], own: { ...NONE_OWN, sending: new Set(['other']) } },
        { versions: [HELD], own: { ...NONE_OWN, byJob: new Map([['r', { event: OWN, isTaken: false }]]) } },
      ].map((known) => ({ type: 'list.recalled', recalled: { ...known, relays: [URL, 'wss://second.example'], now: 5 } })),
      'lock.none': [{ type: 'lock.none' }],
      'xstate.error.actor.lock': [{ type: 'xstate.error.actor.lock', error }],
      'xstate.done.actor.request': [
        { ok: true, answer: { events: [HELD], referenced: [], claims: [] } },
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: false, reason: 'timeout', text: '' },
      ].map((output) => ({ type: 'xstate.done.actor.request', output })),
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
      'relay.events': [{ type: 'relay.events', url: URL, events: [HELD] }],
      'relay.ended': [URL, 'wss://second.example'].map((url) => ({ type: 'relay.ended', url, complete: true })),
      'sign.settled': [
        { ok: true, text: '[]' },
        { ok: false, failure: { code: 'bad-cipher', detail: said('no') } },
        { ok: true, event: OWN },
      ].map((outcome) => ({ type: 'sign.settled', id: 'x', outcome })),
    },
    key: (s) => {
      const { queue, failures, planned, secret, open, recalled, answers } = s.context;
      const first = queue[0];
      const heard = answers.filter(({ answered }: { answered: boolean }) => answered).length;
      const found = answers.some(({ events }: { events: unknown[] }) => events.length > 0);
      return JSON.stringify([
        s.value,
        first && [
          first.intents[0]?.tag[1],
          first.job !== undefined,
          first.agreed !== undefined,
          first.version?.state,
          first.version !== undefined && first.tries,
        ],
        s.value === 'idle' && failures[0] && failures[0].version?.state,
        s.matches({ working: 'fetching' }) && [
          open.size,
          recalled?.versions.length,
          recalled?.own.sending.size,
          answers[0]?.answered,
          heard,
          found,
        ],
        planned?.ok,
        secret && secret.tags !== undefined,
      ]);
    },
  },
  profileEdit: {
    input: { ...editor, relays: [URL, 'wss://second.example'] },
    samples: {
      'profile.type': ['', 'a b', 'ann'].map((text) => ({ type: 'profile.type', field: 'name', text })),
      ...Object.fromEntries(['save', 'confirm', 'again'].map((name) => [`profile.${name}`, [{ type: `profile.${name}`, now: 5 }]])),
      'outbox.begun': [{ type: 'outbox.begun', job: 'j' }],
      'outbox.news': [recordOf('signed', 'ok'), recordOf('refused'), recordOf('signed', 'no', 'none'), recordOf('discarded')].map(
        (record) => ({
          type: 'outbox.news',
          record,
        }),
      ),
      'xstate.done.actor.request': [
        { ok: true, answer: { events: [PROFILE], referenced: [], claims: [] } },
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: false, reason: 'timeout', text: '' },
      ].map((output) => ({ type: 'xstate.done.actor.request', output })),
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
      'relay.events': [{ type: 'relay.events', url: URL, events: [PROFILE] }],
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
    },
    key: ({ value, context: { fields, purpose, base, plan, agreed, job, open, answers } }) => {
      const known = answers.map(({ answered, events }: { answered: boolean; events: unknown[] }) => [answered, events.length > 0]);
      return JSON.stringify([
        value,
        fields.name,
        purpose,
        base.state,
        plan?.changes,
        agreed === undefined,
        job,
        value === 'fetching' && [open.size, known],
      ]);
    },
  },
};
