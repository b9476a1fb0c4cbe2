import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate';
import { markReadQuery } from '../../events/account/signing/signed-query.ts';
import {
  type Contacts,
  type PrivateMessages,
  type Relation,
  totalOf,
} from '../../events/messages/contacts.ts';
import {
  type OutgoingMessage,
  draftsByPeer,
  enteredIn,
} from '../../events/messages/outgoing-message.ts';
import type { AccountEnding, AccountUnlocked, ScopeRef } from '../core/feature.ts';
import {
  signedRequestMachine,
  type SignedRequestOutcome,
} from '../account/signing/signed-request.machine.ts';
import {
  endingOf,
  isGone,
  judgeCrash,
  MINUTE,
  pathed,
  type Restarts,
} from '../core/supervision.ts';
import { whenEvent } from '../core/event-guards.ts';
import { callbackPort, type LogCommand } from '../core/ports.ts';
import { unsentNews } from '../account/session/unsent-text.ts';
import { contactsMachine, type ContactsNews } from './contacts.machine.ts';
import { messageListMachine, type MessageListNews } from './message-list.machine.ts';
import { conversationMachine, type ConversationNews } from './conversation.machine.ts';
import { outgoingMessageMachine } from './outgoing-message.machine.ts';
import type { OutgoingMessageInput, OutgoingMessageUpdate } from './outgoing-message-context.ts';
import type { MessageDraftsCommand, MessageDraftsSignal } from './message-drafts-protocol.ts';
import type { Requester } from '../account/signing/authenticated-request.machine.ts';
import type { UnreadChanged } from './unread.machine.ts';
import type { GiftWrapsChanged } from './gift-wraps.machine.ts';

export type MessagesEvent =
  | AccountUnlocked
  /**
   * The page opened. `service`: address of the current caching service. `undefined`: no page, only
   * texts of an earlier page are to be sent.
   */
  | { type: 'messages.open'; service?: string }
  /** The shown conversation. `undefined` if none is shown. */
  | { type: 'messages.select'; peer: string | undefined }
  | { type: 'messages.selectRelation'; relation: Relation }
  /** The user asks to read messages and mark them as read, so prompts are allowed from now on. */
  | { type: 'messages.allowPrompts' }
  | { type: 'messages.markAll' }
  /**
   * Restart failed actors: `revive` at once, `forgive` after the pause for repeated failures,
   * `contacts` the list of contacts.
   */
  | { type: 'messages.revive' }
  | { type: 'messages.resetRestarts' }
  | { type: 'messages.startContacts' }
  | AccountEnding
  | UnreadChanged
  | GiftWrapsChanged
  | ContactsNews
  | MessageListNews
  | ConversationNews
  | OutgoingMessageUpdate
  | MessageDraftsSignal
  | DoneActorEvent<SignedRequestOutcome>;

declare module '../core/feature.ts' {
  interface FeatureEvents {
    messages: MessagesEvent;
  }
}

/** `service`: empty until a page has named it. No service is asked before. */
export interface MessagesInput extends Omit<Requester, 'quiet'> {
  readonly scope: ScopeRef;
}

interface Context extends MessagesInput {
  readonly restarts: Restarts;
  readonly relation: Relation;
  readonly peer: string | undefined;
  /** Peer of the last shown conversation, also from before a reload. */
  readonly last: string | undefined;
  /** Peers with open conversations, the last shown one at the end. */
  readonly open: readonly string[];
  /** Peers with an actor for outgoing messages. */
  readonly writers: ReadonlySet<string>;
  /** Unsent texts by peer, the latest first. */
  readonly drafts: ReadonlyMap<string, readonly OutgoingMessage[]>;
  /** True if drafts survive a reload. */
  readonly isKept: boolean;
  readonly isAllowed: boolean;
  /** Unread messages by sender, as far as contacts are known, and in total. */
  readonly unread: ReadonlyMap<string, number>;
  readonly total: number;
  /** Peer and total when the last page arrived. */
  readonly heard: string | undefined;
  /**
   * Opened private messages by peer, their contacts, and the number of unreadable ones. In memory
   * only.
   */
  readonly opened: PrivateMessages;
  readonly privately: Contacts;
  readonly lost: number;
  /** Ids of the actors that are marking messages as read. */
  readonly marking: ReadonlySet<string>;
  /** Ids to mark once more, because messages arrived in the meantime. */
  readonly again: ReadonlySet<string>;
}

/** Limit of open conversations. */
const MOST_OPEN = 20;
const ALL = 'mark';
/**
 * If the peer's unread count is unknown, use the total. A conversation that is still opening is
 * marked after its messages arrive.
 */
const MARK = {
  type: 'mark',
  params: ({ context: { peer = '', unread, total, open } }: { readonly context: Context }) => ({
    count: unread.get(peer) ?? (open.includes(peer) ? total : 0),
  }),
} as const;
const MARK_KNOWN = {
  type: 'mark',
  params: ({ context: { peer = '', unread } }: { readonly context: Context }) => ({
    count: unread.get(peer) ?? 0,
  }),
} as const;
/** The count may arrive after the message, for a sender who is not listed. */
const MARK_COUNTED = {
  type: 'mark',
  params: ({
    context: { peer = '', unread, total },
    event,
  }: {
    readonly context: Context;
    readonly event: MessagesEvent;
  }) => ({
    count: event.type === 'unread.changed' && total === 0 && !unread.has(peer) ? event.count : 0,
  }),
} as const;
/**
 * The peer of the shown conversation wrote, even if they are not listed. If the counts by sender do
 * not add up to the total, any of them may be old, and one page is marked.
 */
const MARK_HEARD = {
  type: 'mark',
  params: ({ context, event }: { readonly context: Context; readonly event: MessagesEvent }) => {
    const { peer = '', unread, total, heard } = context;
    if (event.type === 'conversation.received' && event.isNews) return { count: 1 };
    const known = unread.get(peer) ?? total;
    const isOld = known === 0 && totalOf(unread) !== total && heard !== heardOf(context);
    return { count: isOld ? total : known };
  },
} as const;
const heardOf = ({ peer, total }: Pick<Context, 'peer' | 'total'>): string => `${peer} ${total}`;
const markOf = (peer: string): `mark ${string}` => `mark ${peer}`;

/** Log messages required by DM-08. */
const UNMARKED = { one: 'Failed to reset message count', all: 'Failed to mark as read' } as const;

/**
 * Direct messages of an account (ROUTE-06, DM-01 to 08): its contacts, and one actor per open
 * conversation and per draft. Shown messages are marked as read with a signed event if that needs
 * no prompt or the user allowed it (BEYOND-03).
 */
export const messagesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MessagesEvent,
    input: {} as MessagesInput,
    tags: {} as 'opening',
    children: {} as {
      messageDrafts: 'messageDrafts';
      log: 'log';
      contacts: 'contacts';
      messageList: 'messageList';
      [conversation: `conversation ${string}`]: 'conversation';
      [outgoing: `outgoing ${string}`]: 'outgoing';
      mark: 'signedRequest';
      [mark: `mark ${string}`]: 'signedRequest';
    },
  },
  actors: {
    messageDrafts: callbackPort<MessageDraftsCommand, { readonly account: string }>(
      'messageDrafts',
    ),
    log: callbackPort<LogCommand, undefined>('log'),
    contacts: contactsMachine,
    messageList: messageListMachine,
    conversation: conversationMachine,
    outgoing: outgoingMessageMachine,
    signedRequest: signedRequestMachine,
  },
  guards: {
    /** Until now, only texts of an earlier page were sent. */
    isFirstPage: ({ context }) => context.service === '',
    isLookedAt: ({ context, event }) =>
      event.type === 'conversation.received' && event.peer === context.peer,
  },
  // longer than the timeout for a slow disk
  delays: { timeout: 15_000 },
  actions: {
    recordService: enqueueActions(({ context: { open }, event, enqueue }) => {
      if (event.type !== 'messages.open' || event.service === undefined) return;
      const { service } = event;
      enqueue.assign({ service });
      enqueue.sendTo('contacts', { type: 'contacts.setService', service });
      for (const peer of open)
        enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.setService', service });
    }),
    recordFound: assign(
      whenEvent('messageDrafts.found', ({ context, event: { drafts, place } }) => ({
        drafts: draftsByPeer(drafts),
        relation: place?.relation ?? context.relation,
        last: context.last ?? place?.peer,
      })),
    ),
    recordKept: assign(whenEvent('messageDrafts.kept', ({ event }) => ({ isKept: event.isKept }))),
    recordUnkept: assign({ isKept: false }),
    recordRelation: assign(
      whenEvent('messages.selectRelation', ({ event }) => ({ relation: event.relation })),
    ),
    recordPeer: assign(
      whenEvent('messages.select', ({ context, event }) => ({
        peer: event.peer,
        last: event.peer ?? context.last,
      })),
    ),
    recordTotal: assign(whenEvent('unread.changed', ({ event }) => ({ total: event.count }))),
    recordUnread: assign(whenEvent('contacts.changed', ({ event }) => ({ unread: event.unread }))),
    recordHeard: assign(({ context }) => ({ heard: heardOf(context) })),
    recordAllowed: assign({ isAllowed: true }),
    listFound: sendTo('messageList', ({ event }) => ({
      type: 'messageList.found' as const,
      sealed: event.type === 'messageDrafts.found' ? event.list : undefined,
    })),
    listContacts: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'contacts.changed') return;
      const { contacts, latest } = event;
      enqueue.sendTo('messageList', { type: 'messageList.contacts', contacts, latest });
    }),
    keepList: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'messageList.keep') return;
      enqueue.sendTo('messageDrafts', { type: 'messageDrafts.keepList', list: event.sealed });
    }),
    showContacts: enqueueActions(({ context: { service, relation }, enqueue }) => {
      if (service !== '') enqueue.sendTo('contacts', { type: 'contacts.show', relation });
    }),
    refreshContacts: sendTo('contacts', { type: 'contacts.refresh' as const }),
    keepPlace: sendTo('messageDrafts', ({ context: { relation, last } }) => ({
      type: 'messageDrafts.keepPlace' as const,
      place: { relation, peer: last },
    })),
    keepOutgoing: enqueueActions(({ context: { drafts }, event, enqueue }) => {
      if (event.type !== 'outgoing.changed') return;
      const { outgoing } = event;
      const { peer, id } = outgoing;
      const others = (drafts.get(peer) ?? []).filter((one) => one.id !== id);
      const all = draftsByPeer([outgoing, ...others].toReversed()).get(peer) ?? [];
      enqueue.assign({ drafts: new Map(drafts).set(peer, all) });
      enqueue.sendTo('messageDrafts', { type: 'messageDrafts.keep', outgoing });
    }),
    /** Every change of the shown text was stored at once; say where it is. */
    leaveAccount: enqueueActions(({ context: { bus, drafts, peer = '' }, event, enqueue }) => {
      if (event.type !== 'account.ending' || !drafts.get(peer)?.[0]?.text.reveal()) return;
      enqueue.sendTo(bus, unsentNews('message', event.isErased));
    }),
    /** Open the selected conversation. Close the least recently shown one above the limit. */
    openConversation: enqueueActions(({ context, enqueue }) => {
      const { account, bus, signer, service, isLocal, peer, open, drafts, isAllowed } = context;
      if (peer === undefined || service === '') return;
      const isOpen = open.includes(peer);
      const all = [...open.filter((one) => one !== peer), peer];
      const writers = new Set(context.writers);
      for (const one of all.slice(0, -MOST_OPEN)) {
        enqueue.stopChild(`conversation ${one}`);
        // texts that are being sent are sent on
        if (enteredIn(drafts.get(one) ?? []).length > 0) continue;
        enqueue.stopChild(`outgoing ${one}`);
        writers.delete(one);
      }
      enqueue.assign({ open: all.slice(-MOST_OPEN), writers });
      if (isOpen) enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.refresh' });
      else {
        enqueue.spawnChild('conversation', {
          id: `conversation ${peer}`,
          input: { account, peer, bus, signer, service, isLocal, quiet: !isAllowed },
        });
        const own = context.opened.get(peer);
        if (own)
          enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.opened', opened: own });
      }
      if (writers.has(peer)) return;
      enqueue.assign({ writers: writers.add(peer) });
      enqueue.spawnChild('outgoing', { id: `outgoing ${peer}`, input: outgoingIn(context, peer) });
    }),
    /** Continue sending the texts of an earlier page, with any page open now. */
    resumeSending: enqueueActions(({ context, enqueue }) => {
      const writers = new Set(context.writers);
      for (const [peer, drafts] of context.drafts) {
        if (writers.has(peer) || enteredIn(drafts).length === 0) continue;
        writers.add(peer);
        enqueue.spawnChild('outgoing', {
          id: `outgoing ${peer}`,
          input: outgoingIn(context, peer),
        });
      }
      enqueue.assign({ writers });
    }),
    /** Send each open conversation the messages of its peer. */
    receiveOpened: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'giftWraps.changed') return;
      const { opened, contacts: privately, lost } = event;
      enqueue.assign({ opened, privately, lost });
      enqueue.sendTo('messageList', { type: 'messageList.opened', contacts: privately, opened });
      for (const peer of context.open) {
        const own = opened.get(peer);
        if (own && own !== context.opened.get(peer))
          enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.opened', opened: own });
      }
      if (lost > context.lost)
        enqueue.sendTo('log', { type: 'log.line', text: 'messages.unreadable' });
    }),
    /** Private messages are marked as read locally, because no service counts them. */
    markPrivate: enqueueActions(({ context: { scope, peer, opened }, enqueue }) => {
      // also with only own messages, because later messages are new with any date
      if (peer !== undefined && opened.has(peer))
        enqueue.sendTo(scope, { type: 'giftWraps.markSeen', peer });
    }),
    markAllPrivate: sendTo(({ context }) => context.scope, {
      type: 'giftWraps.markSeen',
      peer: undefined,
    }),
    allowPrivate: sendTo(({ context }) => context.scope, { type: 'giftWraps.allowPrompts' }),
    refreshConversation: enqueueActions(({ context: { peer, open }, enqueue }) => {
      if (peer !== undefined && open.includes(peer))
        enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.refresh' });
    }),
    /** Decrypting needs no prompt now. */
    passUnlocked: enqueueActions(({ context: { open, writers }, event, enqueue }) => {
      if (event.type !== 'account.unlocked') return;
      for (const peer of writers) enqueue.sendTo(`outgoing ${peer}`, event);
      for (const child of ['contacts', 'messageList'] as const) enqueue.sendTo(child, event);
      for (const peer of open) enqueue.sendTo(`conversation ${peer}`, event);
    }),
    readConversations: enqueueActions(({ context: { open }, enqueue }) => {
      enqueue.sendTo('contacts', { type: 'contacts.allowPrompts' });
      for (const peer of open)
        enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.read' });
    }),
    mark: enqueueActions(({ context, enqueue }, { count }: { count: number }) => {
      const { account, bus, signer, peer, isAllowed, marking } = context;
      if (peer === undefined || count === 0) return;
      if (marking.has(markOf(peer))) {
        enqueue.assign({ again: new Set(context.again).add(markOf(peer)) });
        return;
      }
      const asked = markReadQuery(peer);
      enqueue.assign({ marking: new Set(marking).add(markOf(peer)) });
      enqueue.spawnChild('signedRequest', {
        id: markOf(peer),
        input: { account, bus, signer, asked, quiet: !isAllowed },
      });
    }),
    markAll: enqueueActions(({ context: { account, bus, signer, marking }, enqueue }) => {
      if (marking.has(ALL)) return;
      enqueue.assign({ marking: new Set(marking).add(ALL) });
      enqueue.spawnChild('signedRequest', {
        id: ALL,
        input: { account, bus, signer, asked: markReadQuery(undefined), quiet: false },
      });
    }),
    /**
     * Log a failed mark, and show an error if the user asked for it. A mark that needs a prompt
     * which was not shown is no failure.
     */
    settleMark: enqueueActions(
      ({ context: { bus, isAllowed, marking, open, again, ...context }, event, enqueue }) => {
        const id = 'actorId' in event ? event.actorId : '';
        if (!marking.has(id)) return;
        const peer = id === ALL ? undefined : id.slice('mark '.length);
        const outcome = 'output' in event ? event.output : undefined;
        enqueue.stopChild(id);
        enqueue.assign({
          marking: new Set([...marking].filter((one) => one !== id)),
          again: new Set([...again].filter((one) => one !== id)),
        });
        if (outcome?.ok) {
          enqueue.sendTo('contacts', { type: 'contacts.read', peer });
          // messages before the mark may be missing here and count as read, and later ones are
          // still unread
          enqueue.sendTo('contacts', { type: 'contacts.refresh' });
          if (peer !== undefined && open.includes(peer))
            enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.refresh' });
        }
        const isUnsigned = outcome?.ok === false && outcome.reason === 'unsigned';
        if (again.has(id) && peer === context.peer && !isUnsigned)
          enqueue.raise({ type: 'conversation.received', peer: peer ?? '', isNews: true });
        if (outcome?.ok) return;
        if (peer !== undefined && isUnsigned && !isAllowed) return;
        enqueue.sendTo('log', {
          type: 'log.line',
          text: peer === undefined ? UNMARKED.all : UNMARKED.one,
        });
        if (peer === undefined)
          enqueue.sendTo(bus, {
            type: 'toast.show',
            kind: 'error',
            message: { code: 'messages.notMarked' },
          });
      },
    ),
    logUnreadable: sendTo('log', { type: 'log.line', text: 'messages.unreadable' }),
    receiveSent: enqueueActions(({ context: { open }, event, enqueue }) => {
      if (event.type !== 'outgoing.sent') return;
      const { peer, message, text } = event;
      if (open.includes(peer))
        enqueue.sendTo(`conversation ${peer}`, { type: 'conversation.sent', message, text });
      enqueue.sendTo('messageList', { type: 'messageList.sent', peer, message, text });
      enqueue.sendTo('contacts', { type: 'contacts.refresh' });
    }),
    beginContacts: enqueueActions(
      ({ context: { account, bus, signer, service, isLocal, isAllowed }, enqueue }) => {
        enqueue.spawnChild('contacts', {
          id: 'contacts',
          input: { account, bus, signer, service, isLocal, quiet: !isAllowed },
        });
      },
    ),
    /**
     * Report and end a failed actor, and restart it on the next view. After repeated failures it
     * stays down for a minute.
     */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      enqueue.sendTo(context.scope, { type: 'scope.crashed', crash: pathed('messages', crash) });
      enqueue(endingOf(self, event));
      const peer = [...context.open, ...context.writers].find((one) =>
        [`conversation ${one}`, `outgoing ${one}`].includes(crash.actor),
      );
      if (peer !== undefined) {
        enqueue.stopChild(`conversation ${peer}`);
        enqueue.stopChild(`outgoing ${peer}`);
      }
      enqueue.assign({
        restarts,
        open: context.open.filter((one) => one !== peer),
        writers: new Set([...context.writers].filter((one) => one !== peer)),
      });
      enqueue.cancel('forgive');
      enqueue.raise({ type: 'messages.resetRestarts' }, { id: 'forgive', delay: MINUTE });
      if (isRestarted) enqueue.raise({ type: 'messages.revive' });
    }),
    forgive: assign({ restarts: {} }),
    /** Restart needed actors that are gone. */
    revive: enqueueActions(({ context: { peer, open }, enqueue, self }) => {
      const { contacts } = self.getSnapshot().children;
      if (contacts === undefined || isGone(contacts))
        enqueue.raise({ type: 'messages.startContacts' });
      if (peer !== undefined && !open.includes(peer))
        enqueue.raise({ type: 'messages.select', peer });
    }),
  },
}).createMachine({
  id: 'messages',
  context: ({ input }) => ({
    ...input,
    restarts: {},
    relation: 'follows',
    peer: undefined,
    last: undefined,
    open: [],
    writers: new Set(),
    drafts: new Map(),
    isKept: true,
    isAllowed: false,
    unread: new Map(),
    heard: undefined,
    total: 0,
    opened: new Map(),
    privately: new Map(),
    lost: 0,
    marking: new Set(),
    again: new Set(),
  }),
  entry: 'beginContacts',
  invoke: [
    {
      id: 'messageDrafts',
      src: 'messageDrafts',
      input: ({ context: { account } }) => ({ account }),
      onError: { actions: 'recordUnkept' },
    },
    { id: 'log', src: 'log', input: undefined, onError: {} },
    {
      id: 'messageList',
      src: 'messageList',
      input: ({ context: { account, signer, isLocal } }) => ({ account, signer, isLocal }),
      onError: {},
    },
  ],
  initial: 'opening',
  on: {
    'account.ending': { actions: 'leaveAccount' },
    'account.unlocked': { actions: 'passUnlocked' },
    'messageDrafts.kept': { actions: 'recordKept' },
    'outgoing.changed': { actions: 'keepOutgoing' },
    'messageList.keep': { actions: 'keepList' },
    'outgoing.sent': { actions: 'receiveSent' },
    'conversation.unreadable': { actions: 'logUnreadable' },
    'messages.markAll': { actions: ['markAll', 'markAllPrivate'] },
    'giftWraps.changed': { actions: ['receiveOpened', 'markPrivate'] },
    'xstate.done.actor.*': { actions: 'settleMark' },
    'xstate.error.actor.*': { actions: ['supervise', 'settleMark'] },
    'messages.resetRestarts': { actions: ['forgive', 'revive', 'resumeSending'] },
    'messages.revive': { actions: ['revive', 'resumeSending'] },
  },
  states: {
    /** Wait for the stored drafts and the last position. */
    opening: {
      tags: 'opening',
      on: {
        'messageDrafts.found': { target: 'open', actions: ['recordFound', 'listFound'] },
        'messages.open': { actions: 'recordService' },
        'messages.select': { actions: 'recordPeer' },
        'messages.selectRelation': { actions: 'recordRelation' },
        'messages.allowPrompts': { actions: ['recordAllowed', 'allowPrivate'] },
        'unread.changed': { actions: 'recordTotal' },
      },
      after: { timeout: 'open' },
    },
    open: {
      entry: [MARK, 'openConversation', 'resumeSending', 'showContacts'],
      on: {
        'messages.open': [
          { guard: 'isFirstPage', actions: ['recordService', 'openConversation', 'showContacts'] },
          { actions: ['recordService', 'refreshContacts'] },
        ],
        'messages.select': {
          actions: ['recordPeer', MARK, 'openConversation', 'markPrivate', 'keepPlace'],
        },
        'messages.selectRelation': { actions: ['recordRelation', 'showContacts', 'keepPlace'] },
        'messages.startContacts': { actions: ['beginContacts', 'showContacts'] },
        'messages.allowPrompts': {
          actions: ['recordAllowed', 'readConversations', 'allowPrivate', MARK],
        },
        'unread.changed': {
          actions: [MARK_COUNTED, 'recordTotal', 'refreshContacts', 'refreshConversation'],
        },
        'conversation.received': { guard: 'isLookedAt', actions: [MARK_HEARD, 'recordHeard'] },
        'contacts.changed': { actions: ['recordUnread', 'listContacts', MARK_KNOWN] },
      },
    },
  },
});

function outgoingIn(
  { account, signer, scope, isLocal, drafts }: Context,
  peer: string,
): OutgoingMessageInput {
  const [kept, ...others] = drafts.get(peer) ?? [];
  return { account, peer, signer, scope, isLocal, kept, others };
}

export type MessagesActor = ActorRefFrom<typeof messagesMachine>;
