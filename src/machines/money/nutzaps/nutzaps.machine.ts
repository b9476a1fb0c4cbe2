import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, not, setup } from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { draftNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import {
  draftHistory,
  draftTokenDeletion,
  ecashKey,
  historyText,
  walletText,
} from '../../../events/money/nutzaps/wallet-events.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { SignSettled } from '../../core/sign-request.ts';
import type {
  NetworkNews,
  RelayAnswer,
  RelayListChanged,
} from '../../connection/relay-protocol.ts';
import {
  decryptMachine,
  type DecryptNews,
  type DecryptOutcome,
} from '../../account/signing/decrypt.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import type { EcashKept, EcashMoved } from '../ecash/ecash-protocol.ts';
import {
  autoZaps,
  isOver,
  isWalletClosed,
  jobFor,
  nextSealed,
  type NutzapsContext,
  type NutzapsInput,
  type NutzapsTrouble,
  nutzapRelays,
  published,
  readOpened,
  sealedEvents,
  takeOrder,
  unreadableWallet,
  walletKey,
  walletOf,
  withEvents,
  withOutcome as withMoved,
} from './nutzaps-context.ts';
import { composed } from '../../../events/nostr/ours.ts';

/** Orders by the user. */
export type NutzapsOrder =
  | { type: 'nutzaps.open' }
  /** Read tokens kept by other programs. Prompts are allowed. */
  | { type: 'nutzaps.read' }
  /**
   * Receive these nutzaps or tokens of other programs. Their mints are allowed by then. `isHeld`:
   * this device has their keys, so the wallet event need not be decrypted.
   */
  | { type: 'nutzaps.redeem'; ids: readonly string[]; now: Seconds; isHeld?: boolean }
  /**
   * Publish the mints for nutzaps (NIP-61), and store their key in the wallet event (NIP-60).
   * `over`: id of an unreadable wallet event that the user allows to replace.
   */
  | { type: 'nutzaps.publish'; mints: readonly string[]; now: Seconds; over?: string | undefined }
  /** Redeem nutzaps automatically, or stop. */
  | { type: 'nutzaps.auto'; on: boolean };

/** Command to the store of that setting, and its report. */
export type NutzapsChoiceCommand = { type: 'choice.set'; on: boolean };
export type NutzapsChoice = { type: 'nutzaps.chosen'; on: boolean };

export type NutzapsEvent =
  | NutzapsOrder
  | NutzapsChoice
  | RelayListChanged
  | Extract<NetworkNews, { type: 'network.proxied' }>
  | RelayAnswer
  | DecryptNews
  | SignSettled
  | EcashMoved
  | EcashKept
  | DoneActorEvent<DecryptOutcome, 'opening'>
  | DoneActorEvent<Secret<string>, 'newKey'>;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    nutzaps: NutzapsEvent;
  }
}

const BATCH = 20;
const MOST_ASKED = 500;
const NOTHING_OPENED: readonly string[] = [];

/** The nutzap info was not published. */
const unpublished = (trouble: NutzapsTrouble) =>
  ({ target: 'idle', actions: { type: 'because', params: { trouble } } }) as const;

/**
 * Ecash of the account on relays (NIP-60, NIP-61): nutzaps, and tokens kept by other programs. It
 * is received on request through the ecash log, which receives each once. Then this is published,
 * also after a crash. The nutzap info is published only after relays returned the current version,
 * with a key that was logged first.
 */
export const nutzapsMachine = setup({
  types: {
    context: {} as NutzapsContext,
    events: {} as NutzapsEvent,
    input: {} as NutzapsInput,
    tags: {} as 'opening' | 'sealed' | 'publishing',
    children: {} as { opening: 'decrypt'; newKey: 'newKey'; choice: 'choice' },
  },
  actors: {
    decrypt: decryptMachine,
    newKey: promisePort<Secret<string>, undefined>('newKey'),
    choice: callbackPort<NutzapsChoiceCommand, { readonly account: string }>('choice'),
  },
  delays: { timeout: 12_000, refresh: 10 * 60_000, keeping: 15_000, sealing: 15 * 60_000 },
  guards: {
    isMoved: ({ context }) => nutzapRelays(context).join(' ') !== context.asked.join(' '),
    isDirect: ({ event }) => event.type === 'network.proxied' && !event.on,
    isAnySealed: ({ context }) => sealedEvents(context).length > 0,
    isClosed: ({ context, event }) =>
      event.type === 'nutzaps.redeem' && event.isHeld !== true && isWalletClosed(context),
    isWaiting: ({ context }) => context.waiting !== undefined,
    /** Retry without a prompt, for example after the user has unlocked the key. */
    isQuietAuto: ({ context }) => context.isAuto && context.quiet,
    isQuietTurnOn: ({ context, event }) =>
      event.type === 'nutzaps.auto' && event.on && context.quiet,
    isWhole: (_, { outcome }: { outcome: DecryptOutcome }) => outcome.isWhole,
    isAnyDue: ({ context }) => context.due.length > 0,
    isLine: ({ context, event }) =>
      event.type === 'sign.settled' && event.id === `line ${context.due[0]?.id}`,
    isSealedLine: ({ context, event }) =>
      event.type === 'sign.settled' &&
      event.id === `line ${context.due[0]?.id}` &&
      event.outcome.ok &&
      'text' in event.outcome,
    isUnheard: ({ context }) => !context.isHeard,
    isSealed: ({ context }) =>
      walletOf(context) === 'sealed' && unreadableWallet(context) === undefined,
    /** An unreadable wallet is replaced only if the user confirmed this version. */
    isUnreadable: ({ context, event }) => {
      const unreadable = unreadableWallet(context);
      return (
        unreadable !== undefined && !(event.type === 'nutzaps.publish' && event.over === unreadable)
      );
    },
    hasKey: ({ context }) => context.key !== undefined,
    isOwnKey: ({ context, event }) =>
      event.type === 'ecash.kept' && event.pubkey === context.key?.pubkey,
    isSealedWallet: ({ event }) =>
      event.type === 'sign.settled' &&
      event.id === 'wallet' &&
      event.outcome.ok &&
      'text' in event.outcome,
    isWallet: ({ event }) => event.type === 'sign.settled' && event.id === 'wallet',
  },
  actions: {
    find: enqueueActions(({ context: { scope }, enqueue }) =>
      enqueue.sendTo(scope, { type: 'relayList.find' }),
    ),
    receiveRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({ relays: event.relays })),
    ),
    listen: enqueueActions(({ context, enqueue, self }) => {
      const { account, asked: before, scope } = context;
      const asked = nutzapRelays(context);
      const own = [KIND.NutzapInfo, KIND.EcashWallet, KIND.WalletTokens, KIND.WalletHistory];
      const filters = [
        { kinds: own, authors: [account], limit: MOST_ASKED },
        {
          kinds: [KIND.EventDeletion],
          authors: [account],
          '#k': [String(KIND.WalletTokens)],
          limit: MOST_ASKED,
        },
        { kinds: [KIND.Nutzap], '#p': [account], limit: MOST_ASKED },
      ];
      if (before.length > 0)
        enqueue.sendTo(scope, {
          type: 'relays.forget',
          from: self,
          urls: before,
        });
      enqueue.assign({ asked });
      const ask = { kind: 'subscribe', filters, live: true } as const;
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask,
        urls: asked,
        own: true,
      });
    }),
    /** Ask the ecash log for orders of an earlier page and their results. */
    receive: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'relay.events') return;
      const next = withEvents(context, event.events);
      enqueue.assign(next);
      const fresh = [...next.zaps.keys(), ...next.tokens.keys()].filter(
        (id) => !context.zaps.has(id) && !context.tokens.has(id),
      );
      if (fresh.length > 0) enqueue.sendTo(context.scope, { type: 'ecash.open' });
      for (const id of fresh)
        if (!next.redeemed.has(id) && !next.deleted.has(id))
          enqueue.sendTo(context.scope, {
            type: 'ecash.tell',
            job: jobFor(context, id),
            from: self,
          });
    }),
    recordChoice: assign(whenEvent('nutzaps.chosen', ({ event }) => ({ isAuto: event.on }))),
    choose: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'nutzaps.auto') return;
      enqueue.assign({ isAuto: event.on });
      enqueue.sendTo('choice', { type: 'choice.set', on: event.on } satisfies NutzapsChoiceCommand);
    }),
    /**
     * Dated when the nutzaps were sent, because the user did not order this. Mints that are not
     * allowed are not contacted.
     */
    takeByItself: enqueueActions(({ context, enqueue, self }) => {
      const { scope, autoed } = context;
      const [zaps, key] = [autoZaps(context), walletKey(context)];
      if (zaps.length === 0 || !key) return;
      enqueue.assign({ autoed: new Set([...autoed, ...zaps.map(({ id }) => id)]) });
      enqueue.sendTo(scope, { type: 'ecash.open' });
      enqueue.sendTo(scope, { type: 'ecash.keep', ...key, from: self });
      for (const { id, at } of zaps) {
        const order = takeOrder(context, id, at);
        if (order) enqueue.sendTo(scope, { ...order, unasked: true, from: self });
      }
    }),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context: { isHeard }, event }) => ({
        isHeard: isHeard || event.complete,
      })),
    ),
    attend: assign({ quiet: false }),
    recordText: assign(
      whenEvent('decrypt.read', ({ context, event: { id, text } }) => ({
        texts: new Map(context.texts).set(id, readOpened(context, id, text)),
      })),
    ),
    waitForKey: assign(
      whenEvent('nutzaps.redeem', ({ context: { waiting }, event: { ids, now } }) => ({
        waiting: { ids: [...new Set([...(waiting?.ids ?? []), ...ids])], now },
        trouble: undefined,
      })),
    ),
    take: enqueueActions(({ context, event, enqueue, self }) => {
      const waiting = event.type === 'nutzaps.redeem' ? event : context.waiting;
      if (!waiting) return;
      const opened = { ...context, waiting: undefined };
      enqueue.assign({ waiting: undefined });
      if (event.type !== 'nutzaps.redeem' && isWalletClosed(opened))
        return enqueue.assign({ trouble: 'unopened' });
      const { scope } = context;
      const key = walletKey(context);
      enqueue.sendTo(scope, { type: 'ecash.open' });
      if (key) enqueue.sendTo(scope, { type: 'ecash.keep', ...key, from: self });
      for (const id of waiting.ids) {
        const order = takeOrder(opened, id, waiting.now);
        if (order) enqueue.sendTo(scope, { ...order, from: self });
      }
    }),
    /**
     * Delete spent tokens (NIP-60), only after this is confirmed. A refused one may have been
     * retried by an earlier page.
     */
    recordMoved: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'ecash.moved') return;
      const next = withMoved(context, event);
      enqueue.assign(next);
      for (const [id, outcome] of next.outcomes ?? []) {
        if (context.outcomes.get(id) === outcome) continue;
        const token = context.tokens.get(id);
        if (token && isOver(outcome) && !context.deleted.has(id))
          enqueue.sendTo(
            context.scope,
            published(draftTokenDeletion([id]), token.created_at, context),
          );
        if (!isOver(outcome))
          enqueue.sendTo(context.scope, {
            type: 'ecash.tell',
            job: jobFor({ ...context, ...next }, id),
            from: self,
          });
      }
    }),
    sealLine: enqueueActions(({ context: { account, signer, due, quiet }, enqueue, self }) => {
      const [line] = due;
      if (!line) return;
      const text =
        line.from === undefined
          ? historyText('out', line.sats, line.id)
          : historyText('in', line.sats);
      const act = { do: 'encrypt', scheme: 'nip44', peer: account, text } as const;
      const request = {
        id: `line ${line.id}`,
        from: self,
        pubkey: account,
        reason: { code: 'sign.ecash' },
        act,
        quiet,
      } as const;
      enqueue.sendTo(signer, { type: 'sign.request', request });
    }),
    publishLine: enqueueActions(({ context, event, enqueue }) => {
      const [line, ...rest] = context.due;
      if (!line || event.type !== 'sign.settled' || !event.outcome.ok || !('text' in event.outcome))
        return;
      const { id, from, at } = line;
      const draft = draftHistory(event.outcome.text, from === undefined ? undefined : { id, from });
      enqueue.assign({
        due: rest,
        ...(from === undefined ? {} : { redeemed: new Set(context.redeemed).add(id) }),
      });
      enqueue.sendTo(context.scope, published(draft, at, context));
    }),
    begin: assign(
      whenEvent('nutzaps.publish', ({ context, event: { mints, now } }) => ({
        wanted: { mints, now },
        key: walletKey(context) ?? context.key,
        trouble: undefined,
      })),
    ),
    recordKey: assign((_, { outcome }: { outcome: Secret<string> }) => ({
      key: ecashKey(outcome.reveal() ?? ''),
    })),
    keep: enqueueActions(({ context: { scope, key }, enqueue, self }) => {
      enqueue.sendTo(scope, { type: 'ecash.open' });
      if (key) enqueue.sendTo(scope, { type: 'ecash.keep', ...key, from: self });
    }),
    sealWallet: enqueueActions(({ context, enqueue, self }) => {
      const { account, signer, key, wanted } = context;
      const wallet = walletOf(context);
      const before = typeof wallet === 'object' ? wallet.mints : NOTHING_OPENED;
      const text = walletText({ key, mints: [...new Set([...before, ...(wanted?.mints ?? [])])] });
      const act = { do: 'encrypt', scheme: 'nip44', peer: account, text } as const;
      const request = {
        id: 'wallet',
        from: self,
        pubkey: account,
        reason: { code: 'sign.ecash' },
        act,
      } as const;
      enqueue.sendTo(signer, { type: 'sign.request', request });
    }),
    publish: enqueueActions(({ context, event, enqueue }) => {
      const { key, wanted } = context;
      if (
        !key ||
        !wanted ||
        event.type !== 'sign.settled' ||
        !event.outcome.ok ||
        !('text' in event.outcome)
      )
        return;
      const wallet = composed({ kind: KIND.EcashWallet, tags: [], content: event.outcome.text });
      const relays = nutzapRelays(context);
      enqueue.sendTo(context.scope, published(wallet, wanted.now, context));
      enqueue.sendTo(context.scope, {
        ...published(draftNutzapInfo(wanted.mints, relays, key.pubkey), wanted.now, context),
        done: { code: 'nutzaps.published' },
      });
    }),
    because: assign((_, { trouble }: { trouble: NutzapsTrouble }) => ({ trouble })),
    cancelWallet: enqueueActions(({ context: { signer }, enqueue, self }) =>
      enqueue.sendTo(signer, { type: 'sign.cancel', id: 'wallet', from: self }),
    ),
  },
}).createMachine({
  id: 'nutzaps',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    relays: [],
    asked: [],
    isHeard: false,
    info: undefined,
    wallet: undefined,
    tokens: new Map(),
    zaps: new Map(),
    redeemed: new Set(),
    deleted: new Set(),
    texts: new Map(),
    waiting: undefined,
    quiet: true,
    isAuto: false,
    autoed: new Set(),
    outcomes: new Map(),
    attempts: new Map(),
    due: [],
    wanted: undefined,
    key: undefined,
    trouble: undefined,
  }),
  invoke: {
    id: 'choice',
    src: 'choice',
    input: ({ context: { account } }) => ({ account }),
    onError: {},
  },
  on: {
    'relay.events': { actions: ['receive', 'takeByItself'] },
    'relay.ended': { actions: ['recordEnded', 'takeByItself'] },
    'nutzaps.chosen': { actions: ['recordChoice', 'takeByItself'] },
    'nutzaps.auto': { actions: ['choose', 'takeByItself'] },
    'ecash.moved': { actions: ['recordMoved', 'takeByItself'] },
  },
  states: {
    relays: {
      initial: 'unplaced',
      on: { 'relayList.changed': { actions: 'receiveRelays' } },
      states: {
        /** Without own relays the page's relay is used. */
        unplaced: {
          entry: 'find',
          on: { 'relayList.changed': { target: 'placed', actions: 'receiveRelays' } },
          after: { timeout: 'placed' },
        },
        placed: {
          always: { guard: 'isMoved', target: 'listening' },
          after: { refresh: 'listening' },
          // paused relays refused the earlier request
          on: { 'network.proxied': { guard: 'isDirect', target: 'listening' } },
        },
        listening: { entry: 'listen', always: 'placed' },
      },
    },
    texts: {
      initial: 'idle',
      on: {
        'nutzaps.read': { target: '.idle', actions: 'attend' },
        // not on the parent state, where it would be skipped because `history` handles it too
        'nutzaps.redeem': [
          // a prompt that is open stays
          { guard: 'isWaiting', actions: 'waitForKey' },
          { guard: 'isClosed', target: '.idle', actions: ['attend', 'waitForKey'] },
          { actions: ['attend', 'take'] },
        ],
      },
      states: {
        idle: { always: { guard: 'isAnySealed', target: 'opening' } },
        opening: {
          tags: 'opening',
          on: { 'decrypt.read': { actions: ['recordText', 'takeByItself'] } },
          invoke: {
            id: 'opening',
            src: 'decrypt',
            input: ({ context }) => ({
              account: context.account,
              signer: context.signer,
              quiet: context.quiet,
              reason: { code: 'sign.ecash' } as const,
              sealed: nextSealed(context, BATCH).map(({ id, content }) => ({
                id,
                peer: context.account,
                text: content,
              })),
            }),
            onDone: [
              { guard: 'isWaiting', target: 'sealed', actions: 'take' },
              { guard: { type: 'isWhole', params: withOutcome }, target: 'idle' },
              { target: 'sealed' },
            ],
            onError: { target: 'sealed', actions: 'take' },
          },
        },
        /** The key is locked, its signer would prompt, or the user asked only for the wallet. */
        sealed: {
          tags: 'sealed',
          always: { guard: not('isAnySealed'), target: 'idle' },
          on: {
            'relay.events': {
              guard: 'isQuietAuto',
              target: 'idle',
              actions: ['receive', 'takeByItself'],
            },
            'nutzaps.auto': {
              guard: 'isQuietTurnOn',
              target: 'idle',
              actions: ['choose', 'takeByItself'],
            },
          },
        },
      },
    },
    history: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'isAnyDue', target: 'sealing' } },
        sealing: {
          entry: 'sealLine',
          on: {
            'sign.settled': [
              { guard: 'isSealedLine', target: 'idle', actions: 'publishLine' },
              { guard: 'isLine', target: 'resting' },
            ],
          },
          after: { sealing: 'resting' },
        },
        /** No prompt is allowed. It continues with the next request by the user. */
        resting: { on: { 'nutzaps.read': 'idle', 'nutzaps.redeem': 'idle' } },
      },
    },
    own: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'nutzaps.publish': [
              { guard: 'isUnheard', ...unpublished('unheard') },
              { guard: 'isSealed', ...unpublished('sealed') },
              { guard: 'isUnreadable', ...unpublished('unreadable') },
              { target: 'making', actions: 'begin' },
            ],
          },
        },
        making: {
          tags: 'publishing',
          always: { guard: 'hasKey', target: 'keeping' },
          invoke: {
            id: 'newKey',
            src: 'newKey',
            onDone: { target: 'made', actions: { type: 'recordKey', params: withOutcome } },
            onError: unpublished('unkept'),
          },
          after: { keeping: unpublished('unkept') },
        },
        made: {
          tags: 'publishing',
          always: [{ guard: 'hasKey', target: 'keeping' }, unpublished('unkept')],
        },
        /** A key is published only after it is stored. */
        keeping: {
          tags: 'publishing',
          entry: 'keep',
          on: { 'ecash.kept': { guard: 'isOwnKey', target: 'sealing' } },
          after: { keeping: unpublished('unkept') },
        },
        sealing: {
          tags: 'publishing',
          entry: 'sealWallet',
          exit: 'cancelWallet',
          on: {
            'sign.settled': [
              { guard: 'isSealedWallet', target: 'idle', actions: 'publish' },
              { guard: 'isWallet', ...unpublished('unsigned') },
            ],
          },
          after: { sealing: unpublished('unsigned') },
        },
      },
    },
  },
});

export type NutzapsActor = ActorRefFrom<typeof nutzapsMachine>;
