import { NO_FIELDS } from '../../../src/events/account/profile/profile-fields.ts';
import { quotedMessage } from '../../../src/events/account/user-message.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { follow } from '../../../src/events/account/lists/list-intents.ts';
import type { OutboxRecord } from '../../../src/events/publish/outbox/outbox.ts';
import type { Walk } from '../machines/app-walks.ts';
import { trusted } from '../events/trusted.ts';
import {
  error,
  event,
  bus,
  OTHER,
  recordOf,
  signer,
  timeout,
  URL,
} from '../machines/walk-samples.ts';

/** A list of bookmarks with one public entry and a private part. */
const HELD = trusted({
  pubkey: event.pubkey,
  kind: 10_003,
  tags: [['e', OTHER]],
  content: 'sealed',
  created_at: 1,
});
/** Its next version, as the editor makes it, and the outbox's report on it. */
const OWN = trusted({
  ...HELD,
  tags: [
    ['e', OTHER],
    ['e', event.id],
  ],
  created_at: 5,
});
const listRecord = (...names: readonly string[]): OutboxRecord => ({
  ...recordOf(...names),
  event: OWN,
});
/** The same job, failed because a relay has a newer version. */
const outdated = (record: OutboxRecord): OutboxRecord => ({
  ...record,
  wish: { type: 'list', list: 'bookmarks', intents: [] },
  broadcast: { outcome: 'rejected', reason: quotedMessage('replaced: have newer event') },
});
/** This tab has signed no version. */
export const NONE_OWN = {
  given: new Set(),
  taken: [],
  sending: new Set(),
  byJob: new Map(),
  last: undefined,
};

/** A profile, and the input of its editor. */
const PROFILE = trusted({
  pubkey: event.pubkey,
  kind: 0,
  tags: [],
  content: '{"name":"ben"}',
  created_at: 1,
});
const profileAt = (created_at: number, fields: Readonly<Record<string, string>>) =>
  trusted({
    pubkey: event.pubkey,
    kind: 0,
    tags: [],
    content: JSON.stringify(fields),
    created_at,
  });
/** A saved profile, as its editor reports it. */
const SAVED = { version: PROFILE, before: { ...NO_FIELDS, name: 'ann' }, wanted: { name: 'ben' } };
const editor = {
  account: event.pubkey,
  bus,
  scope: bus,
  records: new Map(),
  remembered: [],
  now: 5,
  home: 'http://here.example',
};

const follows = (at: number, ...tags: string[][]) =>
  trusted({ pubkey: event.pubkey, kind: 3, tags, created_at: at });

/** States of a list edit in the outbox. */
export const LIST_RECORDS = [
  listRecord('signed'),
  listRecord('signed', 'ok'),
  recordOf('refused'),
  listRecord('signed', 'no', 'none'),
  outdated(listRecord('signed', 'no', 'none')),
];

/** True in the states whose next steps depend on whether an edit has waited for the network. */
const isBeforePlan = (value: unknown) =>
  ['idle', 'held'].includes(String(value)) ||
  /waiting|recalling|fetching/.test(JSON.stringify(value));

/** Walks of the machines that edit lists and the profile, in the form of `walks`. */
export const listWalks: Record<string, Walk> = {
  lists: {
    input: { account: event.pubkey, bus, signer, scope: bus },
    samples: {
      'relayList.changed': [{ type: 'relayList.changed', relays: [] }],
      'outbox.started': [{ type: 'outbox.started' }],
      'network.offline': [{ type: 'network.offline', on: true }],
      'list.held': [{ type: 'list.held', message: quotedMessage('no') }],
      'outbox.changed': [{ type: 'outbox.changed', records: new Map() }],
      'versions.found': [
        [follows(100, ['p', OTHER])],
        [follows(200)],
        [KIND.Contacts, KIND.MuteList, KIND.Bookmarks].map((kind) =>
          trusted({ pubkey: event.pubkey, kind, created_at: 100 }),
        ),
      ].map((events) => ({ type: 'versions.found', events, now: 300 })),
      'lists.edit': [{ type: 'lists.edit', list: 'follows', intents: [], now: 5 }],
      'lists.resume': [{ type: 'lists.resume', job: 'none' }],
      'lists.restore': [{ type: 'lists.restore', now: 5 }],
      'lists.open': [{ type: 'lists.open', list: 'follows', event: follows(1) }],
      'lists.show': [{ type: 'lists.show', tags: [['p', OTHER]] }],
      'sign.settled': [{ type: 'sign.settled', id: 'x', outcome: { ok: true, text: '[]' } }],
      'list.recall': [{ type: 'list.recall', list: 'follows' }],
      'list.seen': [{ type: 'list.seen', seen: [] }],
      'list.agreed': [{ type: 'list.agreed', unheard: ['cache'] }],
      'lists.undo': [{ type: 'lists.undo', job: 'lists 0' }],
      'xstate.done.actor.opener': [
        { type: 'xstate.done.actor.opener', output: { content: 'x', tags: [] } },
      ],
      'list.saved': [
        { type: 'list.saved', list: 'follows', intents: [] },
        {
          type: 'list.saved',
          list: 'follows',
          intents: [follow('f'.repeat(64))],
          accepted: { version: follows(150), base: undefined, acceptedAt: 150, isShown: false },
        },
      ],
      'list.failed': [{ type: 'list.failed', list: 'follows', message: quotedMessage('no') }],
      'list.rechecked': [{ type: 'list.rechecked', list: 'follows' }],
      'xstate.done.actor.look': [{ type: 'xstate.done.actor.look', output: timeout }],
      'xstate.error.actor.look': [{ type: 'xstate.error.actor.look', error }],
      'lists.profile': [
        { type: 'lists.profile', remembered: [], now: 5, home: 'http://here.example' },
      ],
      'xstate.done.actor.profile': [{ type: 'xstate.done.actor.profile', output: undefined }],
      'profile.saved': [{ type: 'profile.saved', ...SAVED }],
      'xstate.done.actor.profileRecheck': [
        { type: 'xstate.done.actor.profileRecheck', output: undefined },
      ],
      'xstate.done.actor.leftProfile': [
        { type: 'xstate.done.actor.leftProfile', output: undefined },
      ],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.at, context.losses.length, context.relays]),
  },
  listRecheck: {
    input: {
      list: 'follows',
      account: event.pubkey,
      bus,
      scope: bus,
      relays: [URL],
      version: '0'.repeat(64),
    },
    samples: {
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      'relay.events': [{ type: 'relay.events', url: URL, events: [follows(1)] }],
      'relay.ended': [true, false].map((complete) => ({ type: 'relay.ended', url: URL, complete })),
      'xstate.done.actor.request': [
        { ok: true, answer: { events: [follows(1)], referenced: [], claims: [] } },
        { ok: false, reason: 'timeout', text: '' },
      ].map((output) => ({ type: 'xstate.done.actor.request', output })),
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
    },
    key: ({ value, context: { looks, open, answers } }) =>
      JSON.stringify([
        value,
        looks,
        open.size,
        answers.some(({ answered }: { answered: boolean }) => answered),
      ]),
  },
  profileRecheck: {
    input: { account: event.pubkey, bus, scope: bus, relays: [URL], ...SAVED },
    samples: {
      'list.seen': [
        [],
        [profileAt(2, { name: 'ann', website: 'https://ben.example' })],
        [profileAt(3, { name: 'cat' })],
      ].map((seen) => ({ type: 'list.seen', seen })),
      'list.rechecked': [{ type: 'list.rechecked', list: 'profile' }],
      'outbox.jobCreated': [{ type: 'outbox.jobCreated', job: 'j' }],
      'outbox.jobChanged': [recordOf('signed', 'ok'), recordOf('refused')].map((record) => ({
        type: 'outbox.jobChanged',
        record,
      })),
      'xstate.error.actor.recheck': [{ type: 'xstate.error.actor.recheck', error }],
    },
    key: ({ value, context: { other, job, times, version } }) =>
      JSON.stringify([value, other?.id, job, times, version.id]),
  },
  listEdit: {
    input: { list: 'bookmarks', account: event.pubkey, bus, signer, scope: bus, isOffline: false },
    samples: {
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      'list.edit': [
        ...[
          { act: 'add', tag: ['e', event.id] },
          { act: 'add', tag: ['e', OTHER] },
          { act: 'add', tag: ['e', 'f'.repeat(64)], secret: true },
          { act: 'add', tag: ['p', 'none'] },
        ].map((intent) => ({ type: 'list.edit', intents: [intent], now: 1 })),
        {
          type: 'list.edit',
          intents: [{ act: 'add', tag: ['e', OTHER] }],
          now: 1,
          question: { code: 'removeMirrors' },
        },
      ],
      'list.resume': [
        { type: 'list.resume', job: 'r', intents: [], isLeft: true },
        {
          type: 'list.resume',
          job: 'h',
          intents: [{ act: 'add', tag: ['e', '9'.repeat(64)], secret: true }],
          isLeft: true,
          isHeld: true,
        },
      ],
      'outbox.jobCreated': ({ context }) => [
        { type: 'outbox.jobCreated', job: 'j', request: context.queue[0]?.request ?? 'another' },
      ],
      'outbox.jobChanged': LIST_RECORDS.map((record) => ({ type: 'outbox.jobChanged', record })),
      'list.recalled': [
        { versions: [], own: NONE_OWN },
        { versions: [HELD], own: NONE_OWN },
        { versions: [HELD], own: { ...NONE_OWN, sending: new Set(['other']) } },
        {
          versions: [HELD],
          own: { ...NONE_OWN, byJob: new Map([['r', { event: OWN, isTaken: false }]]) },
        },
      ].map((known) => ({
        type: 'list.recalled',
        recalled: { ...known, relays: [URL, 'wss://second.example'], now: 5 },
      })),
      'lock.unavailable': [{ type: 'lock.unavailable' }],
      'xstate.error.actor.lock': [{ type: 'xstate.error.actor.lock', error }],
      'xstate.done.actor.request': [
        { ok: true, answer: { events: [HELD], referenced: [], claims: [] } },
        { ok: true, answer: { events: [], referenced: [], claims: [] } },
        { ok: false, reason: 'timeout', text: '' },
      ].map((output) => ({ type: 'xstate.done.actor.request', output })),
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
      'relay.events': [{ type: 'relay.events', url: URL, events: [HELD] }],
      'relay.ended': [URL, 'wss://second.example'].map((url) => ({
        type: 'relay.ended',
        url,
        complete: true,
      })),
      'sign.settled': [
        { ok: true, text: '[]' },
        { ok: false, failure: { code: 'bad-cipher', detail: quotedMessage('no') } },
        { ok: false, failure: { code: 'sign-no-nsec', detail: { code: 'pin.missing' } } },
        { ok: false, failure: { code: 'event_not_signed', detail: { code: 'key.inText' } } },
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
        s.matches({ working: 'publishing' }) && s.context.isOffline,
        isBeforePlan(s.value) && first?.isHeld,
        first && [
          first.intents[0]?.tag[1],
          first.job !== undefined,
          first.agreed !== undefined,
          first.question !== undefined,
          first.version?.state,
          first.version?.isOutdated,
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
  silentDecrypt: {
    input: { list: 'mutes', account: event.pubkey, signer, content: 'sealed' },
    samples: {
      'sign.settled': [
        { ok: true, text: '[]' },
        { ok: false, failure: { code: 'bad-cipher', detail: quotedMessage('no') } },
        { ok: false, failure: { code: 'event_not_signed', detail: quotedMessage('no') } },
      ].map((outcome) => ({ type: 'sign.settled', id: 'sealed', outcome })),
    },
  },
  profileEdit: {
    input: { ...editor, relays: [URL, 'wss://second.example'] },
    samples: {
      'profile.type': ['', 'a b', 'ann'].map((text) => ({
        type: 'profile.type',
        field: 'name',
        text,
      })),
      ...Object.fromEntries(
        ['save', 'confirm', 'retry'].map((name) => [
          `profile.${name}`,
          [{ type: `profile.${name}`, now: 5 }],
        ]),
      ),
      'outbox.jobCreated': [{ type: 'outbox.jobCreated', job: 'j' }],
      'outbox.jobChanged': [
        recordOf('signed', 'ok'),
        recordOf('refused'),
        recordOf('signed', 'no', 'none'),
        outdated(recordOf('signed', 'no', 'none')),
        recordOf('discarded'),
      ].map((record) => ({
        type: 'outbox.jobChanged',
        record,
      })),
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
      const known = answers.map(
        ({ answered, events }: { answered: boolean; events: unknown[] }) => [
          answered,
          events.length > 0,
        ],
      );
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
