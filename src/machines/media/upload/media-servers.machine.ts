import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate';
import { editCopy } from '../../../events/nostr/edit-copy.ts';
import { mediaServerOrigin } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ListsEvent } from '../../account/lists/lists-context.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import { serverCheckMachine, type ServerCheckOutput } from './server-check.machine.ts';

export type MirrorsCommand = { type: 'mirrors.keep'; on: boolean };
/** `on`: the setting stored on this device. `undefined` if the user has not chosen yet. */
export type MirrorsSignal = { type: 'mirrors.found'; on: boolean | undefined };

export type MediaServersEvent =
  | MirrorsSignal
  | DoneActorEvent<ServerCheckOutput | Outcome>
  /** The page of media servers opened: request its data. */
  | { type: 'media.open' }
  /** Check if these servers respond. */
  | { type: 'media.check'; origins: readonly string[] }
  /** Apply these edits to the list if the server responds. */
  | { type: 'media.use'; origin: string; intents: readonly ListIntent[]; now: Seconds }
  /** Mirror files to the other servers, or stop (MEDIA-02). */
  | { type: 'media.mirrors'; on: boolean };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    media: MediaServersEvent;
  }
}

type MediaEdit = Extract<ListsEvent, { type: 'lists.edit' }>;

export interface MediaServersInput {
  readonly bus: Bus;
  readonly account: string;
  /** Origin of the page. */
  readonly home: string;
}

interface Context extends MediaServersInput {
  /**
   * True if files are mirrored, as chosen on this device. `undefined` if the user has not chosen.
   */
  readonly mirrors: boolean | undefined;
  /** State of each server, by origin. */
  readonly checks: ReadonlyMap<string, 'asking' | 'there' | 'gone'>;
  /** Edits of the list that wait for their server to respond, by its origin. */
  readonly wanted: ReadonlyMap<string, MediaEdit>;
  /** Origins of recommended servers. */
  readonly recommended: readonly string[];
}

type Child = `check ${string}`;
const CHILDREN: { mirrors: 'mirrors'; ask: 'request'; [check: Child]: 'check' } = {
  mirrors: 'mirrors',
  ask: 'request',
};

/**
 * Data of the media server page, except the list itself (SETTINGS-09): server states,
 * recommendations and the mirror setting.
 */
export const mediaServersMachine = setup({
  types: {
    context: {} as Context,
    events: {} as MediaServersEvent,
    input: {} as MediaServersInput,
    /** `locating`: it is not known yet if the account has a list. */
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
      const origins =
        event.type === 'media.check'
          ? event.origins
          : event.type === 'media.use'
            ? [event.origin]
            : [];
      const fresh = [...new Set(origins)].filter((origin) => checks.get(origin) !== 'asking');
      if (fresh.length === 0) return;
      enqueue.assign({
        checks: new Map([...checks, ...fresh.map((origin) => [origin, 'asking'] as const)]),
      });
      for (const origin of fresh)
        enqueue.spawnChild('check', { id: `check ${origin}`, input: { origin } });
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
      const servers = editCopy({ checks, wanted }, (draft) => {
        draft.checks.set(origin, isThere ? 'there' : 'gone');
        draft.wanted.delete(origin);
      });
      enqueue.assign(servers);
      if (isThere && edit) enqueue.sendParent(edit);
    }),
    recordRecommended: assign(({ context }, { outcome }: { outcome: Outcome }) => {
      const claims = outcome.ok ? outcome.answer.claims : [];
      const named = claims.flatMap((claim) =>
        claim.claim === 'list' && claim.list === 'blossomServers' ? claim.values : [],
      );
      return {
        recommended: [
          ...new Set(named.flatMap((url) => mediaServerOrigin(url, context.home) ?? [])),
        ],
      };
    }),
    choose: assign(({ event }) =>
      event.type === 'mirrors.found' || event.type === 'media.mirrors' ? { mirrors: event.on } : {},
    ),
    keep: sendTo('mirrors', ({ event }) => ({
      type: 'mirrors.keep',
      on: event.type === 'media.mirrors' && event.on,
    })),
  },
}).createMachine({
  id: 'mediaServers',
  context: ({ input }) => ({
    ...input,
    mirrors: undefined,
    checks: new Map(),
    wanted: new Map(),
    recommended: [],
  }),
  invoke: {
    id: 'mirrors',
    src: 'mirrors',
    input: ({ context }) => ({ account: context.account }),
    onError: {},
  },
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
    /** Until the list is known, the page must not claim that it is missing. */
    locating: {
      tags: 'locating',
      invoke: {
        id: 'ask',
        src: 'request',
        input: ({ context: { bus, account } }) => ({
          bus,
          query: listQuery('mediaServers', account),
        }),
        onDone: [
          { guard: { type: 'isOk', params: withOutcome }, target: 'recommending' },
          { target: 'lost' },
        ],
        onError: 'lost',
      },
    },
    lost: { tags: 'lost', on: { 'media.open': 'locating' } },
    /** Without recommendations the page still shows the account's own servers. */
    recommending: {
      invoke: {
        id: 'ask',
        src: 'request',
        input: ({ context: { bus } }) => ({
          bus,
          query: query('get_recommended_blossom_servers', {}),
        }),
        onDone: { target: 'ready', actions: { type: 'recordRecommended', params: withOutcome } },
        onError: 'ready',
      },
    },
    ready: { on: { 'media.open': 'recommending' } },
  },
});

export type MediaServersActor = ActorRefFrom<typeof mediaServersMachine>;
