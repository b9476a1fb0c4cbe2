import { type ActorRefFrom, assign, enqueueActions, sendTo, setup, spawnChild } from 'xstate';
import { writeUrls, type OwnRelay } from '../../../events/account/lists/relay-list.ts';
import { type Draft, tagValue } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  draftDeletion,
  emptiedDraft,
  readOriginOfArticle,
  sourceOfDraft,
} from '../../../events/compose/article/article-draft.ts';
import {
  type ArticleVersions,
  hasSeen,
  headsOf,
  keptVersions,
  NO_VERSIONS,
  reaches,
  savedAt,
  withoutVersions,
  withVersions,
} from '../../../events/compose/article/article-versions.ts';
import { type OutboxRecords, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { nextCreatedAt } from '../../../events/publish/outbox/event-template.ts';
import {
  inMillis,
  inSeconds,
  later,
  minus,
  type Seconds,
  seconds,
} from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { AccountEnding, ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import { endingOf, judgeCrash, pathed, type Restarts } from '../../core/supervision.ts';
import type { Bus } from '../../core/bus.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import { unsentNews } from '../../account/session/unsent-text.ts';
import { type ArticleSighted, articleWatchMachine } from './article-watch.machine.ts';
import type {
  ArticleMove,
  ArticleRemoval,
  ArticleReport,
  ArticlesCommand,
  ArticlesSignal,
  Until,
} from './article-protocol.ts';
import { articleWritingMachine } from './article-writing.machine.ts';
import { mentionMachine } from '../emoji/mention.machine.ts';
import { privateRelaysMachine } from '../../publish/outbox/private-relays.machine.ts';
import type { OutboxStarted, LogUpdate, PublishIntent } from '../../core/outbox-protocol.ts';
import {
  type UploadsAdd,
  uploadsMachine,
  type UploadsNews,
} from '../../media/upload/uploads.machine.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type {
  NetworkNews,
  PrivateRelaysChanged,
  RelayListChanged,
} from '../../connection/relay-protocol.ts';

export type ArticleEditEvent =
  | AccountEnding
  | ArticlesSignal
  | ArticleReport
  | LogUpdate
  | OutboxStarted
  | RelayListChanged
  | Extract<NetworkNews, { type: 'network.offline' }>
  | UploadsNews
  /** Shows the drafts of articles. */
  | { type: 'articleEdit.open' }
  /**
   * Opens an editor. `sitting`: unique name of the editing session. `isNew`: there is nothing to
   * look up.
   */
  | { type: 'articleEdit.begin'; draft: string; sitting: string; isNew: boolean }
  /**
   * Uploads a picture for the open article. The caller inserts it into the text after the upload.
   */
  | { type: 'articleEdit.upload'; draft: string; add: Omit<UploadsAdd, 'type'> }
  /** Closes the editor. The text is kept. */
  | { type: 'articleEdit.leave'; draft: string }
  /**
   * Removes a draft, because the user deletes it or its article was accepted. `saved`: date of the
   * draft on relays. `ids`: known ids of such events.
   */
  | (ArticleRemoval & { saved?: Seconds; ids?: readonly string[] })
  | ArticleMove
  | ArticleSighted;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    articleEdit: ArticleEditEvent;
  }
}

interface ArticleEditInput {
  readonly account: string;
  readonly isLocal: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** Origin of the page. */
  readonly home: string;
}

interface Context extends ArticleEditInput {
  readonly isOffline: boolean;
  readonly relays: readonly OwnRelay[];
  /** Relays for drafts. If empty, drafts go to the account's write relays. */
  readonly privates: ReadonlyArray<Ours<string>>;
  /** Versions of each draft on this device. */
  readonly drafts: ReadonlyMap<string, ArticleVersions>;
  /**
   * Removed drafts with the date of their deletion on relays. Events up to that date are not
   * listed, although relays may still send them.
   */
  readonly removed: ReadonlyMap<string, Seconds>;
  /** Drafts that were published or deleted since this actor started. */
  readonly finished: ReadonlySet<string>;
  readonly unkept: 'full' | 'blocked' | undefined;
  /** Texts that continue in another draft, by its name, until the disk has stored them there. */
  readonly moves: ReadonlyMap<string, ArticleMove>;
  /** Name of the draft in the open editor. */
  readonly writing: string | undefined;
  /** The draft to open once the stored ones are loaded. */
  readonly waiting: Extract<ArticleEditEvent, { type: 'articleEdit.begin' }> | undefined;
  readonly restarts: Restarts;
}

/**
 * All article drafts of an account on this device (COMPOSE-06, COMPOSE-09), and the open editor. A
 * draft is removed here and on relays only after the outbox log shows that its article was
 * accepted. This also works after a reload (INV-NO-LOSS). Later changes stay.
 */
export const articleEditMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ArticleEditEvent,
    input: {} as ArticleEditInput,
    tags: {} as 'opening',
    children: {} as {
      articles: 'articles';
      writing: 'writing';
      watch: 'watch';
      uploads: 'uploads';
      privateRelays: 'privateRelays';
      mention: 'mention';
    },
  },
  actors: {
    articles: callbackPort<ArticlesCommand, { account: string }>('articles'),
    writing: articleWritingMachine,
    watch: articleWatchMachine,
    uploads: uploadsMachine,
    privateRelays: privateRelaysMachine,
    mention: mentionMachine,
  },
  guards: {
    isOpen: ({ context, event }) =>
      event.type === 'articleEdit.begin' && context.writing === event.draft,
    isWriting: ({ context, event }) => 'draft' in event && context.writing === event.draft,
  },
  // longer than the timeout of a slow disk
  delays: { timeout: 15_000 },
  actions: {
    attend: sendTo(
      ({ context }) => context.scope,
      ({ self }) => ({ type: 'outbox.subscribe', from: self }),
    ),
    recordFound: assign(whenEvent('articles.found', ({ event }) => ({ drafts: event.drafts }))),
    recordTold: enqueueActions(({ context: { drafts, writing }, event, enqueue }) => {
      if (event.type !== 'articles.updated') return;
      const { draft, version } = event;
      enqueue.assign({ drafts: withVersion(drafts, draft, [version]) });
      if (writing === draft) enqueue.sendTo('writing', { type: 'article.updated', version });
    }),
    recordGone: enqueueActions(({ context: { drafts, writing }, event, enqueue }) => {
      if (event.type !== 'articles.removed') return;
      const { draft, until } = event;
      const left = withoutVersions(drafts.get(draft) ?? NO_VERSIONS, until);
      enqueue.assign({
        drafts: left.size === 0 ? withoutKey(drafts, draft) : new Map(drafts).set(draft, left),
      });
      if (writing === draft) enqueue.sendTo('writing', { type: 'article.removed', until });
    }),
    recordUnkept: assign(
      whenEvent('articles.writeFailed', ({ event }) => ({ unkept: event.reason })),
    ),
    recordKept: enqueueActions(({ context: { writing }, event, enqueue }) => {
      if (event.type !== 'articles.kept') return;
      enqueue.assign({ unkept: undefined });
      if (writing === event.draft)
        enqueue.sendTo('writing', { type: 'article.kept', until: event.until });
    }),
    move: enqueueActions(({ context: { moves }, event, enqueue }) => {
      if (event.type !== 'articleEdit.move') return;
      const { to, version } = event;
      enqueue.assign({ moves: new Map(moves).set(to, event) });
      enqueue.raise({ type: 'articleEdit.keep', draft: to, version, hurry: true });
    }),
    endMove: enqueueActions(({ context: { moves }, event, enqueue }) => {
      const move = event.type === 'articles.kept' ? moves.get(event.draft) : undefined;
      if (event.type !== 'articles.kept' || !move || !reaches(event.until, move.version)) return;
      enqueue.assign({ moves: withoutKey(moves, event.draft) });
      enqueue.raise(move.removal);
    }),
    flush: enqueueActions(({ context: { writing }, enqueue }) => {
      if (writing !== undefined) enqueue.sendTo('writing', { type: 'article.flush' });
    }),
    /** Store the last typed letters, and say where the text is. */
    leaveAccount: enqueueActions(({ context: { bus, drafts, writing }, event, enqueue }) => {
      if (event.type !== 'account.ending' || writing === undefined) return;
      if (!event.isErased) enqueue.raise({ type: 'articles.flush' });
      if (drafts.has(writing)) enqueue.sendTo(bus, unsentNews('article', event.isErased));
    }),
    keep: enqueueActions(({ context: { drafts }, event, enqueue }) => {
      if (event.type !== 'articleEdit.keep') return;
      const { draft, version, hurry } = event;
      const known = drafts.get(draft)?.get(version.id);
      const after = withVersion(drafts, draft, [version]);
      enqueue.assign({ drafts: after });
      // an unchanged version need not be stored again
      if (after.get(draft)?.get(version.id) === known && !hurry) return;
      enqueue.sendTo('articles', {
        type: 'articles.keep',
        draft,
        version,
        ...(hurry ? { hurry } : {}),
      });
    }),
    hold: assign(({ event }) => (event.type === 'articleEdit.begin' ? { waiting: event } : {})),
    begin: enqueueActions(({ context, event, enqueue }) => {
      const begun = event.type === 'articleEdit.begin' ? event : context.waiting;
      if (!begun) return;
      const { account, isLocal, bus, signer, scope, relays, privates, drafts, finished } = context;
      const { draft, sitting, isNew } = begun;
      const input = {
        account,
        isLocal,
        bus,
        signer,
        scope,
        relays,
        privates,
        draft,
        sitting,
        isNew,
        identifier: sourceOfDraft(draft)?.identifier,
        isFinished: finished.has(draft),
        versions: drafts.get(draft) ?? NO_VERSIONS,
      };
      // flush the last typed text before the editor stops
      if (context.writing !== undefined) enqueue.sendTo('writing', { type: 'article.flush' });
      enqueue.stopChild('writing');
      enqueue.stopChild('uploads');
      enqueue.assign({ writing: draft, waiting: undefined });
      enqueue.spawnChild('writing', { id: 'writing', input });
    }),
    /**
     * Restart the watch after the open draft or the relays changed. An edit of a published article
     * needs no watch, because each lookup fetches it.
     */
    watch: enqueueActions(({ context: { account, scope, relays, writing }, enqueue }) => {
      enqueue.stopChild('watch');
      const urls = writeUrls(relays);
      if (writing === undefined || sourceOfDraft(writing) || urls.length === 0) return;
      enqueue.spawnChild('watch', {
        id: 'watch',
        input: { account, scope, draft: writing, relays: urls },
      });
    }),
    passSighted: enqueueActions(({ context: { writing }, event, enqueue }) => {
      if (event.type === 'article.found' && event.draft === writing)
        enqueue.sendTo('writing', event);
    }),
    end: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('writing', { type: 'article.flush' });
      enqueue.stopChild('writing');
      enqueue.stopChild('watch');
      enqueue.stopChild('uploads');
      enqueue.assign({ writing: undefined });
    }),
    /** Uploads wait for the network. */
    recordOffline: enqueueActions(({ event, enqueue, self }) => {
      if (event.type !== 'network.offline') return;
      enqueue.assign({ isOffline: event.on });
      if (self.getSnapshot().children.uploads) enqueue.sendTo('uploads', event);
    }),
    upload: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'articleEdit.upload') return;
      const { account, bus, signer, home, isOffline } = context;
      const input = { account, bus, signer, home, isOffline };
      if (!self.getSnapshot().children.uploads)
        enqueue.spawnChild('uploads', { id: 'uploads', input });
      enqueue.sendTo('uploads', { type: 'uploads.add', ...event.add });
    }),
    forgetWaiting: assign(({ context: { waiting }, event }) =>
      event.type === 'articleEdit.leave' && waiting?.draft === event.draft
        ? { waiting: undefined }
        : {},
    ),
    receiveRelays: enqueueActions(({ context: { writing }, event, enqueue }) => {
      if (event.type !== 'relayList.changed') return;
      enqueue.assign({ relays: event.relays });
      if (writing !== undefined) enqueue.sendTo('writing', event);
    }),
    receivePrivates: enqueueActions(
      (
        { context: { scope, writing }, enqueue },
        { urls }: { urls: ReadonlyArray<Ours<string>> },
      ) => {
        const news: PrivateRelaysChanged = { type: 'privateRelays.changed', urls };
        enqueue.assign({ privates: urls });
        enqueue.sendTo(scope, news);
        if (writing !== undefined) enqueue.sendTo('writing', news);
      },
    ),
    /** Remove drafts whose articles were accepted, unless they were changed since. */
    settle: enqueueActions(({ context: { drafts }, event, enqueue }) => {
      if (event.type !== 'outbox.changed') return;
      for (const one of acceptedOf(drafts, event.records))
        enqueue.raise({ type: 'articleEdit.remove', ...one });
    }),
    remove: enqueueActions(
      ({ context: { drafts, removed, finished, account, scope, privates }, event, enqueue }) => {
        if (event.type !== 'articleEdit.remove') return;
        const { draft, now, saved, ids, article } = event;
        const versions = drafts.get(draft) ?? NO_VERSIONS;
        enqueue.assign({
          drafts: withoutKey(drafts, draft),
          finished: new Set([...finished, draft]),
        });
        enqueue.sendTo('articles', { type: 'articles.drop', draft, until: untilOf(versions) });
        const orders = deletionsOf(draft, { versions, now, account, saved, ids, article });
        const last = orders.reduce((date, order) => later(date, order.now), seconds(0));
        if (orders.length > 0) enqueue.assign({ removed: new Map(removed).set(draft, last) });
        for (const order of orders)
          enqueue.sendTo(scope, { ...order, ...(privates.length > 0 ? { also: privates } : {}) });
      },
    ),
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      enqueue.sendTo(context.scope, { type: 'scope.crashed', crash: pathed('articleEdit', crash) });
      enqueue(endingOf(self, event));
      enqueue.stopChild(crash.actor);
      enqueue.assign({ restarts, ...(crash.actor === 'writing' ? { writing: undefined } : {}) });
      if (crash.actor === 'articles') enqueue.assign({ unkept: 'blocked' });
      if (isRestarted && crash.actor === 'mention')
        enqueue.spawnChild('mention', { id: 'mention', input: { bus: context.bus } });
    }),
  },
}).createMachine({
  id: 'articleEdit',
  context: ({ input }) => ({
    ...input,
    isOffline: false,
    relays: [],
    privates: [],
    drafts: new Map(),
    removed: new Map(),
    finished: new Set(),
    unkept: undefined,
    moves: new Map(),
    writing: undefined,
    waiting: undefined,
    restarts: {},
  }),
  invoke: { id: 'articles', src: 'articles', input: ({ context: { account } }) => ({ account }) },
  on: {
    'relayList.changed': { actions: ['receiveRelays', 'watch'] },
    'network.offline': { actions: 'recordOffline' },
    'articles.updated': { actions: 'recordTold' },
    'articles.removed': { actions: 'recordGone' },
    'articles.writeFailed': { actions: 'recordUnkept' },
    'articles.kept': { actions: ['recordKept', 'endMove'] },
    'articles.flush': { actions: 'flush' },
    'account.ending': { actions: 'leaveAccount' },
    'articleEdit.keep': { actions: 'keep' },
    'articleEdit.move': { actions: 'move' },
    'articleEdit.open': {},
    'article.found': { actions: 'passSighted' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  initial: 'opening',
  states: {
    /** Wait for the stored drafts before storing or removing any. */
    opening: {
      tags: 'opening',
      on: {
        'articles.found': { target: 'open', actions: 'recordFound' },
        'articleEdit.begin': { actions: 'hold' },
        'articleEdit.leave': { actions: 'forgetWaiting' },
      },
      after: { timeout: 'open' },
    },
    open: {
      entry: [
        'attend',
        'begin',
        'watch',
        spawnChild('mention', { id: 'mention', input: ({ context: { bus } }) => ({ bus }) }),
      ],
      invoke: {
        id: 'privateRelays',
        src: 'privateRelays',
        input: ({ context: { account, bus, signer, home } }) => ({ account, bus, signer, home }),
        onDone: { actions: { type: 'receivePrivates', params: ({ event }) => event.output } },
      },
      on: {
        'articles.found': { actions: 'recordFound' },
        'articleEdit.begin': [{ guard: 'isOpen' }, { actions: ['begin', 'watch'] }],
        'articleEdit.leave': { guard: 'isWriting', actions: 'end' },
        'articleEdit.upload': { guard: 'isWriting', actions: 'upload' },
        'articleEdit.remove': { actions: 'remove' },
        'outbox.changed': { actions: 'settle' },
        'outbox.started': { actions: 'attend' },
      },
    },
  },
});

export type ArticleEditActor = ActorRefFrom<typeof articleEditMachine>;

type Drafts = Context['drafts'];

function withVersion(
  drafts: Drafts,
  draft: string,
  versions: Parameters<typeof withVersions>[1],
): Drafts {
  return new Map(drafts).set(
    draft,
    keptVersions(withVersions(drafts.get(draft) ?? NO_VERSIONS, versions)),
  );
}

function untilOf(versions: ArticleVersions): Until {
  return Object.fromEntries([...versions].map(([id, { at }]) => [id, inMillis(at)]));
}

/** Return drafts whose last version was accepted as an article, with the time of the order. */
function acceptedOf(
  drafts: Drafts,
  records: OutboxRecords,
): ReadonlyArray<Omit<ArticleRemoval, 'type'>> {
  return [...records.values()].flatMap((record) => {
    const from =
      record.wish.type === 'event' && stateOf(record) === 'accepted'
        ? readOriginOfArticle(record.wish.origin)
        : undefined;
    const versions = from && drafts.get(from.draft);
    const version = from && versions?.get(from.id);
    if (!from || !versions || !version || inMillis(version.at) !== from.at) return [];
    const isAll = headsOf(versions).every(
      (head) => head.made === 'published' || hasSeen(version, head),
    );
    if (!isAll) return [];
    const article = record.event && tagValue(record.event, 'd');
    const now = later(record.at, record.event?.created_at ?? seconds(0));
    return [{ draft: from.draft, now, ...(article === undefined ? {} : { article }) }];
  });
}

interface Removed {
  readonly versions: ArticleVersions;
  readonly now: Seconds;
  readonly account: string;
  readonly saved?: Seconds | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly article?: string | undefined;
}

/**
 * Return the events that delete a draft from relays, if they have one. An empty draft replaces it
 * (NIP-37). A deletion request for earlier ones (NIP-09) is dated before it, so that the empty
 * draft stays. An unencrypted draft needs only the request.
 */
function deletionsOf(
  draft: string,
  { versions, now, account, saved, ids = [], article }: Removed,
): readonly PublishIntent[] {
  const last = later(saved ?? seconds(0), savedAt(versions) ?? seconds(0));
  if (last <= seconds(0)) return [];
  const date = nextCreatedAt(now, last);
  const order = (one: Ours<Draft>, at: Seconds, name: string): PublishIntent => ({
    type: 'intents.publish',
    draft: one,
    now: at,
    origin: `${draft} ${name} ${inSeconds(at)}`,
  });
  const open = [...versions.values()]
    .filter(({ made }) => made === 'elsewhere')
    .map(({ id }) => id);
  if (sourceOfDraft(draft)?.kind === KIND.LongFormDraft)
    return [order(draftDeletion(draft, [...new Set([...open, ...ids])], account), date, 'until')];
  return [
    order(emptiedDraft(draft, account, article), date, 'until'),
    order(draftDeletion(draft, [], account), minus(date, seconds(1)), 'deleted'),
  ];
}
