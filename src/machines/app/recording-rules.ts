import type { Rules } from './recorded-events.ts';

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
  'drafts.show': [],
  'emoji.history': [],
  'feed.own': [],
  'feed.select': ['text'],
  'inspector.crash': [],
  'inspector.plant': [],
  'inspector.stop': [],
  'inspector.undo': [],
  'key.kept': [],
  'key.opened': [],
  'local.held': ['text', 'message'],
  'media.check': [],
  'messages.open': [],
  'messages.select': [],
  'messages.selectRelation': [],
  'name.check': [],
  'name.timedOut': [],
  'notifications.left': [],
  'notifications.opened': [],
  'peers.dialsFound': [],
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
  'socket.batch': [],
  'socket.closed': [],
  'socket.heard': [],
  'store.failed': [],
  'store.opened': ['entries', 'message', 'text'],
  'store.writeFailed': [],
  'subscriptions.load': [],
  'thread.fold': [],
  'thread.openReplies': [],
  'thread.orderShown': [],
  'thread.repliesLoaded': [],
  'thread.unfold': [],
  'versions.found': [],
  'xstate.done.actor.code': [],
} satisfies Rules;

/** Fields with words of searches: withheld in all events, and in the input of the root. */
export const SEARCHES: readonly string[] = ['query', 'searches'];
