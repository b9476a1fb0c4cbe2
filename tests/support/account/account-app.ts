import type { Account } from '../../../src/events/account/account.ts';
import type { FetchedAccount } from '../../../src/machines/account/session/account-code.ts';
import type { FeatureActors } from '../../../src/machines/app/features.ts';
import { scopeOf } from '../../../src/machines/account/session/scope.machine.ts';
import {
  type GettingStartedCommand,
  gettingStartedMachine,
  type GettingStartedSignal,
} from '../../../src/machines/people/getting-started.machine.ts';
import type { ListName } from '../../../src/events/account/lists/list-definitions.ts';
import { listEditMachine } from '../../../src/machines/account/lists/list-edit.machine.ts';
import { listsMachine } from '../../../src/machines/account/lists/lists.machine.ts';
import type {
  VersionsCommand,
  VersionsSignal,
} from '../../../src/machines/account/lists/lists-context.ts';
import type {
  RelayFrame,
  RelayCommand,
  RelaySignal,
} from '../../../src/machines/connection/relay-protocol.ts';
import {
  mediaServersMachine,
  type MirrorsCommand,
  type MirrorsSignal,
} from '../../../src/machines/media/upload/media-servers.machine.ts';
import { serverCheckMachine } from '../../../src/machines/media/upload/server-check.machine.ts';
import {
  type TabsCommand,
  type TabsSignal,
  notificationsMachine,
} from '../../../src/machines/notifications/notifications.machine.ts';
import { outboxMachine } from '../../../src/machines/publish/outbox/outbox.machine.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { elapse } from '../machines/clock.ts';
import { fakeApp, withAccount } from '../views/fake-app.ts';
import { fakeOutboxStore } from '../publish/fake-outbox-store.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakePromises } from '../machines/fake-promises.ts';
import { fakeSession, HERE } from './session-world.ts';
import { poolOver } from '../connection/peer-connections.ts';
import { registryOf } from './feature-registry.ts';

/**
 * The whole app with every part that belongs to accounts. The test plays keys, signer, store,
 * relays and the service.
 */
export function accountApp(
  account?: Account,
  provided: Parameters<typeof registryOf>[0] = {},
  registry = registryOf,
) {
  const session = fakeSession();
  const store = fakeOutboxStore(() => 1_700_000_000).tab(true);
  const sockets = fakePort<RelayCommand, { url: string }, RelaySignal>();
  const lock = fakePort<{ type: 'lock.unavailable' }, { account: string; list: ListName }>();
  const versions = fakePort<VersionsCommand, { account: string }, VersionsSignal>();
  const starts = fakePort<GettingStartedCommand, { account: string }, GettingStartedSignal>();
  const tabs = fakePort<TabsCommand, { readonly account: string }, TabsSignal>();
  const checks = fakePromises();
  const mirrors = fakePort<MirrorsCommand, { account: string }, MirrorsSignal>();
  const check = serverCheckMachine.provide({ actors: { get: checks.port('get') } });
  const features = registry({
    gettingStarted: gettingStartedMachine.provide({ actors: { memory: starts.logic } }),
    outbox: outboxMachine.provide({ actors: { store: store.logic } }),
    lists: listsMachine.provide({
      actors: {
        versions: versions.logic,
        edit: listEditMachine.provide({ actors: { lock: lock.logic } }),
      },
    }),
    media: mediaServersMachine.provide({ actors: { check, mirrors: mirrors.logic } }),
    relays: poolOver(sockets.logic),
    notifications: notificationsMachine.provide({ actors: { tabs: tabs.logic } }),
    ...provided,
  });
  const fetched: FetchedAccount = {
    logic: { session: session.logic, scope: scopeOf(features) },
    code: {
      session: {
        accounts: account ? [account] : [],
        current: account?.pubkey,
        autoLock: 'close',
        ...HERE,
      },
      scope: { ...HERE, seed: 0.5 },
    },
  };
  const fake = fakeApp(
    { account },
    withAccount(async () => fetched),
  );
  const owner = () => fake.app.getSnapshot().children.account?.getSnapshot().context;
  return {
    ...fake,
    session,
    registry: features,
    starts,
    tabs,
    /** The caching service answers the editor of a list. Relays stay silent until it gives up. */
    lookUpList: (...events: readonly VerifiedEvent[]) => {
      lock.report({ type: 'lock.granted' });
      versions.report({ type: 'versions.found', events, now: seconds(1_700_000_000) });
      fake.answer('replaceable_event', { events });
      elapse(fake.clock, 11_000, 250);
    },
    lock,
    versions,
    sockets,
    /** The running features of the account, once its code is loaded. */
    features: (): Partial<FeatureActors> => owner()?.scope?.getSnapshot().children ?? {},
    scope: () => owner()?.scope,
    checks,
    mirrors,
    sign: () => {
      for (let prompt = session.signer.open()[0]; prompt; prompt = session.signer.open()[0])
        session.signer.approve(prompt);
    },
    refuseToSign: () => {
      for (let prompt = session.signer.open()[0]; prompt; prompt = session.signer.open()[0])
        session.signer.refuse(prompt);
    },
    /** Every relay answers each command: it accepts all kinds but these and stores no events. */
    relays: (...refused: readonly number[]) => {
      for (const life of sockets.lives) life.report({ type: 'socket.opened' });
      for (const life of sockets.lives) {
        const heard = life.told.flatMap((command): RelayFrame[] => {
          if (command.type === 'socket.subscribe') return [{ type: 'ended', id: command.id }];
          if (command.type !== 'socket.publish') return [];
          const { id, kind } = command.event;
          return [
            { type: 'ok', eventId: id, accepted: !refused.includes(kind), reason: 'blocked: no' },
          ];
        });
        life.told.length = 0;
        life.report({ type: 'socket.heard', heard });
      }
    },
  };
}
