import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import { isPaymentSettled } from '../../../events/money/payments/payment.ts';
import { foldPayments, outdatedPayments } from '../../../events/money/payments/payment-fold.ts';
import { seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import { query } from '../../../events/connection/verbs.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { endingOf, judgeCrash, MINUTE, pathed } from '../../core/supervision.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import {
  eventsIn,
  GONE,
  groupOf,
  inputAgain,
  isBegun,
  isCommand,
  isOutcome,
  isRepeated,
  type MoneyContext,
  type MoneyEvent,
  type MoneyInput,
  newsOf,
  outcomeNews,
  paymentId,
  paymentInput,
  provenBy,
  providerOf,
  walletStoreCommandOf,
  recipientFound,
  recipientId,
  UNAVAILABLE,
  UNCLEAR,
  UNCONFIRMED,
  walletId,
  withRecipient,
  zapId,
} from './money-context.ts';
import type { PaymentLogCommand, WalletStoreCommand } from './money-protocol.ts';
import { answerTo, toldOf, wordFor } from './payment-question.ts';
import { paymentMachine } from './payment.machine.ts';
import type { PaymentTold } from './payment-context.ts';
import { nutzapRecipientMachine } from '../nutzaps/nutzap-recipient.machine.ts';
import { rateMachine } from './rate.machine.ts';
import { savedWalletsMachine } from '../wallets/saved-wallets.machine.ts';
import { walletMachine } from '../wallets/wallet.machine.ts';
import type { WalletAsk } from '../wallets/wallet-protocol.ts';
import { zapMachine, type ZapTold } from '../zaps/zap.machine.ts';

/** Limit of the latest zaps among which receipts are searched. */
const MOST_RECEIPTS = 100;

/**
 * Money of an account (ZAP, WALLET, BEYOND-06): the log of payments, the wallets, and one actor per
 * payment, zap and wallet. A payment continues only after its entry is logged. Entries of other
 * tabs are received. Payments left open by an earlier page are resumed.
 */
export const moneyMachine = setup({
  types: {
    context: {} as MoneyContext,
    events: {} as MoneyEvent,
    input: {} as MoneyInput,
    tags: {} as 'opening' | 'broken',
    children: {} as {
      paymentLog: 'paymentLog';
      walletStore: 'walletStore';
      rate: 'rate';
      savedWallets: 'savedWallets';
      [payment: `payment ${string}`]: 'payment';
      [zap: `zap ${string}`]: 'zap';
      [wallet: `wallet ${string}`]: 'wallet';
      [taker: `taker ${string}`]: 'nutzapRecipient';
      receipts: 'request';
    },
  },
  actors: {
    paymentLog: callbackPort<PaymentLogCommand, { readonly account: string }>('paymentLog'),
    walletStore: callbackPort<WalletStoreCommand, { readonly account: string }>('walletStore'),
    payment: paymentMachine,
    zap: zapMachine,
    wallet: walletMachine,
    rate: rateMachine,
    savedWallets: savedWalletsMachine,
    nutzapRecipient: nutzapRecipientMachine,
    request: requestMachine,
  },
  delays: { timeout: 10_000, deciding: 5 * 60_000 },
  guards: {
    isOpened: ({ context }) => context.openedAt !== undefined,
    isRead: ({ context }) => context.openedAt !== undefined && context.isShelved,
    isRepeated: ({ context, event }) => isRepeated(context, event),
    isAboutRepeated: ({ context, event }) =>
      'intent' in event && context.repeated.has(event.intent),
    isRecipient: ({ event }) => 'actorId' in event && event.actorId.startsWith('taker '),
    isOurs: ({ event }) => 'actorId' in event && /^(payment|zap|wallet) /.test(event.actorId),
  },
  actions: {
    hold: assign(({ context, event }) =>
      isCommand(event) ? { waiting: [...context.waiting, event] } : {},
    ),
    /** Run the waiting commands in order. */
    release: enqueueActions(({ context: { waiting }, enqueue }) => {
      enqueue.assign({ waiting: [] });
      for (const command of waiting) enqueue.raise(command);
    }),
    /** Folded at once, because entries of other tabs are added on top. */
    recordOpened: assign(
      whenEvent('paymentLog.opened', ({ context, event }) => ({
        records: foldPayments(context.records, event.entries),
        openedAt: event.now,
      })),
    ),
    /** Follow or look up payments that an earlier page or another tab left open. */
    takeUp: enqueueActions(({ context, enqueue }) => {
      const { records, openedAt = seconds(0) } = context;
      const left = [...records.values()].filter((record) => !isPaymentSettled(record));
      const gone = outdatedPayments(records, openedAt);
      if (gone.length > 0)
        enqueue.sendTo('paymentLog', { type: 'paymentLog.prune', intents: gone });
      enqueue.assign({ live: new Set(left.map(({ intent }) => intent)) });
      for (const record of left)
        enqueue.spawnChild('payment', {
          id: paymentId(record.intent),
          input: inputAgain(context, record),
        });
    }),
    /**
     * Also look up payments of another tab, because it may close before they are resolved
     * (BEYOND-06).
     */
    follow: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'paymentLog.appended') return;
      const intents = new Set(event.entries.map(({ intent }) => intent));
      const left = [...intents].flatMap((intent) => {
        const record = context.live.has(intent) ? undefined : context.records.get(intent);
        return record?.paying && !isPaymentSettled(record) ? [record] : [];
      });
      if (left.length === 0) return;
      enqueue.assign({ live: new Set([...context.live, ...left.map(({ intent }) => intent)]) });
      for (const record of left)
        enqueue.spawnChild('payment', {
          id: paymentId(record.intent),
          input: inputAgain(context, record),
        });
    }),
    recordWallets: enqueueActions(
      ({ context: { wallets: before, acceptedHosts: accepted, scope }, event, enqueue }) => {
        if (event.type !== 'walletStore.found') return;
        const { connections, active, limits } = event.kept;
        const acceptedHosts = new Set([...accepted, ...event.kept.acceptedHosts]);
        for (const { id } of before)
          if (!connections.some((one) => one.id === id)) enqueue.stopChild(walletId(id));
        const wallets = connections.map((one) => before.find(({ id }) => id === one.id) ?? one);
        enqueue.assign({
          wallets,
          active,
          limits,
          acceptedHosts,
          hasWebln: event.hasWebln,
          hasEcash: event.hasEcash,
          isShelved: true,
        });
        for (const connection of wallets)
          if (!before.includes(connection))
            enqueue.spawnChild('wallet', {
              id: walletId(connection.id),
              input: { connection, scope },
            });
      },
    ),
    rejoin: enqueueActions(({ context: { wallets }, enqueue }) => {
      for (const { id } of wallets) enqueue.sendTo(walletId(id), { type: 'peers.restarted' });
    }),
    recordUnkept: assign({ isKept: false }),
    recordShelfUnkept: assign({ areWalletsKept: false, isShelved: true }),
    sayUnavailable: sendTo(({ context }) => context.scope, UNAVAILABLE),
    begin: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'money.pay') return;
      const { intent, from, request } = event;
      const record = context.records.get(intent);
      const watcher = from && { from, request };
      if (watcher)
        enqueue.assign({
          watchers: new Map(context.watchers).set(intent, [
            ...(context.watchers.get(intent) ?? []),
            watcher,
          ]),
        });
      if (watcher && record) enqueue.sendTo(watcher.from, newsOf(record, watcher));
      // the same intent is the same payment, in any state
      if (record || context.live.has(intent)) return;
      enqueue.assign({ live: new Set(context.live).add(intent) });
      enqueue.spawnChild('payment', {
        id: paymentId(intent),
        input: paymentInput(context, event, undefined),
      });
    }),
    beginZap: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'money.zap' || isBegun(context, event.intent)) return;
      const { intent, zap, now, by: payer, again } = event;
      enqueue.assign({ zaps: new Map(context.zaps).set(intent, zap) });
      enqueue.spawnChild('zap', { id: zapId(intent), input: { intent, zap, now, payer, again } });
    }),
    /**
     * An earlier zap of the same event may still arrive, so ask the user (ZAP-07). Without an
     * answer in time the zap is given up.
     */
    askAgain: enqueueActions(({ context: { repeated }, event, enqueue }) => {
      if (event.type !== 'money.zap') return;
      enqueue.assign({ repeated: new Map(repeated).set(event.intent, event) });
      enqueue.raise(
        { type: 'money.decline', intent: event.intent },
        { id: event.intent, delay: 'deciding' },
      );
    }),
    zapAgain: enqueueActions(({ context: { repeated }, event, enqueue }) => {
      const command = 'intent' in event ? repeated.get(event.intent) : undefined;
      if (!command) return;
      enqueue.cancel(command.intent);
      enqueue.assign({ repeated: withoutKey(repeated, command.intent) });
      enqueue.raise({ ...command, again: true });
    }),
    dropZap: enqueueActions(({ context: { repeated, dropped }, event, enqueue }) => {
      if (!('intent' in event)) return;
      enqueue.cancel(event.intent);
      enqueue.assign({
        repeated: withoutKey(repeated, event.intent),
        dropped: new Set(dropped).add(event.intent),
      });
    }),
    answerQuestion: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'money.confirm' && event.type !== 'money.decline') return;
      const { word, intents, hosts, change } = answerTo(context, event);
      enqueue.assign(change);
      for (const host of new Set(hosts))
        enqueue.sendTo('walletStore', { type: 'walletStore.accept', host });
      for (const intent of intents) enqueue.sendTo(paymentId(intent), toldOf(word));
    }),
    /**
     * Ask the caching service for receipts of zaps without a proof. Any wallet may have paid a
     * shown invoice, also after its payment failed here, and no actor watches such a payment after
     * a reload (ZAP-05).
     */
    askReceipts: enqueueActions(({ context: { account, bus, records }, enqueue, self }) => {
      const isUnproven = [...records.values()].some((record) => providerOf(record) !== undefined);
      if (!isUnproven || self.getSnapshot().children.receipts) return;
      // opening and its first command may both come before the child is seen
      enqueue.stopChild('receipts');
      enqueue.spawnChild('request', {
        id: 'receipts',
        input: { bus, query: query('user_zaps_sent', { sender: account, limit: MOST_RECEIPTS }) },
      });
    }),
    settleByReceipts: enqueueActions(({ context: { records }, event, enqueue }) => {
      enqueue.stopChild('receipts');
      const lines = provenBy(records, eventsIn(event));
      if (lines.length > 0) enqueue.sendTo('paymentLog', { type: 'paymentLog.append', lines });
    }),
    passWord: enqueueActions(({ context: { live }, event, enqueue }) => {
      if ((event.type !== 'money.settle' && event.type !== 'money.load') || !live.has(event.intent))
        return;
      const told: PaymentTold =
        event.type === 'money.load'
          ? { type: 'payment.load' }
          : { type: 'payment.settle', paid: event.paid };
      enqueue.sendTo(paymentId(event.intent), told);
    }),
    write: sendTo('paymentLog', ({ event }) => ({
      type: 'paymentLog.append' as const,
      lines: event.type === 'payment.write' ? [event.line] : [],
    })),
    receiveLines: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'paymentLog.appended') return;
      const records = foldPayments(context.records, event.entries);
      enqueue.assign({ records });
      for (const intent of new Set(event.entries.map((entry) => entry.intent))) {
        const record = records.get(intent);
        if (!record || record === context.records.get(intent)) continue;
        const own = event.own.filter((entry) => entry.intent === intent);
        if (context.live.has(intent))
          enqueue.sendTo(paymentId(intent), {
            type: 'payment.recorded',
            record,
            own,
          } satisfies PaymentTold);
        if (context.zaps.has(record.group))
          enqueue.sendTo(zapId(record.group), { type: 'zap.recorded', record } satisfies ZapTold);
        for (const watcher of context.watchers.get(intent) ?? [])
          enqueue.sendTo(watcher.from, newsOf(record, watcher));
      }
    }),
    refuseLines: enqueueActions(({ context: { live }, event, enqueue }) => {
      if (event.type !== 'paymentLog.refused') return;
      for (const { line, why } of event.lines)
        if (live.has(line.intent))
          enqueue.sendTo(paymentId(line.intent), {
            type: 'payment.refused',
            line,
            why,
          } satisfies PaymentTold);
    }),
    recordAsking: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'payment.confirmationWanted') return;
      const { intent, question } = event;
      const others = withoutKey(context.asking, intent);
      const word = question && wordFor(context, intent, question);
      enqueue.assign({
        asking: question && !word ? new Map(others).set(intent, question) : others,
      });
      if (word) enqueue.sendTo(paymentId(intent), toldOf(word));
    }),
    callWallet: enqueueActions(({ context: { live, wallets }, event, enqueue, self }) => {
      if (event.type !== 'payment.call') return;
      const { intent, wallet, call, at } = event;
      if (wallets.some(({ id }) => id === wallet)) {
        enqueue.sendTo(walletId(wallet), {
          type: 'wallet.call',
          request: intent,
          call,
          at,
          from: self,
        } satisfies WalletAsk);
        return;
      }
      if (!live.has(intent)) return;
      const isPay = call.method === 'pay_invoice';
      const reply = { method: 'error', code: 'GONE', isDefinite: isPay, words: GONE } as const;
      enqueue.sendTo(paymentId(intent), {
        type: 'payment.answered',
        method: call.method,
        reply,
        at: seconds(0),
      } satisfies PaymentTold);
    }),
    passAnswer: enqueueActions(({ context: { live }, event, enqueue }) => {
      if (event.type !== 'wallet.answered' || !live.has(event.request)) return;
      const { request, method, reply, at } = event;
      enqueue.sendTo(paymentId(request), {
        type: 'payment.answered',
        method,
        reply,
        at,
      } satisfies PaymentTold);
    }),
    passNotice: enqueueActions(({ context: { live, records }, event, enqueue }) => {
      if (event.type !== 'wallet.noticed') return;
      for (const intent of live)
        if (records.get(intent)?.checked?.hash === event.transaction.hash)
          enqueue.sendTo(paymentId(intent), {
            type: 'payment.noticed',
            transaction: event.transaction,
          } satisfies PaymentTold);
    }),
    changeWallets: sendTo('walletStore', ({ event }) => walletStoreCommandOf(event)),
    refresh: enqueueActions(({ context: { wallets }, event, enqueue }) => {
      if (event.type === 'money.refresh' && wallets.some(({ id }) => id === event.wallet))
        enqueue.sendTo(walletId(event.wallet), { type: 'wallet.refresh', isWanted: true });
    }),
    /**
     * Request the info each time, because the recipient may have changed their key. The known one
     * is used until then.
     */
    findNutzapRecipient: enqueueActions(
      ({ context: { recipients, bus, scope }, event, enqueue }) => {
        if (event.type !== 'money.findNutzapRecipient' || recipients.get(event.pubkey)?.isComing)
          return;
        const { pubkey, relays } = event;
        enqueue.assign({
          recipients: withRecipient(recipients, pubkey, {
            isComing: true,
            info: recipients.get(pubkey)?.info,
          }),
        });
        enqueue.spawnChild('nutzapRecipient', {
          id: recipientId(pubkey),
          input: { bus, scope, pubkey, relays },
        });
      },
    ),
    recordRecipient: enqueueActions(({ context: { recipients, home }, event, enqueue }) => {
      if (!('actorId' in event)) return;
      enqueue.stopChild(event.actorId);
      const pubkey = event.actorId.slice('taker '.length);
      enqueue.assign({
        recipients: withRecipient(recipients, pubkey, recipientFound(event, pubkey, home)),
      });
    }),
    passRate: sendTo('rate', ({ event }) => ({
      type: 'rate.want' as const,
      currency: event.type === 'money.rate' ? event.currency : '',
    })),
    sayUnconfirmed: sendTo(({ context }) => context.scope, UNCONFIRMED),
    sayUnclear: sendTo(({ context }) => context.scope, UNCLEAR),
    watch: assign(
      whenEvent('money.watch', ({ context: { watched }, event: { intent, isOpen } }) => ({
        watched: new Set([
          ...[...watched].filter((one) => one !== intent),
          ...(isOpen ? [intent] : []),
        ]),
      })),
    ),
    /**
     * A payment or a zap has ended. The outcome of a zap is shown, unless the user closed it. Its
     * open dialog shows a failure.
     */
    end: enqueueActions(({ context, event, enqueue }) => {
      if (!('output' in event)) return;
      const { actorId } = event;
      enqueue.stopChild(actorId);
      const intent = actorId.slice(actorId.indexOf(' ') + 1);
      if (actorId.startsWith('payment ')) {
        const live = new Set([...context.live].filter((one) => one !== intent));
        const group = groupOf(context.records, intent);
        const isLast = ![...live].some((one) => groupOf(context.records, one) === group);
        enqueue.assign({
          live,
          watchers: withoutKey(context.watchers, intent),
          answered: isLast ? withoutKey(context.answered, group) : context.answered,
        });
        for (const { id } of context.wallets)
          enqueue.sendTo(walletId(id), { type: 'wallet.refresh' });
        return;
      }
      const zap = context.zaps.get(intent);
      enqueue.assign({ zaps: withoutKey(context.zaps, intent) });
      if (!zap || !isOutcome(event.output)) return;
      const { outcome } = event.output;
      if (outcome !== 'declined' && !(outcome === 'failed' && context.watched.has(intent)))
        enqueue.sendTo(context.scope, outcomeNews(event.output, zap.name, intent));
    }),
    /**
     * End a crashed actor and its requests. A payment restarts from its log, which contains its
     * finished steps.
     */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      enqueue.sendTo(context.scope, { type: 'scope.crashed', crash: pathed('money', crash) });
      enqueue(endingOf(self, event));
      enqueue.stopChild(crash.actor);
      enqueue.assign({ restarts });
      enqueue.cancel('forgive');
      enqueue.raise({ type: 'money.resetRestarts' }, { id: 'forgive', delay: MINUTE });
      const intent = crash.actor.slice(crash.actor.indexOf(' ') + 1);
      const connection = context.wallets.find(({ id }) => walletId(id) === crash.actor);
      const record = crash.actor.startsWith('payment ') ? context.records.get(intent) : undefined;
      if (connection && isRestarted)
        enqueue.spawnChild('wallet', {
          id: walletId(intent),
          input: { connection, scope: context.scope },
        });
      else if (record && isRestarted) {
        enqueue.spawnChild('payment', {
          id: paymentId(intent),
          input: inputAgain(context, record),
        });
      } else {
        enqueue.assign({
          live: new Set([...context.live].filter((one) => paymentId(one) !== crash.actor)),
          zaps: withoutKey(context.zaps, intent),
          wallets: context.wallets.filter((one) => one !== connection),
        });
      }
    }),
    forgive: assign({ restarts: {} }),
  },
}).createMachine({
  id: 'money',
  context: ({ input }) => ({
    ...input,
    restarts: {},
    records: new Map(),
    isKept: true,
    areWalletsKept: true,
    wallets: [],
    active: undefined,
    limits: {},
    hasWebln: false,
    hasEcash: false,
    isShelved: false,
    openedAt: undefined,
    waiting: [],
    live: new Set(),
    asking: new Map(),
    acceptedHosts: new Set(),
    answered: new Map(),
    zaps: new Map(),
    repeated: new Map(),
    dropped: new Set(),
    watched: new Set(),
    watchers: new Map(),
    recipients: new Map(),
  }),
  invoke: [
    {
      id: 'paymentLog',
      src: 'paymentLog',
      input: ({ context: { account } }) => ({ account }),
      onError: { target: '.broken', actions: 'recordUnkept' },
    },
    {
      id: 'rate',
      src: 'rate',
      input: ({ context: { account, bus, signer } }) => ({ account, bus, signer }),
      onError: {},
    },
    {
      id: 'savedWallets',
      src: 'savedWallets',
      input: ({ context: { account, bus, signer } }) => ({ account, bus, signer }),
      onError: {},
    },
    {
      id: 'walletStore',
      src: 'walletStore',
      input: ({ context: { account } }) => ({ account }),
      onError: { actions: 'recordShelfUnkept' },
    },
  ],
  initial: 'opening',
  on: {
    'walletStore.found': { actions: 'recordWallets' },
    'walletStore.writeFailed': { actions: 'recordShelfUnkept' },
    'paymentLog.writeFailed': { actions: 'recordUnkept' },
    'paymentLog.appended': { actions: 'receiveLines' },
    'paymentLog.refused': { actions: 'refuseLines' },
    'payment.write': { actions: 'write' },
    'payment.call': { actions: 'callWallet' },
    'payment.confirmationWanted': { actions: 'recordAsking' },
    'peers.restarted': { actions: 'rejoin' },
    'wallet.answered': { actions: 'passAnswer' },
    'wallet.noticed': { actions: 'passNotice' },
    'zap.unconfirmed': { actions: 'sayUnconfirmed' },
    'zap.outcomeUnknown': { actions: 'sayUnclear' },
    'money.resetRestarts': { actions: 'forgive' },
    'money.rate': { actions: 'passRate' },
    'money.watch': { actions: 'watch' },
    'money.findNutzapRecipient': { actions: 'findNutzapRecipient' },
    'xstate.done.actor.receipts': { actions: 'settleByReceipts' },
    'xstate.error.actor.receipts': {},
    'xstate.done.actor.*': [
      { guard: 'isRecipient', actions: 'recordRecipient' },
      { guard: 'isOurs', actions: 'end' },
    ],
    'xstate.error.actor.*': [
      { guard: 'isRecipient', actions: 'recordRecipient' },
      { guard: 'isOurs', actions: 'supervise' },
    ],
  },
  states: {
    /** Wait for the log and the wallets, because a resumed payment may need a wallet. */
    opening: {
      tags: 'opening',
      always: { guard: 'isRead', target: 'open' },
      on: {
        'paymentLog.opened': { actions: 'recordOpened' },
        'money.rate': { actions: 'passRate' },
        'money.watch': { actions: 'watch' },
        'money.findNutzapRecipient': { actions: 'findNutzapRecipient' },
        'money.*': { actions: 'hold' },
      },
      after: { timeout: [{ guard: 'isOpened', target: 'open' }, { target: 'broken' }] },
    },
    open: {
      entry: ['takeUp', 'release', 'askReceipts'],
      on: {
        'paymentLog.appended': { actions: ['receiveLines', 'follow'] },
        'money.open': { actions: 'askReceipts' },
        'money.pay': { actions: 'begin' },
        'money.zap': [{ guard: 'isRepeated', actions: 'askAgain' }, { actions: 'beginZap' }],
        'money.confirm': [
          { guard: 'isAboutRepeated', actions: 'zapAgain' },
          { actions: 'answerQuestion' },
        ],
        'money.decline': [
          { guard: 'isAboutRepeated', actions: 'dropZap' },
          { actions: 'answerQuestion' },
        ],
        'money.load': { actions: 'passWord' },
        'money.settle': { actions: 'passWord' },
        'money.connect': { actions: 'changeWallets' },
        'money.disconnect': { actions: 'changeWallets' },
        'money.activate': { actions: 'changeWallets' },
        'money.limit': { actions: 'changeWallets' },
        'money.refresh': { actions: 'refresh' },
      },
    },
    /** Without the log nothing is paid, because a second payment could not be detected. */
    broken: {
      tags: 'broken',
      entry: 'release',
      on: {
        'money.pay': { actions: 'sayUnavailable' },
        'money.zap': { actions: 'sayUnavailable' },
      },
    },
  },
});

export type MoneyActor = ActorRefFrom<typeof moneyMachine>;
