import type { NamedRules, Rules } from './recorded-events.ts';

/**
 * Event types whose texts may leave the device (TOOL-02, TRUST-05). They contain public data, ids,
 * codes or addresses. A list names fields that are withheld all the same, at any depth: typed texts
 * and unpublished ones. Of all other types only the texts' lengths leave. The compiler checks that
 * types and fields exist.
 */
export const LEAVING = {
  'account.requestSession': ['intent'],
  'accounts.changed': [],
  'accounts.locked': [],
  'app.restart': [],
  'compose.open': [],
  'create.follow': [],
  'drafts.show': [],
  'emoji.history': [],
  'feed.own': [],
  'feed.select': ['text'],
  'inspector.crash': [],
  'inspector.plant': [],
  'inspector.stop': [],
  'inspector.undo': [],
  'intents.undo': [],
  'key.kept': [],
  'key.opened': [],
  'local.held': ['text', 'message'],
  'media.check': [],
  'messages.open': [],
  'messages.select': [],
  'messages.selectRelation': [],
  'money.confirm': [],
  'money.decline': [],
  'money.disconnect': [],
  'money.load': [],
  'money.refresh': [],
  'money.settle': [],
  'money.watch': [],
  'name.check': [],
  'name.checkDirectly': [],
  'name.timedOut': [],
  'notifications.left': [],
  'notifications.opened': [],
  'pair.paired': [],
  'peers.dialsFound': [],
  'pendingZaps.begin': [],
  'permits.dialsFound': [],
  'permits.found': [],
  'pool.updated': [],
  'profile.show': [],
  'relays.retry': [],
  'screen.closed': [],
  'screen.opened': ['text'],
  'session.adopt': [],
  'session.autoLock': [],
  'session.saved': [],
  'session.switch': [],
  'settings.change': ['message', 'text'],
  'signer.delayed': [],
  'signer.locked': [],
  'socket.batch': [],
  'socket.closed': [],
  'socket.heard': [],
  'store.failed': [],
  'store.writeFailed': [],
  'store.written': [],
  'subscriptions.load': [],
  'thread.fold': [],
  'thread.openReplies': [],
  'thread.orderShown': [],
  'thread.repliesLoaded': [],
  'thread.unfold': [],
  'unreadBySender.open': [],
  'versions.found': [],
  'walletConnection.abilitiesReceived': [],
  'walletConnection.failed': [],
  'walletConnection.unconfirmed': [],
  'xstate.done.actor.code': [],
} satisfies Rules;

/** Fields of a payment, of which the message to the payee is published with a receipt. */
const PAYMENT = [
  'type',
  'intent',
  'group',
  'pubkey',
  'id',
  'address',
  'relays',
  'mint',
  'named',
  'key',
  'invoice',
  'payee',
  'by',
  'wallet',
] as const;

/** Lines of the payment log. */
const PAYMENTS = {
  open: [...PAYMENT, 'hash', 'provider', 'request', 'preimage', 'receipt', 'nutzap', 'code'],
  published: ['message'],
} as const;

/** Fields of lines of the outbox log. The lists that an edit changes may be private. */
const OUTBOX = {
  open: [
    'job',
    'type',
    'account',
    'origin',
    'id',
    'to',
    'after',
    'list',
    'relay',
    'relays',
    'accepted',
    'code',
  ],
} as const;

/**
 * Event types with texts of the user among their ids, codes and addresses. Only the named fields
 * leave. A field that is added later is withheld. `open`: its texts leave, but not those in fields
 * of its objects. `whole`: it leaves with all of them, without the fields listed there.
 * `published`: its text leaves if the account published it during the recording. Events, also
 * unsigned ones, leave as `own-events.ts` says.
 */
export const NAMED = {
  'compose.publish': { open: ['client'] },
  'compose.write': { open: [], published: ['text'] },
  'create.type': { open: ['field'], published: ['text'] },
  'dialog.ask': { open: ['code', 'type'] },
  'dialog.withdraw': { open: ['code', 'job'] },
  'draft.found': { open: ['place', 'origin'], published: ['text'] },
  'intents.broadcast': { open: ['code'] },
  'intents.publish': {
    open: ['code', 'origin', 'about', 'retracts', 'also', 'verb', 'pubkey', 'sender'],
  },
  'intents.retract': { open: ['code', 'target'] },
  'key.refused': { open: ['code'] },
  'lists.edit': { open: ['list', 'act'] },
  'messageDrafts.found': { open: ['peers'] },
  'money.connect': { open: ['id', 'wallet', 'relays'] },
  'money.pay': { open: [...PAYMENT, 'request'], published: ['message'] },
  'money.zap': {
    open: ['intent', 'pubkey', 'id', 'address', 'relays', 'mint', 'named', 'key', 'by', 'wallet'],
    published: ['message'],
  },
  'pair.failed': { open: ['code'] },
  'paymentLog.appended': PAYMENTS,
  'paymentLog.opened': PAYMENTS,
  'paymentLog.refused': PAYMENTS,
  'peer.ask': { open: ['client', 'kept', 'kind', 'ids', 'authors', '#e', '#p', '#d'] },
  'peer.forget': { open: ['client', 'kept'] },
  'peer.join': { open: ['use', 'client', 'urls'] },
  'peer.leave': { open: ['client'] },
  'peer.proved': { open: ['type', 'id', 'code'] },
  'profile.type': { open: ['field'], published: ['text'] },
  'signer.answered': { open: ['id'] },
  'signer.failed': { open: ['id', 'code'] },
  'store.appended': OUTBOX,
  'store.opened': { ...OUTBOX, whole: { saved: ['message', 'text'] } },
  'store.refused': OUTBOX,
  'walletConnection.answered': {
    open: ['id', 'method', 'methods', 'network', 'type', 'state', 'hash', 'preimage', 'code'],
  },
  'walletConnection.notified': { open: ['type', 'state', 'hash', 'preimage'] },
  'walletStore.found': {
    open: ['id', 'wallet', 'relays', 'by', 'mint', 'acceptedHosts'],
  },
  'xstate.done.actor.extension': { open: ['pubkey', 'code'] },
  'xstate.done.actor.invoice': { open: ['invoice', 'code'] },
  'xstate.done.actor.open': { open: ['output'] },
  'xstate.done.actor.service': { open: ['url', 'callback', 'provider', 'lnurl', 'code'] },
  'xstate.done.actor.sign': { open: [] },
  'xstate.done.actor.verify': { open: ['preimage'] },
  'xstate.done.actor.webln': { open: ['preimage'] },
} satisfies NamedRules;

/** Fields with words of searches: withheld in all events, and in the input of the root. */
export const SEARCHES: readonly string[] = ['query', 'searches'];
