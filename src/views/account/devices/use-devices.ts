import { shallowEqual, useSelector } from '@xstate/react';
import type { Permits } from '../../../events/account/devices/permits.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { DevicesActor } from '../../../machines/account/devices/devices.machine.ts';
import type { DevicesIntent } from '../../../machines/account/devices/devices-protocol.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useOpened } from '../use-features.ts';

export type DevicesHandle = DevicesActor;

/** Open the devices that use the current account's key. `undefined` until their code is loaded. */
export function useDevices(): DevicesHandle | undefined {
  return useOpened('devices');
}

/**
 * Return the state of the devices. `offer`: the code that is shown. `joined`: the device that was
 * let in last.
 */
export function useDevicesState(devices: DevicesHandle) {
  return useSelector(
    devices,
    (snapshot) => ({
      list: snapshot.context.devices,
      offer: snapshot.context.offer,
      problem: snapshot.context.problem,
      joined: snapshot.context.joined,
      isKept: snapshot.context.isKept,
      isOpening: snapshot.hasTag('opening'),
    }),
    shallowEqual,
  );
}

/** Return the actions on devices. A typed or scanned code is forgotten after its use. */
export function useDeviceIntents() {
  const account = useAccountActor();
  const intend = (intent: DevicesIntent) => account.send({ type: 'account.intent', intent });
  return {
    offer: () => intend({ type: 'devices.offer' }),
    withdraw: () => intend({ type: 'devices.withdraw' }),
    accept: (uri: Secret<string>, permits: Permits) =>
      intend({ type: 'devices.accept', uri, permits }),
    permit: (device: string, permits: Permits) =>
      intend({ type: 'devices.permit', device, permits }),
    decide: (ref: string, how: 'once' | 'always' | 'refuse') =>
      intend({ type: 'devices.decide', ref, how, now: now() }),
  };
}
