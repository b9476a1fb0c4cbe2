import { devicesPort, type DevicesDeps } from '../adapters/account/devices/devices-port.ts';
import { nowSeconds } from '../adapters/core/now.ts';
import { devicesMachine } from '../machines/account/devices/devices.machine.ts';

/**
 * Other devices whose events are signed here, with their connection, in a chunk of its own. It is
 * fetched by users who open them, or have some.
 */
export function devicesCode(
  page: Window,
  deps: Pick<DevicesDeps, 'after' | 'keys' | 'storage' | 'seal'>,
): typeof devicesMachine {
  const { indexedDB: factory, navigator, document } = page;
  const connection = devicesPort({
    ...deps,
    factory,
    locks: navigator.locks,
    channel: (name) => new BroadcastChannel(name),
    page: document,
    now: nowSeconds,
    newId: () => crypto.randomUUID(),
  });
  return devicesMachine.provide({ actors: { connection } });
}
