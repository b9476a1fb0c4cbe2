import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, sendTo, setup } from 'xstate';
import { edited } from '../../../events/nostr/edit-copy.ts';
import { mediaServerOrigin } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ListsEvent } from '../../account/lists/lists.machine.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import { serverCheckMachine, type ServerCheckOutput } from './server-check.machine.ts';

export type MirrorsCommand = { type: 'mirrors.keep'; on: boolean };
/** `on` as it was kept on this device; undefined: nothing was chosen. */
export type MirrorsSignal = { type: 'mirrors.found'; on: boolean | undefined };

export type MediaServersEvent =
  | MirrorsSignal
  | DoneActorEvent<ServerCheckOutput | Outcome>
  /** The page of media servers is open: what it shows is asked for. */
  | { type: 'media.open' }
  /** Whether those servers are there is wanted. */
  | { type: 'media.check'; origins: readonly string[] }
  /** The list is to be changed so, if that server is there. */
  | { type: 'media.use'; origin: string; intents: readonly ListIntent[]; now: Seconds }
  /** Whether files are mirrored (MEDIA-02). */
  | { type: 'media.mirrors'; on: boolean };

/** The list of media servers is to be changed. */
type MediaEdit = Extract<ListsEvent, { type: 'lists.edit' }>;

export interface MediaServersInput {
  readonly bus: Bus;
  readonly account: string;
  /** Origin of the page. */
  readonly home: string;
}

interface Context extends MediaServersInput {
  /** Whether files are mirrored, as chosen on this device; undefined: nothing was chosen. */
  readonly mirrors: boolean | undefined;
  /** What is known of servers, by origin. */
  readonly checks: ReadonlyMap<string, 'asking' | 'there' | 'gone'>;
  /** Changes of the list that wait until their server was found to be there, by its origin. */
  readonly wanted: ReadonlyMap<string, MediaEdit>;
  /** Origins. */
  readonly recommended: readonly string[];
}

type Child = `check ${string}`;
const CHILDREN: { mirrors: 'mirrors'; ask: 'request'; [check: Child]: 'check' } = { mirrors: 'mirrors', ask: 'request' };

/**
 * What the page of media servers needs beside the list itself (SETTINGS-09): which servers are there, which are recommended, and the
 * choice of mirrors.
 */
export const mediaServersMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MediaServersEvent,
    input: {} as MediaServersInput,
    /** locating: whether the account has a list is not known yet. */
    tags: {} as 'locating' | 'lost',
    children: CHILDREN,
  },
  actors: {
    request: requestMachine,
    check: serverCheckMachine,
    mirrors: callbackPort<MirrorsCommand, { readonly account: string }>('mirrors'),
  },
  guards: { isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok },
  actions: {
    check: enqueueActions(({ context: { checks }, event, enqueue }) => {
      const origins = event.type === 'media.check' ? event.origins : event.type === 'media.use' ? [event.origin] : [];
      const fresh = [...new Set(origins)].filter((origin) => checks.get(origin) !== 'asking');
      if (fresh.length === 0) return;
      enqueue.assign({ checks: new Map([...checks, ...fresh.map((origin) => [origin, 'asking'] as const)]) });
      for (const origin of fresh) enqueue.spawnChild('check', { id: `check ${origin}`, input: { origin } });
    }),
    want: assign(({ context: { wanted }, event }) => {
      if (event.type !== 'media.use') return {};
      const { origin, intents, now } = event;
      const edit: MediaEdit = { type: 'lists.edit', list: 'mediaServers', intents, now };
      return { wanted: new Map(wanted).set(origin, edit) };
    }),
    recordCheck: enqueueActions(({ context: { checks, wanted }, event, enqueue }) => {
      if (!('actorId' in event)) return;
      enqueue.stopChild(event.actorId);
      const origin = event.actorId.slice('check '.length);
      const isThere = 'output' in event && 'isThere' in event.output && event.output.isThere;
      const edit = wanted.get(origin);
      const servers = edited({ checks, wanted }, (draft) => {
        draft.checks.set(origin, isThere ? 'there' : 'gone');
        draft.wanted.delete(origin);
      });
      enqueue.assign(servers);
      if (isThere && edit) enqueue.sendParent(edit);
    }),
    recordRecommended: assign(({ context }, { outcome }: { outcome: Outcome }) => {
      const claims = outcome.ok ? outcome.answer.claims : [];
      const named = claims.flatMap((claim) => (claim.claim === 'list' && claim.list === 'blossomServers' ? claim.values : []));
      return { recommended: [...new Set(named.flatMap((url) => mediaServerOrigin(url, context.home) ?? []))] };
    }),
    choose: assign(({ event }) => (event.type === 'mirrors.found' || event.type === 'media.mirrors' ? { mirrors: event.on } : {})),
    keep: sendTo('mirrors', ({ event }) => ({ type: 'mirrors.keep', on: event.type === 'media.mirrors' && event.on })),
  },
}).createMachine({
  id: 'mediaServers',
  context: ({ input }) => ({ ...input, mirrors: undefined, checks: new Map(), wanted: new Map(), recommended: [] }),
  invoke: { id: 'mirrors', src: 'mirrors', input: ({ context }) => ({ account: context.account }), onError: {} },
  on: {
    'mirrors.found': { actions: 'choose' },
    'media.mirrors': { actions: ['choose', 'keep'] },
    'media.check': { actions: 'check' },
    'media.use': { actions: ['want', 'check'] },
    'xstate.done.actor.*': { actions: 'recordCheck' },
    'xstate.error.actor.*': { actions: 'recordCheck' },
  },
  initial: 'unasked',
  states: {
    unasked: { tags: 'locating', on: { 'media.open': 'locating' } },
    /** Nothing is said of the list before it is known: somebody who has one must not read that there is none. */
    locating: {
      tags: 'locating',
      invoke: {
        id: 'ask',
        src: 'request',
        input: ({ context: { bus, account } }) => ({ bus, query: listQuery('mediaServers', account) }),
        onDone: [{ guard: { type: 'isOk', params: withOutcome }, target: 'recommending' }, { target: 'lost' }],
        onError: 'lost',
      },
    },
    lost: { tags: 'lost', on: { 'media.open': 'locating' } },
    /** Without recommendations the page still shows the account's own servers. */
    recommending: {
      invoke: {
        id: 'ask',
        src: 'request',
        input: ({ context: { bus } }) => ({ bus, query: query('get_recommended_blossom_servers', {}) }),
        onDone: { target: 'ready', actions: { type: 'recordRecommended', params: withOutcome } },
        onError: 'ready',
      },
    },
    ready: { on: { 'media.open': 'recommending' } },
  },
});

export type MediaServersActor = ActorRefFrom<typeof mediaServersMachine>;
