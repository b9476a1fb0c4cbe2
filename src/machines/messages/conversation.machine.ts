import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  type EventObject,
  type InputFrom,
  not,
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
import type { PrivilegedOutcome } from '../account/signing/signed-request.machine.ts';
import type { Answer } from '../core/bus.ts';
import { when, withOutcome } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';
import { decryptMachine, type DecryptNews, type DecryptOutcome } from '../account/signing/decrypt.machine.ts';
import { type Asker, CLOSED, provenGuards, provenMachine, reopened } from '../account/signing/authenticated-request.machine.ts';

export type ConversationEvent =
  | { type: 'conversation.more' }
  /** There may be new ones. */
  | { type: 'conversation.refresh' }
  /** A person wants them read, and may be asked for it; or does not want to be asked any more. */
  | { type: 'conversation.read' }
  | { type: 'conversation.stop' }
  /** The account wrote that, and somebody took it. */
  | { type: 'conversation.sent'; message: DirectMessage; text: Secret<string> }
  /** All private messages of the two that were opened. */
  | { type: 'conversation.opened'; opened: readonly OpenedMessage[] }
  /** A person wants to see the file of a message. */
  | { type: 'conversation.file'; id: string }
  | FileNews
  | DecryptNews
  /** Another caching service is asked from now on. */
  | { type: 'conversation.serve'; service: string }
  | DoneActorEvent<PrivilegedOutcome, 'page' | 'news'>
  | DoneActorEvent<DecryptOutcome, 'batch'>;

/** What the port of a file reports: where the page finds it now, as long as the port lives; or that it could not be had, or opened. */
export type FileNews = { type: 'file.opened'; url: string } | { type: 'file.failed' };

/** A file to be opened. `sealed`: where it lies and what opens it. */
export interface FileInput {
  readonly sealed: Secret<string> | undefined;
  readonly type: string;
}

/** Told to the parent: a message that nobody with this key can open; that the peer wrote what was not known here; `isNews`: it is no older page. */
export type ConversationNews = { type: 'conversation.unreadable' } | { type: 'conversation.heard'; peer: string; isNews: boolean };

/** `quiet`: it reads only what opens without troubling a person, until somebody wants more. */
export interface ConversationInput extends Asker {
  readonly peer: string;
}

interface Context extends ConversationInput {
  /** Oldest first. */
  readonly messages: readonly DirectMessage[];
  /** What was opened, by id; undefined: it cannot be. In memory only. */
  readonly texts: ReadonlyMap<string, Secret<string> | undefined>;
  /** Likewise, what was opened just now and is not shown yet. */
  readonly held: ReadonlyMap<string, Secret<string> | undefined>;
  /** The next older page; undefined: there is none. */
  readonly place: Cursor | undefined;
  /** Time of the newest one that the service has named, in seconds. */
  readonly newest: number;
  readonly isStale: boolean;
  /** The message whose file is wanted, and where the page finds that once it is open. */
  readonly file: { readonly id: string; readonly url: string | undefined } | undefined;
}

/** LIMIT-02: messages of a page, and of a batch that is opened together. */
const PAGE = 20;
/** New ones that are asked for at once: there must be no gap before them. */
const MOST_NEW = 1_000;
const TOP: Cursor = { offset: 0 };
/** Seconds before the newest one from which new ones are asked for: what was written earlier may come later. */
const OVERLAP = 60 * 60;

/**
 * The messages that an account and one other exchanged (DM-02, DM-04): in pages, oldest last asked; new ones from the newest known on. An actor of
 * its own for each peer, so that no answer can come to another conversation (C-19). What is opened without a person being asked is opened at once;
 * all else waits until somebody wants it.
 */
export const conversationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ConversationEvent,
    input: {} as ConversationInput,
    tags: {} as 'loading' | 'ended' | 'failed' | 'closed' | 'opening' | 'sealed',
    children: {} as { page: 'proven'; news: 'proven'; batch: 'decrypt'; file: 'file' },
  },
  actors: { proven: provenMachine, decrypt: decryptMachine, file: callbackPort<EventObject, FileInput>('file') },
  guards: {
    ...provenGuards,
    /** A person who was asked has said no. */
    isQuietHere: ({ context }) => context.isLocal && context.quiet,
    isLast: ({ context }) => context.place === undefined,
    isStale: ({ context }) => context.isStale,
    isAnyUnopened: ({ context }) => unopenedIn(context).length > 0,
    isWhole: (_: unknown, { outcome }: { outcome: DecryptOutcome }) => outcome.isWhole,
    isFirst: ({ context: { texts, held } }) => texts.size === 0 && held.size > 0,
    isAnyHeld: ({ context }) => context.held.size > 0,
    isUnreadable: ({ event }) => event.type === 'decrypt.read' && event.text === undefined,
  },
  delays: { again: 10_000, soon: 50, reopened, filePatience: 5 * 60_000 },
  actions: {
    receivePage: enqueueActions(({ context, enqueue }, { outcome }: { outcome: PrivilegedOutcome }) => {
      if (!outcome.ok) return;
      const { peer, place } = context;
      const page = withPage(context, outcome.answer);
      enqueue.assign(page);
      if (place === TOP && page.messages.some(({ pubkey }) => pubkey === peer))
        enqueue.sendParent({ type: 'conversation.heard', peer, isNews: false } satisfies ConversationNews);
    }),
    receiveNews: enqueueActions(({ context, enqueue }, { outcome }: { outcome: PrivilegedOutcome }) => {
      if (!outcome.ok) return;
      const { messages, newest } = withPage(context, outcome.answer);
      enqueue.assign({ messages, newest });
      const { peer } = context;
      const known = new Set(context.messages.map(({ id }) => id));
      if (messages.some(({ id, pubkey }) => pubkey === peer && !known.has(id)))
        enqueue.sendParent({ type: 'conversation.heard', peer, isNews: true } satisfies ConversationNews);
    }),
    receiveSent: assign(
      when('conversation.sent', ({ context, event }) => ({
        messages: withMessages(context.messages, [event.message]),
        texts: new Map(context.texts).set(event.message.id, event.text),
      })),
    ),
    receiveOpened: assign(
      when('conversation.opened', ({ context, event: { opened } }) => ({
        messages: withMessages(
          context.messages,
          opened.map(({ message }) => message),
        ),
        texts: new Map([...context.texts, ...opened.map(({ message, text }) => [message.id, text] as const)]),
      })),
    ),
    hold: assign(when('decrypt.read', ({ context, event }) => ({ held: new Map(context.held).set(event.id, event.text) }))),
    /** Many together: each time all that is shown is drawn anew. */
    show: assign(({ context: { texts, held } }) => (held.size === 0 ? {} : { texts: new Map([...texts, ...held]), held: new Map() })),
    notifyUnreadable: sendParent({ type: 'conversation.unreadable' } satisfies ConversationNews),
    /** What could not be opened is tried once more. */
    allow: assign(({ context }) => ({ quiet: false, texts: new Map([...context.texts].filter(([, text]) => text !== undefined)) })),
    recordService: assign(when('conversation.serve', ({ event }) => ({ service: event.service }))),
    wantFile: assign(when('conversation.file', ({ event }) => ({ file: { id: event.id, url: undefined } }))),
    recordFile: assign(when('file.opened', ({ context: { file }, event }) => ({ file: file && { ...file, url: event.url } }))),
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
    'conversation.serve': { actions: 'recordService' },
  },
  states: {
    pages: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'page',
            src: 'proven',
            input: ({ context }) => asking(context, { since: 0, limit: PAGE, ...(context.place ?? TOP) }),
            onDone: [
              { guard: { type: 'isOk', params: withOutcome }, target: 'turning', actions: { type: 'receivePage', params: withOutcome } },
              { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
              { target: 'failed' },
            ],
            onError: 'failed',
          },
        },
        turning: { always: [{ guard: 'isLast', target: 'ended' }, { target: 'ready' }] },
        ready: { on: { 'conversation.more': 'loading' } },
        ended: { tags: 'ended' },
        failed: { tags: 'failed', on: { 'conversation.more': 'loading' } },
        closed: { ...CLOSED, on: { 'conversation.read': { target: 'loading', actions: 'allow' } } },
      },
    },
    news: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'isStale', target: 'asking' }, on: { 'conversation.refresh': 'asking' } },
        asking: {
          entry: 'markFresh',
          on: { 'conversation.refresh': { actions: 'markStale' } },
          invoke: {
            id: 'news',
            src: 'proven',
            input: ({ context }) => asking(context, { since: Math.max(0, context.newest - OVERLAP), offset: 0, limit: MOST_NEW }),
            onDone: [
              { guard: { type: 'isOk', params: withOutcome }, target: 'idle', actions: { type: 'receiveNews', params: withOutcome } },
              { guard: { type: 'isUnsigned', params: withOutcome }, target: 'idle' },
              { target: 'missed' },
            ],
            onError: 'missed',
          },
        },
        /** What could not be asked for is asked for once more. */
        missed: { on: { 'conversation.refresh': 'asking' }, after: { again: 'asking' } },
      },
    },
    texts: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'isAnyUnopened', target: 'opening' }, on: { 'conversation.read': { actions: 'allow' } } },
        opening: {
          tags: 'opening',
          exit: 'show',
          on: {
            'conversation.stop': 'sealed',
            'conversation.read': { target: 'opening', reenter: true, actions: 'allow' },
            'decrypt.read': [{ guard: 'isUnreadable', actions: ['hold', 'notifyUnreadable'] }, { actions: 'hold' }],
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
            onDone: [{ guard: { type: 'isWhole', params: withOutcome }, target: 'idle' }, { target: 'sealed' }],
            onError: 'sealed',
          },
        },
        /** Some were not opened, as the key is closed, or whoever holds it would have to be asked. */
        sealed: {
          tags: 'sealed',
          always: { guard: not('isAnyUnopened'), target: 'idle' },
          on: { 'conversation.read': { target: 'opening', actions: 'allow' } },
          after: { reopened: { guard: 'isQuietHere', target: 'opening' } },
        },
      },
    },
    /** One at a time: what is open takes room in memory. */
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
              after: { filePatience: '#conversation.file.failed' },
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
): InputFrom<typeof provenMachine> {
  return { account, bus, signer, service, isLocal, quiet, query: query('get_directmsgs', { receiver: account, sender: peer, ...page }) };
}

/** With a page more, and where it goes on. The time of the newest is none after the page came, or what is dated ahead would hide what follows. */
function withPage(context: Context, { events, claims, at }: Answer): Pick<Context, 'messages' | 'place' | 'newest'> {
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

/** What nobody has tried to open yet, oldest first. */
function unopenedIn({ messages, texts }: Context): readonly DirectMessage[] {
  return messages.filter(({ id }) => !texts.has(id));
}
