import { KIND } from '../../../src/events/nostr/kinds.ts';
import { originOfArticle } from '../../../src/events/compose/article/article-draft.ts';
import { BLANK_ARTICLE } from '../../../src/events/compose/article/article-edit.ts';
import {
  type ArticleVersion,
  begunVersion,
  publishedVersion,
} from '../../../src/events/compose/article/article-versions.ts';
import { millis, seconds } from '../../../src/events/core/time.ts';
import type { Walk } from '../machines/app-walks.ts';
import { trusted } from '../events/trusted.ts';
import {
  account,
  bus,
  ends,
  error,
  recordOf,
  signer,
  timeout,
  URL,
} from '../machines/walk-samples.ts';

const noFiles = { files: [], tier: 'none', told: undefined, servers: undefined, mirrors: false };
const text = (content: string) => ({ ...BLANK_ARTICLE, title: 'T', content });
const version = (id: string, content: string, seen: readonly ArticleVersion[] = []) =>
  begunVersion(id, seen, { text: text(content), base: undefined, now: millis(1_000) });
const kept = version('kept 0', 'kept');
const other = version('other 0', 'other');
const versions = new Map([[kept.id, kept]]);
const relays = [{ url: URL, read: true, write: true }];
const place = { account, bus, signer, scope: bus, draft: 'd' };
const writing = {
  ...place,
  isLocal: true,
  identifier: undefined,
  isNew: false,
  isFinished: false,
  versions,
  sitting: 's',
  relays,
  privates: [],
};
const published = trusted({
  kind: KIND.LongForm,
  pubkey: account,
  content: 'x',
  tags: [
    ['d', 'x'],
    ['title', 'T'],
  ],
});
const sealed = trusted({
  kind: KIND.Draft,
  pubkey: account,
  content: `A${'b'.repeat(131)}`,
  tags: [
    ['d', 'd'],
    ['k', '30023'],
  ],
});

const named = trusted({ kind: KIND.PrivateRelays, pubkey: account, content: 'sealed' });

/**
 * Results of a look at the relay: nothing, another version, the article, an emptied draft, one that
 * stays encrypted.
 */
const looks = [
  { versions: [], published: undefined, opened: [], closed: [], isHeard: true, emptied: undefined },
  {
    versions: [other],
    published: undefined,
    opened: [],
    closed: [],
    isHeard: true,
    emptied: undefined,
  },
  {
    versions: [publishedVersion(published)],
    published,
    opened: [],
    closed: [],
    isHeard: true,
    emptied: undefined,
  },
  {
    versions: [],
    published: undefined,
    opened: [],
    closed: [],
    isHeard: true,
    emptied: trusted({
      kind: 31234,
      pubkey: account,
      content: '',
      tags: [
        ['d', 'd'],
        ['a', `30023:${account}:x`],
      ],
    }),
  },
  {
    versions: [],
    published: undefined,
    opened: [],
    closed: [sealed.id],
    isHeard: false,
    emptied: undefined,
  },
];
const looked = (id: string) => ends(id, looks);

/** Report the records of a job, from the disk or from elsewhere. */
const records = (...lines: readonly string[]) => {
  const record = recordOf(...lines);
  const wish = {
    type: 'event' as const,
    draft: { kind: KIND.LongForm, tags: [], content: 'kept' },
    origin: originOfArticle('d', kept),
  };
  return { type: 'outbox.jobChanged', record: { ...record, wish } };
};
const settled = (outcome: object) => ({ type: 'sign.settled', id: sealed.id, outcome });

/** Walks of the machines that write articles, in the form of `walks`. */
export const articleWalks: Record<
  | 'articleEdit'
  | 'articleWriting'
  | 'privateRelays'
  | 'articleLookup'
  | 'articleSave'
  | 'articleWatch',
  Walk
> = {
  articleEdit: {
    input: { account, isLocal: true, bus, signer, scope: bus, home: 'https://here.example' },
    samples: {
      'articles.found': [{ type: 'articles.found', drafts: new Map([['d', versions]]) }],
      'articles.updated': [{ type: 'articles.updated', draft: 'd', version: other }],
      'articles.removed': [
        { type: 'articles.removed', draft: 'd', until: { [kept.id]: 9_999_999 } },
      ],
      'articles.kept': [{ type: 'articles.kept', draft: 'd', until: { [kept.id]: 9_999_999 } }],
      'articles.writeFailed': [{ type: 'articles.writeFailed', reason: 'full' }],
      'articleEdit.move': [
        {
          type: 'articleEdit.move',
          to: '30023:x',
          version: other,
          removal: { type: 'articleEdit.remove', draft: 'd', now: seconds(9) },
        },
      ],
      'articleEdit.keep': [{ type: 'articleEdit.keep', draft: 'd', version: other }],
      'articleEdit.begin': ['d', 'e'].map((draft) => ({
        type: 'articleEdit.begin',
        draft,
        sitting: 's',
        isNew: true,
      })),
      'articleEdit.leave': ['d', 'e'].map((draft) => ({ type: 'articleEdit.leave', draft })),
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      'articleEdit.upload': [{ type: 'articleEdit.upload', draft: 'd', add: noFiles }],
      'articleEdit.remove': [
        { type: 'articleEdit.remove', draft: 'd', now: seconds(9), saved: seconds(8) },
      ],
      'article.found': [{ type: 'article.found', draft: 'd', event: published }],
      'relayList.changed': [{ type: 'relayList.changed', relays }],
      'xstate.done.actor.privateRelays': [
        { type: 'xstate.done.actor.privateRelays', output: { urls: [URL] } },
      ],
      'outbox.changed': [
        { type: 'outbox.changed', records: new Map([['j', records('signed', 'ok').record]]) },
      ],
      'xstate.error.actor.*': ['writing', 'articles', 'uploads', 'mention'].map((actorId) => ({
        type: `xstate.error.actor.${actorId}`,
        actorId,
        error,
      })),
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.writing, context.waiting?.draft, [...context.drafts.keys()]]),
  },
  articleWriting: {
    input: writing,
    also: [
      { ...writing, versions: new Map(), isNew: true },
      { ...writing, versions: new Map() },
      { ...writing, relays: [] },
      { ...writing, versions: new Map(), relays: [] },
      { ...writing, relays: [{ url: URL, read: true, write: false }] },
      { ...writing, isLocal: false },
    ],
    samples: {
      'article.write': ['', 'more'].map((content) => ({
        type: 'article.write',
        text: text(content),
        now: millis(2_000),
      })),
      'article.restore': [{ type: 'article.restore', id: kept.id, now: millis(3_000) }],
      'article.adopt': [{ type: 'article.adopt', now: seconds(9) }],
      'article.keepSeparate': [{ type: 'article.keepSeparate' }],
      'article.found': [
        {
          type: 'article.found',
          draft: 'd',
          event: trusted({
            kind: 31234,
            pubkey: account,
            content: '',
            tags: [
              ['d', 'd'],
              ['a', `30023:${account}:x`],
            ],
          }),
        },
      ],
      'article.cancelLeave': [{ type: 'article.cancelLeave', now: millis(3_000) }],
      'article.updated': [other, version('next 0', 'went on', [kept])].map((one) => ({
        type: 'article.updated',
        version: one,
      })),
      'article.removed': [{ type: 'article.removed', until: {} }],
      'article.kept': [{ type: 'article.kept', until: { [kept.id]: 9_999_999 } }],
      'article.review': [{ type: 'article.review', chance: 'abc123' }],
      'article.publish': [
        { type: 'article.publish', now: seconds(9), client: undefined, note: true },
      ],
      'article.retry': [{ type: 'article.retry', now: seconds(9) }],
      'privateRelays.changed': [{ type: 'privateRelays.changed', urls: [URL] }],
      'relayList.changed': [relays, [{ url: URL, read: true, write: false }]].map((all) => ({
        type: 'relayList.changed',
        relays: all,
      })),
      'outbox.jobCreated': [{ type: 'outbox.jobCreated', job: 'j' }],
      'outbox.jobChanged': [
        records(),
        records('refused'),
        records('discarded'),
        records('signed'),
        records('signed', 'no', 'none'),
        records('signed', 'ok'),
        { type: 'outbox.jobChanged', record: { ...recordOf('discarded'), job: 'other' } },
      ],
      ...looked('look'),
      ...looked('check'),
      ...looked('catchUp'),
      ...looked('before'),
      'xstate.done.actor.save': [
        { ok: true, version: kept, event: sealed },
        { ok: false, version: kept, why: 'silent' },
      ].map((output) => ({ type: 'xstate.done.actor.save', output })),
      'xstate.error.actor.save': [{ type: 'xstate.error.actor.save', error }],
    },
    key: ({
      value,
      context: {
        isTouched,
        versions: known,
        closed,
        relays: all,
        mine,
        published: found,
        elsewhere,
      },
    }) =>
      JSON.stringify([
        value,
        isTouched,
        Math.min(known.size, 2),
        closed.length,
        all[0]?.write,
        mine.text.content === '',
        found !== undefined,
        // these are only walked from the first state
        elsewhere !== undefined &&
          found === undefined &&
          closed.length === 0 &&
          known.size < 2 &&
          !isTouched,
      ]),
  },
  articleWatch: {
    input: { account, scope: bus, draft: 'd', relays: [URL] },
    samples: { 'relay.events': [{ type: 'relay.events', url: URL, events: [published] }] },
  },
  articleLookup: {
    input: { ...place, relays: [URL], identifier: 'x', known: new Set(), quiet: true },
    also: [{ ...place, relays: [], identifier: undefined, known: new Set(), quiet: false }],
    samples: {
      'relay.events': [[sealed], [published]].map((events) => ({
        type: 'relay.events',
        url: URL,
        events,
      })),
      'relay.ended': [{ type: 'relay.ended', url: URL, complete: true }],
      'sign.settled': [
        settled({ ok: true, text: '{}' }),
        settled({ ok: false, failure: { code: 'event_not_signed' } }),
        settled({ ok: false, failure: { code: 'bad-cipher' } }),
      ],
      'xstate.done.actor.published': [
        { ok: true, answer: { events: [published], referenced: [], claims: [] } },
        timeout,
      ].map((output) => ({
        type: 'xstate.done.actor.published',
        output,
      })),
      'xstate.error.actor.published': [{ type: 'xstate.error.actor.published', error }],
    },
    key: ({ value, context: { open, isServed, events, asked } }) =>
      JSON.stringify([value, open.length, isServed, events.size, asked.size]),
  },
  privateRelays: {
    input: { account, bus, signer, home: 'https://here.example' },
    samples: {
      'xstate.done.actor.request': [
        { ok: true, answer: { events: [named], referenced: [], claims: [], rejected: 0 } },
        { ok: true, answer: { events: [], referenced: [], claims: [], rejected: 0 } },
        timeout,
      ].map((output) => ({ type: 'xstate.done.actor.request', output })),
      'xstate.error.actor.request': [{ type: 'xstate.error.actor.request', error }],
      'xstate.done.actor.open': [
        { type: 'xstate.done.actor.open', output: { content: 'sealed', tags: [['relay', URL]] } },
      ],
      'xstate.error.actor.open': [{ type: 'xstate.error.actor.open', error }],
    },
    key: ({ value, context }) => JSON.stringify([value, context.urls.length]),
  },
  articleSave: {
    input: { ...place, version: kept, now: seconds(9), relays: [URL], quiet: true },
    also: [
      {
        ...place,
        version: version('long 0', 'x'.repeat(70_000)),
        now: seconds(9),
        relays: [URL],
        quiet: true,
      },
    ],
    samples: {
      'sign.settled': [
        settled({ ok: true, text: 'sealed' }),
        settled({ ok: true, event: sealed }),
        settled({ ok: false, failure: { code: 'event_not_signed' } }),
      ],
      'broadcast.ended': [true, false].map((isTaken) => ({
        type: 'broadcast.ended',
        eventId: sealed.id,
        isTaken,
      })),
      'xstate.done.actor.broadcast': [{ type: 'xstate.done.actor.broadcast', output: undefined }],
      'xstate.error.actor.broadcast': [{ type: 'xstate.error.actor.broadcast', error }],
    },
    key: ({ value, context }) => JSON.stringify([value, context.isTaken]),
  },
};
