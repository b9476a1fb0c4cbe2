import { seconds } from '../../../src/events/core/time.ts';
import type { Outcome } from '../../../src/machines/core/bus.ts';
import type { Walk } from '../machines/app-walks.ts';
import { counts, likes, seenUntil } from './notification-samples.ts';
import { account, bus, ends, error, signer, timeout } from '../machines/walk-samples.ts';

const ok = (answer: ReturnType<typeof likes>): Outcome => ({ ok: true, answer });
const refused = { ok: false, reason: 'notice', text: 'error' };
const unsigned = { ok: false, reason: 'unsigned', text: '' };
const many = Array.from({ length: 50 }, (_, at) => 1_000 - at);

const told = {
  total: 1,
  direct: 0,
  seen: seconds(9),
  looked: undefined,
  news: [],
  hidden: new Set(),
  unread: 1,
};

/** Walks of the machines of notifications, in the form of `walks`. */
export const notificationWalks: Record<'notifications' | 'notificationList', Walk> = {
  notifications: {
    input: { account, bus, signer, isLocal: true },
    also: [{ account, bus, signer, isLocal: false }],
    samples: {
      'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
      'tabs.leadershipChanged': [true, false].map((leading) => ({
        type: 'tabs.leadershipChanged',
        leading,
      })),
      'tabs.received': [told, { ...told, seen: seconds(99) }].map((one) => ({
        type: 'tabs.received',
        told: one,
      })),
      'stream.partReceived': [0, 2].map((count) => ({
        type: 'stream.partReceived',
        answer: counts(account, count, count / 2),
      })),
      'notifications.judged': [
        {
          type: 'notifications.judged',
          hidden: [],
          alerts: [{ id: 'a', title: 'b', of: 'notifications' as const }],
        },
      ],
      'notifications.messages': [
        { type: 'notifications.messages', count: 2, direct: { shown: 1, muted: 0 }, alerts: [] },
      ],
      'notifications.opened': [{ type: 'notifications.opened', now: seconds(20), visit: 'one' }],
      'notifications.mark': [{ type: 'notifications.mark', now: seconds(20) }],
      'xstate.error.actor.tabs': [{ type: 'xstate.error.actor.tabs', error }],
      ...ends('stream', []),
      ...ends('seen', [ok(seenUntil(5)), timeout]),
      ...ends('news', [ok(likes(account, 6)), timeout]),
      ...ends('mark', [ok(likes(account)), unsigned, refused]),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.total === 0 && context.seen !== undefined,
        context.direct > 0,
      ]),
  },
  notificationList: {
    input: { bus, viewer: account, group: 'all' },
    samples: {
      'stream.partReceived': [{ type: 'stream.partReceived', answer: likes(account, 9) }],
      ...ends('page', [ok(likes(account, 5)), ok(likes(account)), refused, timeout]),
      ...ends('more', [ok(likes(account, 4)), ok(likes(account)), timeout]),
      ...ends('news', [
        ok(likes(account, 9)),
        ok(likes(account, ...many)),
        ok(likes(account, ...many.map((at) => at - 50))),
        timeout,
      ]),
      ...ends('stream', []),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.list.length > 0,
        Math.min(context.waiting.length, 100),
        context.hasGap,
        context.until !== undefined,
      ]),
  },
};
