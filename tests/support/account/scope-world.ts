import { type AnyEventObject, createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { FeatureActors } from '../../../src/machines/app/features.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { Feature } from '../../../src/machines/core/feature.ts';
import {
  type ScopeActor,
  scopeMachine,
} from '../../../src/machines/account/session/scope.machine.ts';
import {
  type GettingStartedCommand,
  gettingStartedMachine,
  type GettingStartedSignal,
} from '../../../src/machines/people/getting-started.machine.ts';
import { listsMachine } from '../../../src/machines/account/lists/lists.machine.ts';
import type {
  VersionsCommand,
  VersionsSignal,
} from '../../../src/machines/account/lists/lists-context.ts';
import type { ResponseEvent, Bus } from '../../../src/machines/core/bus.ts';
import type { RelayCommand, RelaySignal } from '../../../src/machines/connection/relay-protocol.ts';
import { intentsMachine } from '../../../src/machines/publish/outbox/intents.machine.ts';
import { outboxMachine } from '../../../src/machines/publish/outbox/outbox.machine.ts';
import type {
  OutboxLogCommand,
  OutboxLogSignal,
} from '../../../src/machines/core/outbox-protocol.ts';
import {
  networkMachine,
  type ProxyCommand,
  type ProxySignal,
} from '../../../src/machines/settings/network.machine.ts';
import { verified } from '../connection/fake-cache.ts';
import { fakePort } from '../machines/fake-port.ts';
import { poolOver } from '../connection/peer-connections.ts';
import { registryOf } from './feature-registry.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

interface Surroundings {
  readonly ahead?: number;
  readonly isNew?: boolean;
  readonly around?: (feature: Feature) => Feature;
}

/** The owner of the scope. */
export const ME = 'a'.repeat(64);

/**
 * Start a scope with all its features under a parent that keeps its requests. The test plays store
 * and sockets. `ahead`: seconds that the clock is ahead, if known. `isNew`: the account was created
 * here. `around`: wraps each feature before it starts.
 */
export function startScope({ ahead, isNew = false, around = (one) => one }: Surroundings = {}) {
  const clock = new SimulatedClock();
  const store = fakePort<OutboxLogCommand, { account: string }, OutboxLogSignal>();
  const sockets = fakePort<RelayCommand, { url: string }, RelaySignal>();
  const versions = fakePort<VersionsCommand, { account: string }, VersionsSignal>();
  const proxy = fakePort<ProxyCommand, { account: string }, ProxySignal>();
  const starts = fakePort<GettingStartedCommand, { account: string }, GettingStartedSignal>();
  const heard: AnyEventObject[] = [];
  const features = registryOf({
    ...(ahead === undefined
      ? {}
      : {
          intents: intentsMachine.provide({
            actors: { clock: fromPromise(() => Promise.resolve(seconds(ahead))) },
          }),
        }),
    network: networkMachine.provide({ actors: { proxy: proxy.logic } }),
    gettingStarted: gettingStartedMachine.provide({ actors: { memory: starts.logic } }),
    outbox: outboxMachine.provide({ actors: { store: store.logic } }),
    lists: listsMachine.provide({ actors: { versions: versions.logic } }),
    relays: poolOver(sockets.logic),
  }).map(around);
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { scope: scopeMachine },
  }).createMachine({
    invoke: {
      id: 'scope',
      src: 'scope',
      input: ({ self }) => {
        const bus = self as unknown as Bus;
        return {
          bus,
          account: ME,
          isLocal: true,
          isNew,
          signer: bus as never,
          home: 'http://127.0.0.1:1',
          homeRelay: pressed('ws://127.0.0.1:1'),
          seed: 0.5,
          features,
        };
      },
    },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['scope'] as ScopeActor;
  const children = (): Partial<FeatureActors> => actor.getSnapshot().children;
  const intents = () => {
    const { context } = children().intents?.getSnapshot() ?? {};
    if (!context) throw new Error('nobody publishes');
    return context;
  };
  const looks = new Set([
    'contact_list',
    'mutelist',
    'get_bookmarks',
    'get_notifications_seen',
    'directmsg_count',
  ]);
  /** True for all requests but the initial reads of lists, of seen markers and of unread counts. */
  const asks = ({ type, query }: AnyEventObject) => type === 'cache.ask' && !looks.has(query.verb);
  const tell = (answer: ResponseEvent) => heard.findLast(asks)?.['from'].send(answer);
  const list = (...tags: string[][]) => {
    const event = verified({
      id: String(tags.length).padStart(64, '1'),
      pubkey: ME,
      kind: KIND.RelayList,
      created_at: 4 + tags.length,
      tags,
    });
    tell({ type: 'answer.partReceived', events: [event], referenced: [], claims: [] });
    tell({ type: 'answer.ended' });
  };
  /** The relays of each draft that was sent to the outbox. */
  const drafted = () =>
    store.lives.flatMap(({ told }) =>
      told.flatMap((command) =>
        command.type === 'store.append'
          ? command.lines.flatMap((line) => (line.type === 'drafted' ? [line.relays] : []))
          : [],
      ),
    );
  return {
    actor,
    children,
    intents,
    clock,
    store,
    sockets,
    proxy,
    starts,
    heard,
    asks,
    tell,
    list,
    drafted,
  };
}
