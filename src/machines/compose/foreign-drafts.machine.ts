import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, setup, stateIn } from 'xstate';
import { DRAFTED, type DraftText, draftedKind, isDraftKind, keptText, readDraft, withDrafts } from '../../events/compose/foreign-drafts.ts';
import { writeUrls } from '../../events/account/lists/relay-list.ts';
import type { RangeClaim } from '../../events/connection/claims.ts';
import { query } from '../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { rangeOf } from '../../events/facts/feed-items.ts';
import { type Cursor, nextCursor } from '../../events/reading/feed/paging.ts';
import { inSeconds } from '../../events/core/time.ts';
import type { Answer, Bus } from '../core/bus.ts';
import type { RelayAnswer, RelaysAsk, RelayListChanged, PrivateRelaysChanged } from '../connection/relay-protocol.ts';
import { provenGuards, provenMachine } from '../account/signing/authenticated-request.machine.ts';
import { when, withOutcome } from '../core/event-guards.ts';
import type { ScopeRef } from '../core/feature.ts';
import type { PrivilegedOutcome } from '../account/signing/signed-request.machine.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { SignSettled } from '../core/sign-request.ts';
import type { Ours } from '../../events/nostr/ours.ts';

export type DraftsEvent =
  /** Somebody looks at them: they are asked for from the first page on. `service`: address of the caching service that is asked by now. */
  | { type: 'drafts.show'; service: string }
  /** A person wants the next page, though the signer has to ask them for it. */
  | { type: 'drafts.more' }
  /** A person wants to read them: the signer is asked for those that are encrypted. */
  | { type: 'drafts.read'; ids: readonly string[] }
  | RelayListChanged
  | PrivateRelaysChanged
  | RelayAnswer
  | SignSettled
  | DoneActorEvent<PrivilegedOutcome>;

interface DraftsInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  readonly isLocal: boolean;
  /** Asking the signer troubles nobody: this device opens the key. */
  readonly opensItself: boolean;
}

/** The next page: of drafts that are to become `DRAFTED[of]`. */
interface Place {
  readonly of: number;
  readonly cursor: Cursor;
}

interface Context extends DraftsInput {
  readonly service: string;
  /** Own relays to write to; empty until they are known. */
  readonly relays: ReadonlyArray<Ours<string>>;
  /** Those that the account names for private content, once that is known. */
  readonly privates: ReadonlyArray<Ours<string>>;
  /** They are to be asked as soon as they are known. */
  readonly isUnlocated: boolean;
  /** Those that were asked and have not come to their end, as often as they were: an earlier look ends by itself. */
  readonly open: readonly string[];
  /** Newest versions, deleted ones among them. */
  readonly drafts: readonly VerifiedEvent[];
  /** Undefined: there is no more. */
  readonly place: Place | undefined;
  /** Ids of all that the service has named. */
  readonly seen: ReadonlySet<string>;
  /** A person asked for more: the signer may ask them who they are (BEYOND-03). */
  readonly isWanted: boolean;
  /** So many came and were refused before they could be read. */
  readonly rejected: number;
  /** What the signer was asked for, by id; and what it brought: undefined where that is no draft. */
  readonly opening: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, DraftText | undefined>;
}

/** LIMIT-02. */
const PAGE = 20;
/** Of kind 30024, which own relays are asked for at once. */
const MOST_PLAIN = 100;
const MOST = 1_000;
const FIRST: Place = { of: 0, cursor: { offset: 0 } };
const NOTHING = { drafts: [], isWanted: false, place: FIRST, seen: new Set<string>(), rejected: 0 } as const;

/**
 * What the account has begun to write with any app (PROFILE-02, COMPOSE-08). The caching service names those that are encrypted (NIP-37), articles
 * first, maybe only to whom it knows to be their author: then the signer proves it where that troubles nobody, or when a person wants more; those that older apps keep in the clear (kind 30024) lie on the own relays. Nothing is decrypted before a person asks for it
 * (BEYOND-03); what was read is kept in memory only.
 */
export const draftsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DraftsEvent,
    input: {} as DraftsInput,
    tags: {} as 'loading' | 'ended' | 'failed' | 'closed',
  },
  actors: { proven: provenMachine },
  delays: { listening: 10_000 },
  guards: {
    isOk: provenGuards.isOk,
    isUnsigned: provenGuards.isUnsigned,
    isUnlocated: ({ context }) => context.isUnlocated,
    isEverybodyHeard: ({ context }) => !context.isUnlocated && context.open.length === 0,
    isLast: ({ context }) => context.place === undefined,
    /** Whoever waits for a page is given one with something on it. */
    isBlank: ({ context: { drafts, account } }) => !drafts.some((event) => draftedKind(event, account) !== undefined),
  },
  actions: {
    clear: assign(when('drafts.show', ({ event }) => ({ ...NOTHING, service: event.service }))),
    askRelays: enqueueActions(({ context: { account, relays, scope, open }, enqueue, self }) => {
      const filters = [{ kinds: [KIND.LongFormDraft], authors: [account], limit: MOST_PLAIN }];
      enqueue.assign({ isUnlocated: relays.length === 0, open: [...open, ...relays] });
      if (relays.length === 0) enqueue.sendTo(scope, { type: 'relayList.find' });
      else enqueue.sendTo(scope, { type: 'relays.ask', from: self, ask: { kind: 'subscribe', filters }, urls: relays } satisfies RelaysAsk);
    }),
    /** What lies there may lie nowhere else. */
    askPrivates: enqueueActions(({ context: { account, privates, scope, open }, enqueue, self }) => {
      if (privates.length === 0) return;
      const filters = [{ kinds: [KIND.Draft], authors: [account], limit: MOST_PLAIN }];
      enqueue.assign({ open: [...open, ...privates] });
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'subscribe', filters },
        urls: privates,
        own: true,
      } satisfies RelaysAsk);
    }),
    allow: assign({ isWanted: true }),
    receivePrivates: assign(when('privateRelays.changed', ({ event }) => ({ privates: event.urls }))),
    receiveRelays: assign(when('relayList.changed', ({ event }) => ({ relays: writeUrls(event.relays) }))),
    receivePlain: assign(
      when('relay.events', ({ context: { account, drafts }, event }) => ({ drafts: withDrafts(drafts, event.events, account, MOST) })),
    ),
    recordEnded: assign(
      when('relay.ended', ({ context: { open }, event }) => {
        const at = open.indexOf(event.url);
        return at < 0 ? {} : { open: open.toSpliced(at, 1) };
      }),
    ),
    giveUp: assign({ open: [] }),
    receivePage: assign(({ context }, { outcome }: { outcome: PrivilegedOutcome }) =>
      outcome.ok ? withPage(context, outcome.answer) : {},
    ),
    open: enqueueActions(({ context: { account, drafts, opening, texts, signer }, event, enqueue, self }) => {
      if (event.type !== 'drafts.read') return;
      const wanted = drafts.filter(({ id }) => event.ids.includes(id) && !opening.has(id) && !texts.has(id));
      const asked = wanted.flatMap((draft) => {
        const text = keptText(draft);
        return text.kept === 'sealed' ? [{ draft, scheme: text.scheme }] : [];
      });
      enqueue.assign({ opening: new Set([...opening, ...asked.map(({ draft }) => draft.id)]) });
      for (const { draft, scheme } of asked) {
        const act = { do: 'decrypt', scheme, peer: account, text: draft.content } as const;
        const request = { id: draft.id, from: self, pubkey: account, reason: { code: 'sign.readDraft' }, act } as const;
        enqueue.sendTo(signer, { type: 'sign.request', request });
      }
    }),
    /** Where the signer was not willing it can be asked again; where it could not, nobody can. */
    recordOpened: assign(({ context: { drafts, opening, texts }, event }) => {
      if (event.type !== 'sign.settled' || !opening.has(event.id)) return {};
      const { id, outcome } = event;
      const rest = new Set([...opening].filter((one) => one !== id));
      const draft = drafts.find((one) => one.id === id);
      if (!draft || (!outcome.ok && outcome.failure.code !== 'bad-cipher')) return { opening: rest };
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
    'drafts.show': { target: '.loading', reenter: true, actions: ['clear', 'askRelays', 'askPrivates'] },
    'privateRelays.changed': [{ guard: stateIn('unasked'), actions: 'receivePrivates' }, { actions: ['receivePrivates', 'askPrivates'] }],
    'drafts.read': { actions: 'open' },
    'sign.settled': { actions: 'recordOpened' },
    'relay.events': { actions: 'receivePlain' },
    'relay.ended': { actions: 'recordEnded' },
    'relayList.changed': [{ guard: 'isUnlocated', actions: ['receiveRelays', 'askRelays'] }, { actions: 'receiveRelays' }],
  },
  states: {
    unasked: {},
    loading: {
      tags: 'loading',
      invoke: {
        id: 'page',
        src: 'proven',
        input: ({ context: { account, bus, signer, service, isLocal, opensItself, isWanted, place = FIRST } }) => ({
          account,
          bus,
          signer,
          service,
          isLocal,
          quiet: !isWanted && !opensItself,
          query: query('drafts', { pubkey: account, kind: DRAFTED[place.of] ?? DRAFTED[0], limit: PAGE, ...place.cursor }),
        }),
        onDone: [
          { guard: { type: 'isOk', params: withOutcome }, target: 'turning', actions: { type: 'receivePage', params: withOutcome } },
          { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    turning: {
      always: [{ guard: 'isLast', target: 'listening' }, { guard: 'isBlank', target: 'loading' }, { target: 'ready' }],
    },
    ready: { on: { 'drafts.more': { target: 'loading', actions: 'allow' } } },
    /** Nobody proved who asks. What it was asked for goes no further than that one time. */
    closed: { tags: 'closed', entry: assign({ isWanted: false }), on: { 'drafts.more': { target: 'loading', actions: 'allow' } } },
    /** The service has no more; own relays may still have some. */
    listening: {
      tags: 'loading',
      always: { guard: 'isEverybodyHeard', target: 'ended' },
      after: { listening: { target: 'ended', actions: 'giveUp' } },
    },
    ended: { tags: 'ended' },
    failed: { tags: 'failed', on: { 'drafts.more': { target: 'loading', actions: 'allow' } } },
  },
});

export type DraftsActor = ActorRefFrom<typeof draftsMachine>;

/** What is listed with one page more, and where it goes on. A page that brings nothing new was the last of its kind. */
function withPage(context: Context, answer: Answer): Partial<Context> {
  const { account, drafts, seen, place = FIRST, rejected } = context;
  const own = answer.events.filter((event) => isDraftKind(event, account));
  const all = new Set([...seen, ...own.map(({ id }) => id)]);
  const times = new Map(own.map((event) => [event.id, inSeconds(event.created_at)]));
  const isOver = all.size === seen.size || all.size >= MOST;
  const cursor = isOver ? undefined : nextCursor(rangeOf(answer.claims) ?? ownRange(times), place.cursor, (id) => times.get(id));
  const next = cursor ? { of: place.of, cursor } : { of: place.of + 1, cursor: FIRST.cursor };
  return {
    drafts: withDrafts(drafts, own, account, MOST),
    seen: all,
    rejected: rejected + (answer.rejected ?? 0),
    place: next.of < DRAFTED.length && all.size < MOST ? next : undefined,
  };
}

/** Services that name no range for drafts give them by time (4.9 of the wire reference). */
function ownRange(times: ReadonlyMap<string, number>): RangeClaim {
  const elements = [...times.keys()].toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
  const bounds = [...times.values()];
  return { claim: 'range', since: Math.min(...bounds), until: Math.max(...bounds), orderBy: 'created_at', elements };
}
