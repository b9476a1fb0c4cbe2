import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  type EventObject,
  type InputFrom,
  not,
  raise,
  sendParent,
  setup,
} from 'xstate';
import type { Secret } from '../../events/account/keys/secret.ts';
import { query, type Verbs } from '../../events/connection/verbs.ts';
import { exchanged, withMessages } from '../../events/messages/conversation.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import type { OpenedMessage } from '../../events/messages/unwrap.ts';
import { rangeOf } from '../../events/facts/feed-items.ts';
import { type Cursor, nextCursor, noLater } from '../../events/reading/feed/paging.ts';
import { inSeconds } from '../../events/core/time.ts';
import type { SignedRequestOutcome } from '../account/signing/signed-request.machine.ts';
import type { CacheResponse } from '../core/bus.ts';
import type { AccountUnlocked } from '../core/feature.ts';
import { whenEvent, withOutcome } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';
import {
  decryptMachine,
  type DecryptNews,
  type DecryptOutcome,
} from '../account/signing/decrypt.machine.ts';
import {
  type Requester,
  CLOSED,
  authenticatedRequestGuards,
  authenticatedRequestMachine,
  reopened,
} from '../account/signing/authenticated-request.machine.ts';

export type ConversationEvent =
  | AccountUnlocked
  | { type: 'conversation.loadMore' }
  /** There may be new messages. */
  | { type: 'conversation.refresh' }
  /** The service answers again, so that a page that did not load is requested again. */
  | { type: 'conversation.answered' }
  /** The user asks for the texts, so prompts are allowed, or stops them. */
  | { type: 'conversation.read' }
  | { type: 'conversation.stop' }
  /** A message of the account that a relay has accepted. */
  | { type: 'conversation.sent'; message: DirectMessage; text: Secret<string> }
  /** All opened private messages of this conversation. */
  | { type: 'conversation.opened'; opened: readonly OpenedMessage[] }
  /** The user opens the file of a message. */
  | { type: 'conversation.file'; id: string }
  | FileNews
  | DecryptNews
  /** The caching service was changed. */
  | { type: 'conversation.setService'; service: string }
  | DoneActorEvent<SignedRequestOutcome, 'page' | 'news'>
  | DoneActorEvent<DecryptOutcome, 'batch'>;

/** Reports of the file port: a URL that is valid while the port lives, or an error. */
export type FileNews = { type: 'file.opened'; url: string } | { type: 'file.failed' };

/** Input of the file port. `sealed`: address and key of the encrypted file. */
export interface FileInput {
  readonly sealed: Secret<string> | undefined;
  readonly type: string;
}

/**
 * Sent to the parent: this key cannot decrypt a message, or the peer sent an unknown message.
 * `isNews`: true if it is not from an older page.
 */
export type ConversationNews =
  | { type: 'conversation.unreadable' }
  | { type: 'conversation.received'; peer: string; isNews: boolean };

/** `quiet`: true if only texts that need no prompt are opened, until the user asks. */
export interface ConversationInput extends Requester {
  readonly peer: string;
}

interface Context extends ConversationInput {
  readonly messages: readonly DirectMessage[];
  /** Decrypted texts by id. `undefined` if decryption failed. In memory only. */
  readonly texts: ReadonlyMap<string, Secret<string> | undefined>;
  /** Decrypted texts that are not shown yet. */
  readonly held: ReadonlyMap<string, Secret<string> | undefined>;
  /** Next older page. `undefined` if there is none. */
  readonly place: Cursor | undefined;
  /** Time in seconds of the newest message from the service. */
  readonly newest: number;
  readonly isStale: boolean;
  /** The requested file: id of its message, and its URL once it is open. */
  readonly file: { readonly id: string; readonly url: string | undefined } | undefined;
}

/** Size of a page, and of a decryption batch (LIMIT-02). */
const PAGE = 20;
/** Limit of one request for new messages. It is high so that there is no gap before them. */
const MOST_NEW = 1_000;
const TOP: Cursor = { offset: 0 };
/** Overlap in seconds of a request for new messages, because older messages may arrive late. */
const OVERLAP = 60 * 60;

/**
 * One conversation of the account (DM-02, DM-04): older messages in pages, and new messages after
 * the newest known one. Each peer has its own actor, so a response cannot end up in another
 * conversation (E-22). Texts that need no prompt are decrypted at once. The rest waits until the
 * user asks.
 */
export const conversationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ConversationEvent,
    input: {} as ConversationInput,
    tags: {} as 'loading' | 'ended' | 'failed' | 'closed' | 'opening' | 'sealed',
    children: {} as {
      page: 'authenticatedRequest';
      news: 'authenticatedRequest';
      batch: 'decrypt';
      file: 'file';
    },
  },
  actors: {
    authenticatedRequest: authenticatedRequestMachine,
    decrypt: decryptMachine,
    file: callbackPort<EventObject, FileInput>('file'),
  },
  guards: {
    ...authenticatedRequestGuards,
    /** True if the user refused the prompt. */
    isQuietHere: ({ context }) => context.isLocal && context.quiet,
    isLast: ({ context }) => context.place === undefined,
    isStale: ({ context }) => context.isStale,
    isAnyUnopened: ({ context }) => unopenedIn(context).length > 0,
    isWhole: (_: unknown, { outcome }: { outcome: DecryptOutcome }) => outcome.isWhole,
    isFirst: ({ context: { texts, held } }) => texts.size === 0 && held.size > 0,
    isAnyHeld: ({ context }) => context.held.size > 0,
    isUnreadable: ({ event }) => event.type === 'decrypt.read' && event.text === undefined,
  },
  delays: { again: 10_000, soon: 50, reopened, fileTimeout: 5 * 60_000 },
  actions: {
    receivePage: enqueueActions(
      ({ context, enqueue }, { outcome }: { outcome: SignedRequestOutcome }) => {
        if (!outcome.ok) return;
        const { peer, place } = context;
        const page = withPage(context, outcome.answer);
        enqueue.assign(page);
        if (place === TOP && page.messages.some(({ pubkey }) => pubkey === peer))
          enqueue.sendParent({
            type: 'conversation.received',
            peer,
            isNews: false,
          } satisfies ConversationNews);
      },
    ),
    receiveNews: enqueueActions(
      ({ context, enqueue }, { outcome }: { outcome: SignedRequestOutcome }) => {
        if (!outcome.ok) return;
        const { messages, newest } = withPage(context, outcome.answer);
        enqueue.assign({ messages, newest });
        const { peer } = context;
        const known = new Set(context.messages.map(({ id }) => id));
        if (messages.some(({ id, pubkey }) => pubkey === peer && !known.has(id)))
          enqueue.sendParent({
            type: 'conversation.received',
            peer,
            isNews: true,
          } satisfies ConversationNews);
      },
    ),
    receiveSent: assign(
      whenEvent('conversation.sent', ({ context, event }) => ({
        messages: withMessages(context.messages, [event.message]),
        texts: new Map(context.texts).set(event.message.id, event.text),
      })),
    ),
    receiveOpened: assign(
      whenEvent('conversation.opened', ({ context, event: { opened } }) => ({
        messages: withMessages(
          context.messages,
          opened.map(({ message }) => message),
        ),
        texts: new Map([
          ...context.texts,
          ...opened.map(({ message, text }) => [message.id, text] as const),
        ]),
      })),
    ),
    hold: assign(
      whenEvent('decrypt.read', ({ context, event }) => ({
        held: new Map(context.held).set(event.id, event.text),
      })),
    ),
    /** Show opened texts in groups, because each update renders the whole conversation again. */
    show: assign(({ context: { texts, held } }) =>
      held.size === 0 ? {} : { texts: new Map([...texts, ...held]), held: new Map() },
    ),
    notifyUnreadable: sendParent({ type: 'conversation.unreadable' } satisfies ConversationNews),
    /** Retry failed texts as well. */
    allow: assign(({ context }) => ({
      quiet: false,
      texts: new Map([...context.texts].filter(([, text]) => text !== undefined)),
    })),
    recordService: assign(
      whenEvent('conversation.setService', ({ event }) => ({ service: event.service })),
    ),
    wantFile: assign(
      whenEvent('conversation.file', ({ event }) => ({ file: { id: event.id, url: undefined } })),
    ),
    recordFile: assign(
      whenEvent('file.opened', ({ context: { file }, event }) => ({
        file: file && { ...file, url: event.url },
      })),
    ),
    markStale: assign({ isStale: true }),
    markFresh: assign({ isStale: false }),
  },
}).createMachine({
  id: 'conversation',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    messages: [],
    texts: new Map(),
    held: new Map(),
    place: TOP,
    newest: 0,
    isStale: false,
    file: undefined,
  }),
  on: {
    'conversation.sent': { actions: 'receiveSent' },
    'conversation.opened': { actions: 'receiveOpened' },
    'conversation.setService': { actions: 'recordService' },
  },
  states: {
    pages: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'page',
            src: 'authenticatedRequest',
            input: ({ context }) => asking(context, { since: 0, limit: PAGE, ...context.place }),
            onDone: [
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'turning',
                actions: { type: 'receivePage', params: withOutcome },
              },
              { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
              { target: 'failed' },
            ],
            onError: 'failed',
          },
        },
        turning: { always: [{ guard: 'isLast', target: 'ended' }, { target: 'ready' }] },
        ready: { on: { 'conversation.loadMore': 'loading' } },
        ended: { tags: 'ended' },
        /** `news` retries until the service answers. */
        failed: {
          tags: 'failed',
          entry: 'markStale',
          on: { 'conversation.loadMore': 'loading', 'conversation.answered': 'loading' },
        },
        closed: {
          ...CLOSED,
          on: { ...CLOSED.on, 'conversation.read': { target: 'loading', actions: 'allow' } },
        },
      },
    },
    news: {
      initial: 'idle',
      states: {
        idle: {
          always: { guard: 'isStale', target: 'asking' },
          on: { 'conversation.refresh': 'asking' },
        },
        asking: {
          entry: 'markFresh',
          on: { 'conversation.refresh': { actions: 'markStale' } },
          invoke: {
            id: 'news',
            src: 'authenticatedRequest',
            input: ({ context }) =>
              asking(context, {
                since: Math.max(0, context.newest - OVERLAP),
                offset: 0,
                limit: MOST_NEW,
              }),
            onDone: [
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'idle',
                actions: [
                  { type: 'receiveNews', params: withOutcome },
                  raise({ type: 'conversation.answered' }),
                ],
              },
              { guard: { type: 'isUnsigned', params: withOutcome }, target: 'idle' },
              { target: 'missed' },
            ],
            onError: 'missed',
          },
        },
        /** The request failed. Retry later, or when new messages are expected. */
        missed: { on: { 'conversation.refresh': 'asking' }, after: { again: 'asking' } },
      },
    },
    texts: {
      initial: 'idle',
      states: {
        idle: {
          always: { guard: 'isAnyUnopened', target: 'opening' },
          on: { 'conversation.read': { actions: 'allow' } },
        },
        opening: {
          tags: 'opening',
          exit: 'show',
          on: {
            'conversation.stop': 'sealed',
            'conversation.read': { target: 'opening', reenter: true, actions: 'allow' },
            'decrypt.read': [
              { guard: 'isUnreadable', actions: ['hold', 'notifyUnreadable'] },
              { actions: 'hold' },
            ],
          },
          initial: 'waiting',
          states: {
            waiting: {
              always: [
                { guard: 'isFirst', actions: 'show' },
                { guard: 'isAnyHeld', target: 'holding' },
              ],
            },
            holding: { after: { soon: { target: 'waiting', actions: 'show' } } },
          },
          invoke: {
            id: 'batch',
            src: 'decrypt',
            input: ({ context }) => {
              const { account, peer, signer, quiet } = context;
              const sealed = unopenedIn(context)
                .slice(-PAGE)
                .map(({ id, event }) => ({ id, peer, text: event.content }));
              return { account, signer, quiet, sealed };
            },
            onDone: [
              { guard: { type: 'isWhole', params: withOutcome }, target: 'idle' },
              { target: 'sealed' },
            ],
            onError: 'sealed',
          },
        },
        /** Some texts are not decrypted, because the key is locked or its signer would prompt. */
        sealed: {
          tags: 'sealed',
          always: { guard: not('isAnyUnopened'), target: 'idle' },
          on: {
            'account.unlocked': 'opening',
            'conversation.read': { target: 'opening', actions: 'allow' },
          },
          after: { reopened: { guard: 'isQuietHere', target: 'opening' } },
        },
      },
    },
    /** One file at a time, because an open file stays in memory. */
    file: {
      initial: 'none',
      on: { 'conversation.file': { target: '.open', actions: 'wantFile' } },
      states: {
        none: {},
        open: {
          invoke: {
            id: 'file',
            src: 'file',
            input: ({ context: { messages, file } }) => {
              const of = messages.find(({ id }) => id === file?.id)?.file;
              return { sealed: of?.sealed, type: of?.type ?? '' };
            },
            onError: 'failed',
          },
          on: { 'file.failed': 'failed' },
          initial: 'fetching',
          states: {
            fetching: {
              on: { 'file.opened': { target: 'shown', actions: 'recordFile' } },
              after: { fileTimeout: '#conversation.file.failed' },
            },
            shown: {},
          },
        },
        failed: {},
      },
    },
  },
});

export type ConversationActor = ActorRefFrom<typeof conversationMachine>;

function asking(
  { account, peer, bus, signer, service, isLocal, quiet }: Context,
  page: Pick<Verbs['get_directmsgs'], 'since' | 'until' | 'limit' | 'offset'>,
): InputFrom<typeof authenticatedRequestMachine> {
  return {
    account,
    bus,
    signer,
    service,
    isLocal,
    quiet,
    query: query('get_directmsgs', { receiver: account, sender: peer, ...page }),
  };
}

/**
 * Add a page and its next cursor. `newest` is at most the time of the response, or a message dated
 * ahead would hide later ones.
 */
function withPage(
  context: Context,
  { events, claims, at }: CacheResponse,
): Pick<Context, 'messages' | 'place' | 'newest'> {
  const { account, peer, place } = context;
  const range = rangeOf(claims);
  const times = new Map(events.map((event) => [event.id, inSeconds(event.created_at)]));
  const hasMore = range !== undefined && range.elements.length >= PAGE;
  return {
    messages: withMessages(context.messages, exchanged(events, account, peer)),
    place: hasMore ? nextCursor(range, place, (id) => times.get(id)) : undefined,
    newest: Math.max(context.newest, noLater(range?.until ?? 0, at)),
  };
}

/** Return the messages without a decryption attempt, oldest first. */
function unopenedIn({ messages, texts }: Context): readonly DirectMessage[] {
  return messages.filter(({ id }) => !texts.has(id));
}
