import type { AnyEventObject } from 'xstate';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import { signingFailure } from '../../../src/events/account/signing/signing-error.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { DirectMessage } from '../../../src/events/messages/rumor.ts';
import { millis, seconds } from '../../../src/events/core/time.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import type { OutboxRecord } from '../../../src/events/publish/outbox/outbox.ts';
import type { Outcome } from '../../../src/machines/core/bus.ts';
import { range } from '../connection/fake-cache.ts';
import type { Walk } from '../machines/app-walks.ts';
import { trusted } from '../events/trusted.ts';
import {
  account,
  bus,
  ends,
  error,
  event,
  OTHER,
  recordOf,
  signer,
  timeout,
  URL,
} from '../machines/walk-samples.ts';

const asker = { account, bus, signer, service: 'wss://here.example', isLocal: true, quiet: true };
const PEER = 'c'.repeat(64);
/** In the form of NIP-04. */
const SEALED = `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`;
const message = trusted({
  kind: 4,
  pubkey: PEER,
  content: SEALED,
  tags: [['p', account]],
  created_at: 9,
});
const other = trusted({
  kind: 4,
  pubkey: account,
  content: SEALED,
  tags: [['p', PEER]],
  created_at: 10,
});
const sealedIn = ({ id, content }: typeof message) => ({ id, peer: PEER, text: content });
const told: DirectMessage = {
  id: OTHER,
  pubkey: account,
  created_at: seconds(10),
  form: 'nip04',
  event: other,
};
const opened = { peer: PEER, message: { ...told, form: 'nip17' }, text: secretOf('private') };
const outgoing = { peer: PEER, text: secretOf('hello'), changedAt: millis(5) };
const writer = { account, peer: PEER, signer, scope: bus, isLocal: true };

/** The record of a job that sends the draft with that time. */
const fromDraft = (record: OutboxRecord, changedAt: number): OutboxRecord => ({
  ...record,
  wish: {
    type: 'event',
    draft: pressed({ kind: 4, tags: [], content: SEALED }),
    origin: `message:${PEER} ${changedAt}`,
  },
});

const ids = Array.from({ length: 20 }, (_, at) => `${at}`);
const answer = (claims: readonly ReturnType<typeof range>[] = []): Outcome => ({
  ok: true,
  answer: { events: [message], referenced: [], claims: [...claims] },
});
/** In the form of NIP-44. */
const WRAPPED = 'A'.repeat(132);
const wrap = trusted({
  kind: 1_059,
  pubkey: OTHER,
  content: WRAPPED,
  tags: [['p', account]],
  created_at: 9,
});
const PAGE_OF_WRAPS = Array.from({ length: 100 }, (_, at) =>
  trusted({ kind: 1_059, content: 'no', created_at: at + 1 }),
);
/** A page with more after it, and the last one. */
const PAGES = [
  answer([range(ids, { since: 5, until: 9 })]),
  answer([range([message.id], { since: 9, until: 9 })]),
  answer(),
];
const UNSIGNED = { ok: false, reason: 'unsigned', text: '' };
const outcomes = (id: string) => ends(id, [...PAGES, timeout, UNSIGNED]);
/** Outputs of the parts that open messages. */
const WHOLE_OR_NOT = [true, false].map((isWhole) => ({ isWhole }));
const text = secretOf('read');
const settled = (outcome: object, id: string): AnyEventObject => ({
  type: 'sign.settled',
  id,
  outcome,
});
const authRequired = {
  ok: false,
  reason: 'notice',
  text: `auth-required: who are you; challenge=${OTHER}`,
};
const REFUSED = { ok: false, failure: signingFailure('event_not_signed') };

/** Walks of the machines of direct messages, in the form of `walks`. */
/** The record if none of its relays could be reached. */
function unreached(record: OutboxRecord): OutboxRecord {
  const reason = { code: 'relay.errored' } as const;
  const relays = [...record.relays].map(
    ([url, delivery]) => [url, { ...delivery, outcome: 'silent', reason }] as const,
  );
  return { ...record, relays: new Map(relays) };
}

export const messageWalks: Readonly<Record<string, Walk>> = {
  unread: {
    input: { account, bus, scope: bus },
    samples: {
      'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
      'stream.partReceived': [
        {
          type: 'stream.partReceived',
          answer: {
            events: [],
            referenced: [],
            claims: [{ claim: 'other', kind: RESULT.MessageStats, content: { cnt: 2 } }],
          },
        },
      ],
      'xstate.error.actor.count': [{ type: 'xstate.error.actor.count', error }],
    },
  },
  authenticatedRequest: {
    input: {
      ...asker,
      query: { verb: 'get_directmsgs', payload: { receiver: account, sender: PEER } },
    },
    samples: {
      'xstate.done.actor.plain': [timeout, authRequired].map((output) => ({
        type: 'xstate.done.actor.plain',
        output,
      })),
      'xstate.error.actor.plain': [{ type: 'xstate.error.actor.plain', error }],
      'xstate.done.actor.signed': [timeout, authRequired].map((output) => ({
        type: 'xstate.done.actor.signed',
        output,
      })),
      'xstate.error.actor.signed': [{ type: 'xstate.error.actor.signed', error }],
    },
  },
  contacts: {
    input: asker,
    samples: {
      'contacts.setService': [{ type: 'contacts.setService', service: 'wss://other.example' }],
      'contacts.show': [{ type: 'contacts.show', relation: 'other' }],
      'contacts.read': [PEER, undefined].map((peer) => ({ type: 'contacts.read', peer })),
      ...outcomes('page'),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.relation,
        context.from,
        context.lists.get(context.relation)?.until,
      ]),
  },
  unreadBySender: {
    input: asker,
    samples: {
      'unread.changed': [0, 3].map((count) => ({ type: 'unread.changed', count })),
      'unreadBySender.open': [{ type: 'unreadBySender.open', service: 'wss://other.example' }],
      ...outcomes('page'),
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.total, context.pages, context.isStale, context.until]),
  },
  decrypt: {
    input: { account, signer, sealed: [sealedIn(message)], quiet: true },
    also: [
      { account, signer, sealed: [], quiet: true },
      {
        account,
        signer,
        sealed: [
          sealedIn(message),
          sealedIn(other),
          { ...sealedIn(message), id: OTHER, text: 'in the clear' },
        ],
        quiet: true,
      },
    ],
    samples: {
      'sign.settled': [
        { ok: true, text: 'read' },
        { ok: false, failure: signingFailure('bad-cipher') },
        REFUSED,
      ].map((outcome) => settled(outcome, message.id)),
    },
    key: ({ value, context }) => JSON.stringify([value, context.open.size]),
  },
  conversation: {
    input: { ...asker, peer: PEER },
    samples: {
      'conversation.setService': [
        { type: 'conversation.setService', service: 'wss://other.example' },
      ],
      'conversation.sent': [{ type: 'conversation.sent', message: told, text }],
      'conversation.opened': [{ type: 'conversation.opened', opened: [opened] }],
      'decrypt.read': [
        { type: 'decrypt.read', id: message.id, text },
        { type: 'decrypt.read', id: message.id, text: undefined },
      ],
      'conversation.file': [{ type: 'conversation.file', id: OTHER }],
      'file.opened': [{ type: 'file.opened', url: 'blob:here' }],
      'file.failed': [{ type: 'file.failed' }],
      'xstate.error.actor.file': [{ type: 'xstate.error.actor.file', error }],
      ...outcomes('page'),
      ...outcomes('news'),
      'xstate.done.actor.batch': [true, false].map((isWhole) => ({
        type: 'xstate.done.actor.batch',
        output: { isWhole },
      })),
      'xstate.error.actor.batch': [{ type: 'xstate.error.actor.batch', error }],
    },
    // files are independent of the other states, so they are only walked from the first one
    key: ({ value: { file, ...value }, context }) =>
      JSON.stringify([
        value,
        context.messages.length,
        [...context.texts].map(([id, one]) => [id, one !== undefined]),
        context.isStale,
        context.messages.length === 0 && file,
      ]),
  },
  outgoingMessage: {
    input: { ...writer, kept: undefined, others: [] },
    also: [
      {
        ...writer,
        kept: outgoing,
        others: [{ ...outgoing, id: '2', changedAt: millis(3) }],
      },
      {
        ...writer,
        kept: { ...outgoing, enteredAt: millis(6) },
        others: [],
      },
      {
        ...writer,
        kept: { ...outgoing, enteredAt: millis(6) },
        others: [
          { ...outgoing, id: '2', changedAt: millis(3), enteredAt: millis(5), isOrdered: true },
        ],
      },
    ],
    samples: {
      'outgoing.chooseForm': [{ type: 'outgoing.chooseForm', form: 'nip04' }],
      'outgoing.showNext': [{ type: 'outgoing.showNext' }],
      'outgoing.locate': [{ type: 'outgoing.locate' }],
      'outgoing.react': [
        {
          type: 'outgoing.react',
          to: OTHER,
          emoji: '🎉',
          now: millis(5),
        },
      ],
      'reaction.failed': [{ type: 'reaction.failed', message: { code: 'publish.unsigned' } }],
      'inboxes.located': [{ peer: [URL], own: [URL] }, { peer: [], own: [URL] }, undefined].flatMap(
        (relays) =>
          [PEER, `send ${PEER}`].map((request) => ({ type: 'inboxes.located', request, relays })),
      ),
      'xstate.done.actor.wrap': [
        {
          ok: true,
          rumor: { id: OTHER, created_at: seconds(9) },
          wraps: { peer: wrap, own: wrap },
        },
        { ok: false, message: { code: 'messages.tooLong' }, isUnable: true },
      ].map((output) => ({ type: 'xstate.done.actor.wrap', output })),
      'xstate.error.actor.wrap': [{ type: 'xstate.error.actor.wrap', error }],
      'outgoing.write': ['', 'hello'].map((words) => ({
        type: 'outgoing.write',
        text: secretOf(words),
        now: millis(7),
      })),
      'outgoing.send': [{ type: 'outgoing.send', now: millis(8) }],
      'outgoing.confirm': [{ type: 'outgoing.confirm', now: seconds(8) }],
      'sign.settled': [{ ok: true, text: SEALED }, REFUSED].map((outcome) =>
        settled(outcome, 'seal'),
      ),
      'outbox.jobMissing': [undefined, 'other'].map((request) => ({
        type: 'outbox.jobMissing',
        request,
      })),
      'outbox.jobCreated': [undefined, 'other'].map((request) => ({
        type: 'outbox.jobCreated',
        job: 'j',
        request,
      })),
      'outbox.jobChanged': [
        recordOf(),
        recordOf('refused'),
        recordOf('discarded'),
        recordOf('signed'),
        recordOf('signed', 'no', 'none'),
        unreached(recordOf('signed', 'no', 'none')),
        recordOf('signed', 'ok'),
        { ...recordOf(), job: 'other' },
        ...[3, 5].flatMap((changedAt) => [
          fromDraft(recordOf('signed'), changedAt),
          fromDraft(recordOf('signed', 'ok'), changedAt),
        ]),
      ].map((record) => ({ type: 'outbox.jobChanged', record })),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.outgoing.text.reveal(),
        context.job,
        context.failure !== undefined,
        context.isResumed && ['resuming', 'locating', 'locked'].includes(String(value)),
        value === 'resuming' && context.outgoing.isOrdered,
        context.relays,
        context.isUnable,
        context.outgoing.wanted,
        context.wrapped !== undefined,
        (context.next?.text.reveal() ?? '') !== '',
        context.queue.length > 0,
        ['writing', 'failed'].includes(String(value)) && context.others.length > 0,
      ]),
  },
  wrap: {
    input: { account, peer: PEER, signer, text, now: seconds(9) },
    also: [{ account, peer: PEER, signer, text: secretOf('x'.repeat(50_000)), now: seconds(9) }],
    samples: {
      'xstate.done.actor.ages': [{ type: 'xstate.done.actor.ages', output: { peer: 0, own: 1 } }],
      'xstate.error.actor.ages': [{ type: 'xstate.error.actor.ages', error }],
      'sign.settled': ['peer', 'own'].flatMap((copy) => [
        settled({ ok: true, text: 'sealed' }, `encrypt ${copy}`),
        settled({ ok: true, event }, `sign ${copy}`),
        settled(REFUSED, `sign ${copy}`),
      ]),
      'xstate.done.actor.wrap': [[wrap, wrap], 'unloaded'].map((output) => ({
        type: 'xstate.done.actor.wrap',
        output,
      })),
      'xstate.error.actor.wrap': [{ type: 'xstate.error.actor.wrap', error }],
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        Object.keys(context.sealed),
        Object.keys(context.seals),
        context.outcome.ok,
      ]),
  },
  giftWraps: {
    input: {
      account,
      isLocal: true,
      bus,
      signer,
      scope: bus,
      home: 'https://here.example',
      homeRelay: URL,
    },
    also: [
      {
        account,
        isLocal: false,
        bus,
        signer,
        scope: bus,
        home: 'https://here.example',
        homeRelay: URL,
      },
    ],
    samples: {
      'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
      'network.proxied': [{ type: 'network.proxied', on: true }],
      'relayList.changed': [
        { type: 'relayList.changed', relays: [{ url: URL, read: true, write: true }] },
      ],
      'messageDrafts.found': [
        {
          type: 'messageDrafts.found',
          drafts: [],
          place: undefined,
          seen: { from: seconds(1), peers: new Map() },
        },
      ],
      'outbox.started': [{ type: 'outbox.started' }],
      'outbox.changed': [{ type: 'outbox.changed', records: new Map([['j', recordOf()]]) }],
      'relay.events': [[wrap], PAGE_OF_WRAPS].map((events) => ({
        type: 'relay.events',
        url: URL,
        events,
      })),
      'relay.ended': [
        ...[URL, 'wss://other.example'].map((url) => ({
          type: 'relay.ended',
          url,
          complete: true,
        })),
        { type: 'relay.ended', url: URL, complete: false, reason: { code: 'relay.wantsAuth' } },
      ],
      'decrypt.read': [text, undefined].map((read) => ({
        type: 'decrypt.read',
        id: wrap.id,
        text: read,
      })),
      'giftWraps.markSeen': [undefined, PEER].map((peer) => ({ type: 'giftWraps.markSeen', peer })),
      ...outcomes('place'),
      'xstate.done.actor.judging': [[event], [undefined]].map((seals) => ({
        type: 'xstate.done.actor.judging',
        output: { seals: () => seals, now: seconds(9) },
      })),
      'xstate.error.actor.judging': [{ type: 'xstate.error.actor.judging', error }],
      ...Object.assign({}, ...['unwrapping', 'unsealing'].map((id) => ends(id, WHOLE_OR_NOT))),
      'xstate.error.actor.messageDrafts': [
        { type: 'xstate.error.actor.messageDrafts', actorId: 'messageDrafts', error },
      ],
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.waiting.length > 0,
        context.texts.size,
        context.seals.size,
        context.older.size,
        context.quiet,
        context.unproved.size,
        (context.brought.get(URL)?.count ?? 0) >= 100,
      ]),
  },
  sendReaction: {
    input: {
      account,
      peer: PEER,
      signer,
      scope: bus,
      relays: { peer: [URL], own: [URL] },
      to: OTHER,
      emoji: '🎉',
      now: millis(5),
    },
    samples: {
      'outbox.jobCreated': [{ type: 'outbox.jobCreated', job: '1' }],
      'xstate.done.actor.wrap': [
        {
          type: 'xstate.done.actor.wrap',
          output: {
            ok: true,
            rumor: { id: OTHER, created_at: 5 },
            wraps: { peer: wrap, own: wrap },
          },
        },
        {
          type: 'xstate.done.actor.wrap',
          output: { ok: false, message: { code: 'messages.tooLong' }, isUnable: false },
        },
      ],
      'xstate.error.actor.wrap': [{ type: 'xstate.error.actor.wrap', error }],
    },
  },
  messageList: {
    input: { account, signer, isLocal: true },
    samples: {
      'messageList.found': [WRAPPED, undefined].map((sealed) => ({
        type: 'messageList.found',
        sealed,
      })),
      'messageList.contacts': [
        {
          type: 'messageList.contacts',
          contacts: new Map([[PEER, { peer: PEER, unread: 1, latestAt: seconds(9) }]]),
          latest: new Map([[PEER, message]]),
        },
      ],
      'messageList.opened': [
        { type: 'messageList.opened', contacts: new Map(), opened: new Map([[PEER, [opened]]]) },
      ],
      'messageList.sent': [{ type: 'messageList.sent', peer: PEER, message: told, text }],
      'decrypt.read': ['list', message.id].map((id) => ({
        type: 'decrypt.read',
        id,
        text: secretOf('[]'),
      })),
      'sign.settled': [
        { type: 'sign.settled', id: 'list', outcome: { ok: true, text: WRAPPED } },
        { type: 'sign.settled', id: 'list', outcome: REFUSED },
      ],
      ...Object.assign({}, ...['stored', 'batch'].map((id) => ends(id, WHOLE_OR_NOT))),
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.latest.size, context.lines.size, context.isUnsaved]),
  },
  messages: {
    input: { account, bus, signer, scope: bus, service: asker.service, isLocal: true },
    also: [{ account, bus, signer, scope: bus, service: '', isLocal: true }],
    samples: {
      'messages.open': [{ type: 'messages.open', service: 'wss://other.example' }],
      'messageDrafts.found': [
        {
          type: 'messageDrafts.found',
          drafts: [outgoing],
          place: { relation: 'other', peer: PEER },
        },
      ],
      'messageDrafts.kept': [{ type: 'messageDrafts.kept', isKept: false }],
      'messages.select': [PEER, undefined].map((peer) => ({ type: 'messages.select', peer })),
      'messages.selectRelation': [{ type: 'messages.selectRelation', relation: 'any' }],
      'unread.changed': [0, 3].map((count) => ({ type: 'unread.changed', count })),
      'contacts.changed': [
        {
          type: 'contacts.changed',
          unread: new Map([[PEER, 2]]),
          contacts: new Map(),
          latest: new Map(),
        },
      ],
      'messageList.keep': [{ type: 'messageList.keep', sealed: WRAPPED }],
      'outgoing.changed': [{ type: 'outgoing.changed', outgoing }],
      'outgoing.sent': [{ type: 'outgoing.sent', peer: PEER, message: told, text }],
      'giftWraps.changed': [0, 1].map((lost) => ({
        type: 'giftWraps.changed',
        opened: new Map([[PEER, [opened]]]),
        contacts: new Map([[PEER, { peer: PEER, unread: 1, latestAt: seconds(9) }]]),
        lost,
      })),
      'xstate.done.actor.*': ['mark', `mark ${PEER}`].map((actorId) => ({
        type: `xstate.done.actor.${actorId}`,
        actorId,
        output: timeout,
      })),
      'xstate.error.actor.*': ['contacts', 'mark', `conversation ${PEER}`].map((actorId) => ({
        type: `xstate.error.actor.${actorId}`,
        actorId,
        error,
      })),
      'xstate.error.actor.messageDrafts': [
        { type: 'xstate.error.actor.messageDrafts', actorId: 'messageDrafts', error },
      ],
      'xstate.error.actor.log': [{ type: 'xstate.error.actor.log', actorId: 'log', error }],
      'xstate.error.actor.messageList': [
        { type: 'xstate.error.actor.messageList', actorId: 'messageList', error },
      ],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.peer, context.open, context.total, [...context.marking]]),
  },
};
