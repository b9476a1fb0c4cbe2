import type { CallbackActorLogic } from 'xstate';
import type { Device } from '../../../events/account/devices/device.ts';
import type {
  DevicesCommand,
  DevicesPortInput,
  DevicesSignal,
} from '../../../machines/account/devices/devices-protocol.ts';
import type { PeerAnswer } from '../../../machines/connection/relay-protocol.ts';
import { openPeerClients } from '../../connection/relays/peer-connection.ts';
import type { Storages } from '../../core/storage.ts';
import type { DeviceConnection, ReceivedCall } from './device-connection.ts';
import { openDeviceConnections } from './device-connections.ts';
import { openDeviceOffers } from './device-offers.ts';
import type { DeviceSeal } from '../keys/device-seal.ts';
import { pairedDeviceStore, devicesOf } from './paired-device-store.ts';
import { openDeviceTabLock, type TabLockDeps } from './device-tab-lock.ts';
import type { RemoteDeps } from '../signing/remote-signer.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface DevicesDeps extends Omit<RemoteDeps, 'peers'>, TabLockDeps {
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  /** Stores whether an account has devices, so that the next page listens for them. */
  readonly storage: Storages['account'];
}

/**
 * The `connection` port of the devices of an account. Stores them sealed, listens for their
 * requests in one tab at a time, and admits new ones. Each device has its own key on our side,
 * which is not the account's key. The next leading tab receives the requests that a tab leaves
 * unanswered.
 */
export function devicesPort(
  deps: DevicesDeps,
): CallbackActorLogic<DevicesCommand | PeerAnswer, DevicesPortInput> {
  return callbackAdapter<DevicesCommand | PeerAnswer, DevicesPortInput>(
    ({ input, sendBack, receive, self }) => {
      let isOver = false;
      const peers = openPeerClients(self, (event) => {
        if (!isOver) sendBack(event);
      });
      const port = openPort(input, { ...deps, peers }, (signal) => {
        if (!isOver) sendBack(signal);
      });
      receive((command) => {
        if (!peers.take(command)) port.tell(command);
      });
      return () => {
        isOver = true;
        port.close();
      };
    },
  );
}

function openPort(
  { account, isAwake }: DevicesPortInput,
  deps: DevicesDeps & Pick<RemoteDeps, 'peers'>,
  report: (signal: DevicesSignal) => void,
) {
  const kept = deps.storage(account);
  const shelf = pairedDeviceStore(deps, account);
  let isOver = false;
  /** Number of permissions and removals that were reported and are not stored yet. */
  let decisions = 0;
  let tail: Promise<void> = Promise.resolve();
  const then = (job: () => Promise<void>): void => {
    tail = tail
      .then(() => (isOver ? undefined : job()))
      .catch(() => report({ type: 'devicePort.refused', why: 'failed' }));
  };
  const heard = (device: string, { ref, request: { call }, at }: ReceivedCall): void =>
    report({ type: 'devicePort.requested', ref, device, call, at });
  const links = openDeviceConnections(account, deps, heard);
  /** Listens for the stored devices and no others. */
  const settle = async (): Promise<void> => {
    const all = await shelf.all();
    if (turn.isLeading()) await links.settle(all);
    else links.rest();
    if (all.length > 0) kept.write('devices', 'kept');
    else kept.remove('devices');
    // the user's latest decisions apply already: report stored devices once they include them
    if (decisions === 0)
      report({ type: 'devicePort.found', devices: all.map(({ device }) => device) });
    if (turn.isLeading()) for (const event of turn.handed()) links.hear(event);
  };
  const turned = (leading: boolean): void => {
    report({ type: 'devicePort.leadershipChanged', leading });
    then(settle);
  };
  const { database: name } = devicesOf(account);
  const turn = openDeviceTabLock(
    { name, open: links.open, turned, changed: () => then(settle) },
    deps,
  );
  const change = async (run: () => Promise<void>): Promise<void> => {
    await run().catch(() => report({ type: 'devicePort.writeFailed' }));
    turn.tell();
    await settle();
  };
  const decide = async (run: () => Promise<void>): Promise<void> =>
    change(async () => run().finally(() => decisions--));
  const admit = async (device: Device, link: DeviceConnection): Promise<void> => {
    links.adopt(device.id, link);
    await change(async () => shelf.add(device));
    report({ type: 'devicePort.paired', device: device.id });
  };
  const devices = async () => (await shelf.all()).map(({ device }) => device);
  const offers = openDeviceOffers(
    { account, heard: links.receive, devices, admit, later: then },
    deps,
  );
  const perform = async (command: DevicesCommand): Promise<void> => {
    if (command.type === 'devicePort.setAwake') turn.setAwake(command.isAwake);
    if (command.type === 'devicePort.withdraw') offers.withdraw();
    if (command.type === 'devicePort.permit')
      await decide(async () => shelf.permit(command.device, command.permits));
    if (command.type === 'devicePort.record')
      await change(async () => shelf.note(command.device, command.entries));
    if (command.type === 'devicePort.remove')
      await decide(async () => shelf.remove(command.device));
    if (command.type !== 'devicePort.offer' && command.type !== 'devicePort.accept') return;
    // the tab that admits a device also answers it
    await turn.led();
    const came =
      command.type === 'devicePort.offer'
        ? await offers.show(command.relays, (why) => report({ type: 'devicePort.refused', why }))
        : await offers.accept(command.uri, command.permits);
    if (!came) return;
    report(
      'why' in came
        ? { type: 'devicePort.refused', why: came.why }
        : { type: 'devicePort.offered', offer: came },
    );
  };
  then(async () => {
    await settle();
    turn.setAwake(isAwake);
  });
  return {
    tell: (command: DevicesCommand): void => {
      if (command.type === 'devicePort.answer')
        return links.answer(command.device, command.ref, command.answer);
      if (command.type === 'devicePort.permit' || command.type === 'devicePort.remove') decisions++;
      then(async () => perform(command));
    },
    close: (): void => {
      isOver = true;
      offers.withdraw();
      turn.close();
      links.close();
      void tail.finally(shelf.close);
    },
  };
}
