import {
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  type DoneActorEvent,
  enqueueActions,
  setup,
  stateIn,
} from 'xstate';
import {
  DRAFT_KINDS,
  type DraftText,
  draftedKind,
  isDraftKind,
  draftContent,
  readDraft,
  withDrafts,
} from '../../events/compose/foreign-drafts.ts';
import { writeUrls } from '../../events/account/lists/relay-list.ts';
import type { RangeClaim } from '../../events/connection/claims.ts';
import { query } from '../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { rangeOf } from '../../events/facts/feed-items.ts';
import { type Cursor, nextCursor } from '../../events/reading/feed/paging.ts';
import { inSeconds } from '../../events/core/time.ts';
import type { CacheResponse, Bus } from '../core/bus.ts';
import type {
  RelayAnswer,
  RelayListChanged,
  PrivateRelaysChanged,
} from '../connection/relay-protocol.ts';
import {
  authenticatedRequestGuards,
  authenticatedRequestMachine,
} from '../account/signing/authenticated-request.machine.ts';
import { whenEvent, withOutcome } from '../core/event-guards.ts';
import type { ScopeRef } from '../core/feature.ts';
import type { SignedRequestOutcome } from '../account/signing/signed-request.machine.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { SignRequest, SignSettled } from '../core/sign-request.ts';
import type { Ours } from '../../events/nostr/ours.ts';

export type DraftsEvent =
  /** Opens the list from the first page. `service`: current address of the caching service. */
  | { type: 'drafts.show'; service: string }
  /** Requests the next page, even if the signer prompts the user. */
  | { type: 'drafts.loadMore' }
  /** Decrypts these drafts, because the user wants to read them. */
  | { type: 'drafts.read'; ids: readonly string[] }
  | RelayListChanged
  | PrivateRelaysChanged
  | RelayAnswer
  | SignSettled
  | DoneActorEvent<SignedRequestOutcome>;

declare module '../core/feature.ts' {
  interface FeatureEvents {
    drafts: DraftsEvent;
  }
}

interface DraftsInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  readonly isLocal: boolean;
}

/** The next page, for drafts of kind `DRAFT_KINDS[of]`. */
interface Place {
  readonly of: number;
  readonly cursor: Cursor;
}

interface Context extends DraftsInput {
  readonly service: string;
  /** Own write relays. Empty until they are known. */
  readonly relays: ReadonlyArray<Ours<string>>;
  /** The account's private relays, once known. */
  readonly privates: ReadonlyArray<Ours<string>>;
  /** True if they are to be requested as soon as they are known. */
  readonly isUnlocated: boolean;
  /**
   * Relays with unfinished requests. A relay appears once per request, because an earlier one ends
   * separately.
   */
  readonly open: readonly string[];
  /** Newest versions, including deleted ones. */
  readonly drafts: readonly VerifiedEvent[];
  /** `undefined` if there are no more pages. */
  readonly place: Place | undefined;
  /** Ids of all drafts that the service has listed. */
  readonly seen: ReadonlySet<string>;
  /** True if the last page had fewer new drafts than fit, so there is probably no other page. */
  readonly isShort: boolean;
  /**
   * True if the user asked for more, so the signer may prompt for a proof of identity (BEYOND-03).
   */
  readonly isWanted: boolean;
  /** Number of events rejected before they could be read. */
  readonly rejected: number;
  /** Pending decryptions by id, and decrypted texts. A text is `undefined` if it is no draft. */
  readonly opening: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, DraftText | undefined>;
  /** Ids of drafts that were decrypted, or refused, without a press. */
  readonly tried: ReadonlySet<string>;
}

/** LIMIT-02. */
const PAGE = 20;
/** Limit of kind 30024 events per request to the own relays. */
const MOST_PLAIN = 100;
const MOST = 1_000;
const FIRST: Place = { of: 0, cursor: { offset: 0 } };
const NOTHING = {
  drafts: [],
  isWanted: false,
  place: FIRST,
  seen: new Set<string>(),
  isShort: false,
  rejected: 0,
  tried: new Set<string>(),
} as const;

/**
 * The account's drafts from any app (PROFILE-02, COMPOSE-08). The caching service lists encrypted
 * ones (NIP-37), articles first. It may require a proof of authorship. The proof is signed only
 * without a prompt, or when the user wants more. Unencrypted drafts of older apps (kind 30024) are
 * on the own relays. Without a press only a key of this device decrypts them, and only without a
 * prompt (BEYOND-03). Texts are kept in memory only.
 */
export const draftsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DraftsEvent,
    input: {} as DraftsInput,
    tags: {} as 'loading' | 'ended' | 'failed' | 'closed',
  },
  actors: { authenticatedRequest: authenticatedRequestMachine },
  delays: { listening: 10_000 },
  guards: {
    isOk: authenticatedRequestGuards.isOk,
    isUnsigned: authenticatedRequestGuards.isUnsigned,
    isUnlocated: ({ context }) => context.isUnlocated,
    isEverybodyHeard: ({ context }) => !context.isUnlocated && context.open.length === 0,
    isLast: ({ context }) => context.place === undefined,
    /** True if the next page is requested at once: it is probably empty, or none has a draft. */
    isShort: ({ context: { drafts, account, isShort } }) =>
      isShort || !drafts.some((event) => draftedKind(event, account) !== undefined),
  },
  actions: {
    clear: assign(
      whenEvent('drafts.show', ({ event }) => ({ ...NOTHING, service: event.service })),
    ),
    askRelays: enqueueActions(({ context: { account, relays, scope, open }, enqueue, self }) => {
      const filters = [{ kinds: [KIND.LongFormDraft], authors: [account], limit: MOST_PLAIN }];
      enqueue.assign({ isUnlocated: relays.length === 0, open: [...open, ...relays] });
      if (relays.length === 0) enqueue.sendTo(scope, { type: 'relayList.find' });
      else
        enqueue.sendTo(scope, {
          type: 'relays.ask',
          from: self,
          ask: { kind: 'subscribe', filters },
          urls: relays,
        });
    }),
    /** Request the private relays, because their drafts may exist nowhere else. */
    askPrivates: enqueueActions(
      ({ context: { account, privates, scope, open }, enqueue, self }) => {
        if (privates.length === 0) return;
        const filters = [{ kinds: [KIND.Draft], authors: [account], limit: MOST_PLAIN }];
        enqueue.assign({ open: [...open, ...privates] });
        enqueue.sendTo(scope, {
          type: 'relays.ask',
          from: self,
          ask: { kind: 'subscribe', filters },
          urls: privates,
          own: true,
        });
      },
    ),
    allow: assign({ isWanted: true }),
    receivePrivates: assign(
      whenEvent('privateRelays.changed', ({ event }) => ({ privates: event.urls })),
    ),
    receiveRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({ relays: writeUrls(event.relays) })),
    ),
    receivePlain: assign(
      whenEvent('relay.events', ({ context: { account, drafts }, event }) => ({
        drafts: withDrafts(drafts, event.events, account, MOST),
      })),
    ),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context: { open }, event }) => {
        const at = open.indexOf(event.url);
        return at < 0 ? {} : { open: open.toSpliced(at, 1) };
      }),
    ),
    giveUp: assign({ open: [] }),
    receivePage: assign(({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      outcome.ok ? withPage(context, outcome.answer) : {},
    ),
    open: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'drafts.read') return;
      const requests = requestsFor(context, event.ids, self, false);
      enqueue.assign({ opening: new Set([...context.opening, ...requests.map(({ id }) => id)]) });
      for (const request of requests)
        enqueue.sendTo(context.signer, { type: 'sign.request', request });
    }),
    openQuietly: enqueueActions(({ context, enqueue, self }) => {
      const { drafts, isLocal, opening, tried, signer } = context;
      const ids = drafts.flatMap(({ id }) => (isLocal && !tried.has(id) ? [id] : []));
      const requests = requestsFor(context, ids, self, true);
      enqueue.assign({
        opening: new Set([...opening, ...requests.map(({ id }) => id)]),
        tried: new Set([...tried, ...ids]),
      });
      for (const request of requests) enqueue.sendTo(signer, { type: 'sign.request', request });
    }),
    /** A refused decryption can be retried. A failed one cannot. */
    recordOpened: assign(({ context: { drafts, opening, texts }, event }) => {
      if (event.type !== 'sign.settled' || !opening.has(event.id)) return {};
      const { id, outcome } = event;
      const rest = new Set([...opening].filter((one) => one !== id));
      const draft = drafts.find((one) => one.id === id);
      if (!draft || (!outcome.ok && outcome.failure.code !== 'bad-cipher'))
        return { opening: rest };
      const text = outcome.ok && 'text' in outcome ? readDraft(draft, outcome.text) : undefined;
      return { opening: rest, texts: new Map(texts).set(id, text) };
    }),
  },
}).createMachine({
  id: 'drafts',
  context: ({ input }) => ({
    ...input,
    ...NOTHING,
    service: '',
    relays: [],
    privates: [],
    isUnlocated: false,
    open: [],
    opening: new Set(),
    texts: new Map(),
  }),
  initial: 'unasked',
  on: {
    'drafts.show': {
      target: '.loading',
      reenter: true,
      actions: ['clear', 'askRelays', 'askPrivates'],
    },
    'privateRelays.changed': [
      { guard: stateIn('unasked'), actions: 'receivePrivates' },
      { actions: ['receivePrivates', 'askPrivates'] },
    ],
    'drafts.read': { actions: 'open' },
    'sign.settled': { actions: 'recordOpened' },
    'relay.events': { actions: ['receivePlain', 'openQuietly'] },
    'relay.ended': { actions: 'recordEnded' },
    'relayList.changed': [
      { guard: 'isUnlocated', actions: ['receiveRelays', 'askRelays'] },
      { actions: 'receiveRelays' },
    ],
  },
  states: {
    unasked: {},
    loading: {
      tags: 'loading',
      invoke: {
        id: 'page',
        src: 'authenticatedRequest',
        input: ({
          context: { account, bus, signer, service, isLocal, isWanted, place = FIRST },
        }) => ({
          account,
          bus,
          signer,
          service,
          isLocal,
          quiet: !isWanted,
          query: query('drafts', {
            pubkey: account,
            kind: DRAFT_KINDS[place.of] ?? DRAFT_KINDS[0],
            limit: PAGE,
            ...place.cursor,
          }),
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'turning',
            actions: [{ type: 'receivePage', params: withOutcome }, 'openQuietly'],
          },
          { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    turning: {
      always: [
        { guard: 'isLast', target: 'listening' },
        { guard: 'isShort', target: 'loading' },
        { target: 'ready' },
      ],
    },
    ready: { on: { 'drafts.loadMore': { target: 'loading', actions: 'allow' } } },
    /** The proof of identity was not signed. The user's permission covered only that attempt. */
    closed: {
      tags: 'closed',
      entry: assign({ isWanted: false }),
      on: { 'drafts.loadMore': { target: 'loading', actions: 'allow' } },
    },
    /** The service has no more. Own relays may still have some. */
    listening: {
      tags: 'loading',
      always: { guard: 'isEverybodyHeard', target: 'ended' },
      after: { listening: { target: 'ended', actions: 'giveUp' } },
    },
    ended: { tags: 'ended' },
    failed: { tags: 'failed', on: { 'drafts.loadMore': { target: 'loading', actions: 'allow' } } },
  },
});

export type DraftsActor = ActorRefFrom<typeof draftsMachine>;

/**
 * Return the list with one more page, and the next position. The last page of a kind is not full,
 * or has no new drafts.
 */
function withPage(context: Context, answer: CacheResponse): Partial<Context> {
  const { account, drafts, seen, place = FIRST, rejected } = context;
  const own = answer.events.filter((event) => isDraftKind(event, account));
  const all = new Set([...seen, ...own.map(({ id }) => id)]);
  const times = new Map(own.map((event) => [event.id, inSeconds(event.created_at)]));
  const range = rangeOf(answer.claims);
  const isLast = range !== undefined && range.elements.length < PAGE;
  const cursor =
    isLast || all.size === seen.size || all.size >= MOST
      ? undefined
      : nextCursor(range ?? ownRange(times), place.cursor, (id) => times.get(id));
  const next = cursor ? { of: place.of, cursor } : { of: place.of + 1, cursor: FIRST.cursor };
  return {
    drafts: withDrafts(drafts, own, account, MOST),
    seen: all,
    isShort: all.size - seen.size < PAGE,
    rejected: rejected + (answer.rejected ?? 0),
    place: next.of < DRAFT_KINDS.length && all.size < MOST ? next : undefined,
  };
}

/** Return the requests to decrypt these drafts, without those that are open or decrypted. */
function requestsFor(
  { account, drafts, opening, texts }: Context,
  ids: readonly string[],
  from: AnyActorRef,
  quiet: boolean,
): readonly SignRequest[] {
  const wanted = new Set(ids);
  return drafts.flatMap((draft) => {
    const { id, content } = draft;
    if (!wanted.has(id) || opening.has(id) || texts.has(id)) return [];
    const text = draftContent(draft);
    if (text.kept !== 'sealed') return [];
    const act = { do: 'decrypt', scheme: text.scheme, peer: account, text: content } as const;
    return [{ id, from, pubkey: account, reason: { code: 'sign.readDraft' }, act, quiet }];
  });
}

/** Services that give no range for drafts sort them by time. */
function ownRange(times: ReadonlyMap<string, number>): RangeClaim {
  const elements = [...times.keys()].toSorted(
    (one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0),
  );
  const bounds = [...times.values()];
  return {
    claim: 'range',
    since: Math.min(...bounds),
    until: Math.max(...bounds),
    orderBy: 'created_at',
    elements,
  };
}
