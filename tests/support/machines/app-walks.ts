import { quotedMessage } from '../../../src/events/account/user-message.ts';
import { type AnyEventObject, type AnyMachineSnapshot, createActor, createMachine } from 'xstate';
import type { Outcome } from '../../../src/machines/core/bus.ts';
import { JOIN, ends } from './walk-samples.ts';
import type { Samples } from './explore.ts';
import { arrival, range, verified } from '../connection/fake-cache.ts';

/**
 * How to walk one machine: its input, the payloads to try, and the key that identifies equal
 * snapshots.
 */
export interface Walk {
  readonly input: unknown;
  /** Other inputs, for states that the first one cannot reach. */
  readonly also?: readonly unknown[];
  readonly samples: Samples;
  readonly key?: (snapshot: AnyMachineSnapshot) => string;
}

const bus = createActor(createMachine({})).start();
const from = createActor(createMachine({})).start();
const error = new Error('x');
const settings = { saved: {}, forcedTheme: undefined, systemDark: false };
const reader = { pubkey: 'a'.repeat(64), method: 'readonly' };
const query = { verb: 'mega_feed_directive', payload: { spec: 'one' } };
const cache = { urls: ['wss://a', 'wss://b'], compress: true, ahead: [query], seed: 0 };

/** Done events of an invoked request: a page, the last page, a notice, a timeout. */
function outcomes(id: string, pages: readonly Outcome[]): Record<string, AnyEventObject[]> {
  const failures: Outcome[] = [
    { ok: false, reason: 'notice', text: 'error' },
    { ok: false, reason: 'timeout', text: '' },
  ];
  return ends(id, [...pages, ...failures]);
}

const notes = (at: number): Outcome => ({
  ok: true,
  answer: {
    events: [verified({ id: `n${at}`, created_at: at })],
    referenced: [],
    claims: [range([`n${at}`], { since: at, until: at })],
  },
});
const nothing: Outcome = { ok: true, answer: { events: [], referenced: [], claims: [] } };
const thread = (...times: number[]): Outcome => ({
  ok: true,
  answer: {
    events: [
      verified({ id: 'n1' }),
      ...times.map((at) => verified({ id: `r${at}`, created_at: at })),
    ],
    referenced: [],
    claims: [
      range(
        times.map((at) => `r${at}`),
        { since: times[0] ?? 1, until: 9 },
      ),
      range(['n1'], { since: 1, until: 1 }),
    ],
  },
});
const parts = (outcome: Outcome): AnyEventObject[] =>
  outcome.ok ? [{ type: 'request.partReceived', answer: outcome.answer }] : [];

/** Walks of the machines that start with the app. */
export const appWalks: Record<string, Walk> = {
  account: {
    input: { bus, account: undefined },
    also: [{ bus, account: reader }],
    samples: {
      'peer.*': [JOIN],
      'session.changed': [reader, undefined].map((account) => ({
        type: 'session.changed',
        account,
      })),
      'xstate.done.actor.code': [
        { type: 'xstate.done.actor.code', output: { session: {}, scope: {} } },
      ],
      'xstate.error.actor.code': [{ type: 'xstate.error.actor.code', error }],
      'xstate.done.actor.face': [{ type: 'xstate.done.actor.face', output: undefined }],
      'xstate.error.actor.face': [{ type: 'xstate.error.actor.face', error }],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.session', actorId: 'session', error }],
      'scope.crashed': [{ type: 'scope.crashed', crash: { actor: 'scope/lists', message: 'x' } }],
      'account.failed': [{ type: 'account.failed', message: quotedMessage('no') }],
      'account.done': [{ type: 'account.done', message: quotedMessage('yes') }],
      'account.held': [
        { type: 'account.held', job: '1', message: quotedMessage('Liked'), lasts: 4_000 },
      ],
      'account.settled': [{ type: 'account.settled', job: '1' }],
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.account?.pubkey,
        context.session !== undefined,
        context.wantsSignIn,
      ]),
  },
  app: {
    input: { cache, settings, screens: { viewer: 'v', homeFeeds: [] } },
    samples: {
      'account.changed': [{ type: 'account.changed', account: reader }],
      'facts.received': [{ type: 'facts.received', events: [], claims: [], now: 1 }],
      'cache.ask': [{ type: 'cache.ask', from, query, stream: false }],
      'cache.forget': [{ type: 'cache.forget', from }],
      'toast.*': [{ type: 'toast.show', kind: 'info', message: quotedMessage('a') }],
      'dialog.*': [{ type: 'dialog.clear' }],
      'settings.unsaved': [{ type: 'settings.unsaved', reason: 'full' }],
      'view.failed': [{ type: 'view.failed', crash: { actor: 'views', message: 'x' } }],
      'account.crashed': [
        { type: 'account.crashed', crash: { actor: 'account/scope', message: 'x' } },
      ],
      'screens.crashed': [
        { type: 'screens.crashed', crash: { actor: 'screens/stats', message: 'x' } },
      ],
      'app.restart': [{ type: 'app.restart', name: 'toasts' }],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.toasts', actorId: 'toasts', error }],
    },
  },
  settings: {
    input: settings,
    samples: {
      'system.scheme': [{ type: 'system.scheme', dark: true }],
      'settings.change': [{ type: 'settings.change', change: { theme: 'ice' } }],
      'store.written': [0, 1].map((revision) => ({ type: 'store.written', revision })),
      'store.failed': [{ type: 'store.failed', reason: 'full', revision: 1 }],
      'settings.switch': [{ type: 'settings.switch', account: undefined }],
      'store.opened': [undefined, 'a'].map((account) => ({
        type: 'store.opened',
        account,
        saved: {},
      })),
      'xstate.error.actor.device': [{ type: 'xstate.error.actor.device', error }],
    },
  },
  toasts: {
    input: undefined,
    samples: {
      'toast.show': [{ type: 'toast.show', kind: 'success', message: quotedMessage('a') }],
      'toast.dismiss': [{ type: 'toast.dismiss', id: 1 }],
      'toast.settle': [{ type: 'toast.settle', job: '1' }],
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.toasts.length,
        Math.ceil((s.context.toasts[0]?.left ?? 0) / 1_000),
      ]),
  },
  dialogs: {
    input: undefined,
    samples: {
      'dialog.ask': ['1', '2'].map((job) => ({
        type: 'dialog.ask',
        question: { code: 'discard', job },
        yes: [],
      })),
      'dialog.answer': [{ type: 'dialog.answer', id: 1, yes: true, now: 1 }],
      'dialog.withdraw': [{ type: 'dialog.withdraw', question: { code: 'discard', job: '1' } }],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.queue.length, Math.min(context.nextId, 4)]),
  },
  activity: { input: undefined, samples: {} },
  cache: {
    input: { ...cache, bus },
    also: [{ ...cache, bus, compress: false }],
    samples: {
      'xstate.error.actor.socket': [{ type: 'xstate.error.actor.socket', error }],
      'socket.closed': [{ type: 'socket.closed', reason: '' }],
      'socket.batch': [
        { type: 'socket.batch', arrivals: [], now: 1 },
        { type: 'socket.batch', arrivals: [arrival('1', { ended: true })], now: 1 },
      ],
      'cache.ask': [true, false].map((stream) => ({ type: 'cache.ask', from, query, stream })),
      'cache.forget': [{ type: 'cache.forget', from }],
      'cache.pool': [
        { type: 'cache.pool', urls: ['wss://a', 'wss://c'] },
        { type: 'cache.pool', urls: ['wss://b'] },
      ],
      'cache.test': [{ type: 'cache.test', url: 'wss://b' }],
      'pool.updated': [{ type: 'pool.updated', said: { problem: 'unkept' } }],
      'xstate.error.actor.pool': [{ type: 'xstate.error.actor.pool', error }],
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.retries > 1,
        s.context.setupId !== undefined,
        s.context.silence,
      ]),
  },
  request: {
    input: { bus, query },
    samples: {
      'answer.partReceived': [
        { type: 'answer.partReceived', events: [], referenced: [], claims: [] },
      ],
      'answer.failed': [{ type: 'answer.failed', reason: 'notice', text: 'error' }],
    },
    also: [
      { bus, query, onward: () => query },
      { bus, query, parts: true },
    ],
    key: ({ value, context }) =>
      JSON.stringify([value, context.times, context.first !== undefined]),
  },
  stream: {
    input: { bus, query },
    samples: {
      'answer.partReceived': [
        { type: 'answer.partReceived', events: [], referenced: [], claims: [] },
      ],
      'answer.failed': [{ type: 'answer.failed', reason: 'notice', text: 'error' }],
    },
  },
  screens: {
    input: { bus, viewer: 'v', homeFeeds: [] },
    samples: {
      'screens.start': ['feeds', 'none'].map((id) => ({ type: 'screens.start', id })),
      'screen.opened': [
        {
          type: 'screen.opened',
          order: { kind: 'feed', key: 'feed:home', input: { base: query, pageSize: 20 } },
        },
        { type: 'screen.opened', order: { kind: 'stats', key: 'stats' } },
        { type: 'screen.opened', order: { kind: 'profile', key: 'profile' } },
        {
          type: 'screen.opened',
          order: { kind: 'lookup', key: 'lookup:a', input: { query } },
        },
        {
          type: 'screen.opened',
          order: {
            kind: 'thread',
            key: 'thread:n1',
            input: { target: { type: 'note', id: 'n1' } },
          },
        },
      ],
      'screen.closed': [{ type: 'screen.closed', key: 'feed:home' }],
      'xstate.error.actor.*': [
        { type: 'xstate.error.actor.profile', actorId: 'profile', error },
        { type: 'xstate.error.actor.feed:home', actorId: 'feed:home', error },
      ],
    },
    key: (s) => JSON.stringify([s.value, s.context.minutes % 5, Object.keys(s.children)]),
  },
  feed: {
    input: { bus, viewer: 'v', base: query, pageSize: 20 },
    samples: {
      ...outcomes('page', [notes(9), nothing]),
      ...outcomes('more', [notes(8), nothing]),
      ...outcomes('news', [notes(10), nothing]),
      'request.partReceived': parts(notes(9)),
      'feed.select': [{ type: 'feed.select', base: { verb: 'scored' } }],
      'feed.own': [{ type: 'feed.own', ids: ['own'] }],
    },
    key: (s) =>
      JSON.stringify([
        s.value,
        s.context.waiting.length > 0,
        s.context.newer !== undefined,
        s.context.cursor !== undefined,
        s.context.items.length > 0,
      ]),
  },
  thread: {
    input: { bus, viewer: 'v', target: { type: 'note', id: 'n1' } },
    samples: {
      ...outcomes('request', [thread(3, 5), nothing]),
      ...outcomes('check', [thread(6)]),
      ...outcomes('earlier', [thread(2)]),
      'request.partReceived': parts(thread(3)),
      'thread.orderShown': [{ type: 'thread.orderShown', order: ['r3'], asked: [] }],
      ...Object.fromEntries(
        ['openReplies', 'repliesLoaded', 'fold', 'unfold'].map((act) => [
          `thread.${act}`,
          [{ type: `thread.${act}`, id: 'r3' }],
        ]),
      ),
    },
    key: (s) => JSON.stringify([s.value, s.context.items.earlier !== undefined]),
  },
  lookup: {
    input: { bus, query },
    samples: outcomes('request', [nothing]),
  },
  search: {
    input: { bus, viewer: 'v' },
    samples: {
      ...outcomes('people', [nothing]),
      ...outcomes('notes', [notes(9)]),
      'search.type': ['', 'cat', 'dog'].map((text) => ({ type: 'search.type', text })),
    },
    key: (s) => JSON.stringify([s.value, s.context.text, s.context.notes.length > 0]),
  },
  blob: {
    input: { addresses: ['https://a.example/1'] },
    samples: {
      'blob.found': [{ type: 'blob.found', address: 'https://a.example/1' }],
      'xstate.error.actor.head': [{ type: 'xstate.error.actor.head', error }],
    },
  },
  linkPreviews: {
    input: { bus },
    samples: {
      'link.seen': ['a', 'b'].map((url) => ({ type: 'link.seen', url })),
      'link.left': ['a', 'b'].map((url) => ({ type: 'link.left', url })),
      'xstate.done.actor.preview': [
        undefined,
        { url: 'a', title: 'T', description: '', image: '', icon: '' },
      ].map((output) => ({ type: 'xstate.done.actor.preview', output })),
      'xstate.error.actor.preview': [{ type: 'xstate.error.actor.preview', error }],
    },
  },
  translation: {
    input: { texts: ['hola'], to: 'en' },
    also: [{ texts: [], to: 'en' }],
    samples: {
      'translator.progress': [{ type: 'translator.progress', loaded: 0.5 }],
      'translator.done': [{ type: 'translator.done', from: 'es', words: [['hola', 'hello']] }],
      'translator.failed': [{ type: 'translator.failed', problem: 'same', from: 'en' }],
      'xstate.error.actor.translator': [{ type: 'xstate.error.actor.translator', error }],
    },
  },
  stats: {
    input: { bus },
    samples: {
      'stream.partReceived': [
        { type: 'stream.partReceived', answer: { events: [], referenced: [], claims: [] } },
      ],
      ...outcomes('stream', []),
    },
  },
  feedList: {
    input: { bus, defaults: [] },
    samples: outcomes('request', [
      {
        ok: true,
        answer: {
          events: [],
          referenced: [],
          claims: [
            {
              claim: 'feeds',
              list: 'home',
              feeds: [
                { name: 'a', spec: '{}', description: '', enabled: true, feedkind: 'primal' },
              ],
            },
          ],
        },
      },
      nothing,
    ]),
  },
  verifiedNames: {
    input: { bus, home: 'wss://y/v1' },
    samples: {
      'xstate.done.actor.*': [{ type: 'xstate.done.actor.a@x', actorId: 'a@x', output: 'k' }],
      'xstate.error.actor.*': [{ type: 'xstate.error.actor.a@x', actorId: 'a@x', error }],
      'name.timedOut': [{ type: 'name.timedOut', address: 'a@x' }],
      'name.checkDirectly': [{ type: 'name.checkDirectly', address: 'a@x' }],
      'name.check': ['a@x', 'b@x', 'c@x'].map((address) => ({ type: 'name.check', address })),
    },
    key: (s) =>
      JSON.stringify([
        s.context.open.length,
        Math.min(2, s.context.queue.length),
        s.context.answers.size > 0,
      ]),
  },
  profile: {
    input: { bus, viewer: 'v' },
    samples: {
      ...Object.assign(
        {},
        ...['followedBy', 'follows', 'reads', 'popular', 'header'].map((id) =>
          outcomes(id, [nothing]),
        ),
      ),
      'profile.show': [
        { type: 'profile.show', pubkey: 'a' },
        { type: 'profile.show', pubkey: 'b' },
        { type: 'profile.show', pubkey: '' },
      ],
    },
    key: (s) => JSON.stringify([s.value, s.context.pubkey]),
  },
};
