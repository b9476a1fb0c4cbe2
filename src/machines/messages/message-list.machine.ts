import {
  type ActorRefFrom,
  and,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import type { Secret } from '../../events/account/keys/secret.ts';
import type { Contacts, PrivateMessages } from '../../events/messages/contacts.ts';
import { exchanged } from '../../events/messages/conversation.ts';
import {
  type KeptList,
  type LastLines,
  lineOf,
  listText,
  mergedContacts,
  NO_LIST,
  privateLines,
  readList,
  withLines,
} from '../../events/messages/message-list.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { reopened } from '../account/signing/authenticated-request.machine.ts';
import {
  decryptMachine,
  type DecryptNews,
  type DecryptOutcome,
} from '../account/signing/decrypt.machine.ts';
import { whenEvent, withOutcome } from '../core/event-guards.ts';
import type { AccountUnlocked } from '../core/feature.ts';
import { type SignSettled, textIn } from '../core/sign-request.ts';
import type { SignerRef } from '../core/signer-ref.ts';

export type MessageListEvent =
  | AccountUnlocked
  /** The list of an earlier page, encrypted for the account itself. */
  | { type: 'messageList.found'; sealed: string | undefined }
  /** Contacts by the caching service, and the last message of each in the old form. */
  | { type: 'messageList.contacts'; contacts: Contacts; latest: LatestEvents }
  | { type: 'messageList.opened'; contacts: Contacts; opened: PrivateMessages }
  | { type: 'messageList.sent'; peer: string; message: DirectMessage; text: Secret<string> }
  | DecryptNews
  | SignSettled
  | DoneActorEvent<DecryptOutcome, 'stored' | 'batch'>;

/** Sent to the parent: the list to store, encrypted for the account itself. */
export type MessageListNews = { type: 'messageList.keep'; sealed: string };

/** Last events by peer. */
export type LatestEvents = ReadonlyMap<string, VerifiedEvent>;

export interface MessageListInput {
  readonly account: string;
  readonly signer: SignerRef;
  readonly isLocal: boolean;
}

interface Context extends MessageListInput {
  /** The list of an earlier page: encrypted, and decrypted. */
  readonly sealed: string | undefined;
  readonly kept: KeptList;
  readonly contacts: Contacts;
  readonly latest: LatestEvents;
  readonly privately: Contacts;
  readonly opened: PrivateMessages;
  /** Last lines by peer. In memory only, as decrypted. */
  readonly lines: LastLines;
  /** Ids of messages that this key cannot decrypt. */
  readonly lost: ReadonlySet<string>;
  readonly isUnsaved: boolean;
}

/** Size of a decryption batch. */
const BATCH = 20;
const LIST = 'list';
const REASON = { code: 'sign.sealMessage' } as const;

/**
 * The list of conversations with their last lines (STATE-01, STATE-03). It is kept encrypted for
 * the account itself, so a PIN protects it as it protects the messages. Nothing here prompts: a
 * signer elsewhere is never asked (BEYOND-03).
 */
export const messageListMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MessageListEvent,
    input: {} as MessageListInput,
    children: {} as { stored: 'decrypt'; batch: 'decrypt' },
  },
  actors: { decrypt: decryptMachine },
  guards: {
    isKept: ({ event }) => event.type === 'messageList.found' && event.sealed !== undefined,
    isWhole: (_: unknown, { outcome }: { outcome: DecryptOutcome }) => outcome.isWhole,
    isAnyUnread: ({ context }) => context.isLocal && unreadIn(context).length > 0,
    isUnsaved: ({ context: { isLocal, isUnsaved } }) => isLocal && isUnsaved,
    isLocal: ({ context }) => context.isLocal,
    isSealed: ({ event }) => textIn(event) !== undefined,
    isList: ({ event }) => event.type === 'decrypt.read' && event.id === LIST,
  },
  delays: { reopened, timeout: 15_000, pause: 2_000, signTimeout: 60_000, later: 60_000 },
  actions: {
    recordSealed: assign(whenEvent('messageList.found', ({ event }) => ({ sealed: event.sealed }))),
    recordKept: assign(
      whenEvent('decrypt.read', ({ context: { lines }, event: { text } }) => {
        const kept = readList(text?.reveal() ?? '');
        text?.forget();
        return { kept, sealed: undefined, lines: withLines(lines, kept.lines) };
      }),
    ),
    recordContacts: assign(
      whenEvent('messageList.contacts', ({ event: { contacts, latest } }) => ({
        contacts,
        latest,
        isUnsaved: true,
      })),
    ),
    recordOpened: assign(
      whenEvent('messageList.opened', ({ context, event: { contacts, opened } }) => ({
        privately: contacts,
        opened,
        lines: withLines(context.lines, privateLines(opened, context.opened, context.account)),
        isUnsaved: true,
      })),
    ),
    recordSent: assign(
      whenEvent('messageList.sent', ({ context: { lines, account }, event }) => {
        const { peer, message, text } = event;
        return {
          lines: withLines(lines, [[peer, lineOf(message, text.reveal() ?? '', account)]]),
          isUnsaved: true,
        };
      }),
    ),
    recordLine: assign(
      whenEvent('decrypt.read', ({ context, event: { id, text } }) => {
        const { account, latest, lines, lost } = context;
        const found = [...latest].find(([, event]) => event.id === id);
        const [message] = found ? exchanged([found[1]], account, found[0]) : [];
        if (!found || !message || text === undefined) return { lost: new Set([...lost, id]) };
        const line = lineOf(message, text.reveal() ?? '', account);
        text.forget();
        return { lines: withLines(lines, [[found[0], line]]), isUnsaved: true };
      }),
    ),
    encrypt: enqueueActions(({ context, enqueue, self }) => {
      const { account, signer, kept, contacts, privately, lines } = context;
      const text = listText({
        contacts: mergedContacts(kept.contacts, contacts, privately),
        lines,
      });
      enqueue.assign({ isUnsaved: false });
      enqueue.sendTo(signer, {
        type: 'sign.request',
        request: {
          id: LIST,
          from: self,
          pubkey: account,
          reason: REASON,
          act: { do: 'encrypt', scheme: 'nip44', peer: account, text },
          quiet: true,
        },
      });
    }),
    cancel: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: LIST, from: self }),
    ),
    markUnsaved: assign({ isUnsaved: true }),
    keep: enqueueActions(({ event, enqueue }) => {
      const sealed = textIn(event);
      if (sealed !== undefined)
        enqueue(sendParent({ type: 'messageList.keep', sealed } satisfies MessageListNews));
    }),
  },
}).createMachine({
  id: 'messageList',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    sealed: undefined,
    kept: NO_LIST,
    contacts: new Map(),
    latest: new Map(),
    privately: new Map(),
    opened: new Map(),
    lines: new Map(),
    lost: new Set(),
    isUnsaved: false,
  }),
  on: {
    'messageList.contacts': { actions: 'recordContacts' },
    'messageList.opened': { actions: 'recordOpened' },
    'messageList.sent': { actions: 'recordSent' },
  },
  states: {
    stored: {
      initial: 'unknown',
      states: {
        unknown: {
          on: {
            'messageList.found': [
              { guard: 'isKept', target: 'opening', actions: 'recordSealed' },
              { target: 'known' },
            ],
          },
          after: { timeout: 'known' },
        },
        opening: {
          on: { 'decrypt.read': { guard: 'isList', actions: 'recordKept' } },
          invoke: {
            id: 'stored',
            src: 'decrypt',
            input: ({ context: { account, signer, sealed = '' } }) => ({
              account,
              signer,
              quiet: true,
              sealed: [{ id: LIST, peer: account, text: sealed }],
            }),
            onDone: [
              { guard: { type: 'isWhole', params: withOutcome }, target: 'known' },
              { target: 'locked' },
            ],
            onError: 'known',
          },
        },
        /** The key is locked, or elsewhere. */
        locked: {
          on: { 'account.unlocked': 'opening' },
          after: { reopened: { guard: 'isLocal', target: 'opening' } },
        },
        known: {},
      },
    },
    lines: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'isAnyUnread', target: 'opening' } },
        opening: {
          on: { 'decrypt.read': [{ guard: 'isList' }, { actions: 'recordLine' }] },
          invoke: {
            id: 'batch',
            src: 'decrypt',
            input: ({ context }) => ({
              account: context.account,
              signer: context.signer,
              quiet: true,
              sealed: unreadIn(context)
                .slice(0, BATCH)
                .map(([peer, { id, content }]) => ({ id, peer, text: content })),
            }),
            onDone: [
              { guard: { type: 'isWhole', params: withOutcome }, target: 'idle' },
              { target: 'locked' },
            ],
            onError: 'locked',
          },
        },
        locked: { on: { 'account.unlocked': 'idle' }, after: { reopened: 'idle' } },
      },
    },
    saving: {
      initial: 'idle',
      states: {
        idle: {
          always: { guard: and(['isUnsaved', stateIn({ stored: 'known' })]), target: 'waiting' },
        },
        /** Changes of a moment are stored together. */
        waiting: { after: { pause: 'encrypting' } },
        encrypting: {
          entry: 'encrypt',
          exit: 'cancel',
          on: {
            'sign.settled': [
              { guard: 'isSealed', target: 'idle', actions: 'keep' },
              { target: 'locked', actions: 'markUnsaved' },
            ],
          },
          after: { signTimeout: { target: 'locked', actions: 'markUnsaved' } },
        },
        locked: { on: { 'account.unlocked': 'idle' }, after: { later: 'idle' } },
      },
    },
  },
});

export type MessageListActor = ActorRefFrom<typeof messageListMachine>;

/** Return the last messages without a decrypted line, the newest first. */
function unreadIn({
  latest,
  lines,
  lost,
}: Context): ReadonlyArray<readonly [string, VerifiedEvent]> {
  return [...latest]
    .filter(([peer, { id, created_at }]) => {
      const line = lines.get(peer);
      return !lost.has(id) && (!line || (line.id !== id && line.at <= created_at));
    })
    .toSorted(([, one], [, other]) => (other.created_at > one.created_at ? 1 : -1));
}
