import { type DeviceAnswer, REMOVED } from '../../../events/account/devices/device-request.ts';
import { type SignedEvent, tagValue } from '../../../events/nostr/event.ts';
import {
  type DeviceConnection,
  type DeviceConnectionDeps,
  type ReceivedCall,
  openDeviceConnection,
} from './device-connection.ts';
import type { PairedDevice } from './paired-device-store.ts';

/** The connections to the devices of an account that are open in this tab. */
export interface DeviceConnections {
  /**
   * Opens connections for these devices. Those to removed devices stay open in this page to tell
   * them so.
   */
  readonly settle: (kept: readonly PairedDevice[]) => Promise<void>;
  /** Closes all connections, because another tab answers. */
  readonly rest: () => void;
  /** Handles a request that a connection opened elsewhere received. */
  readonly receive: (id: string, heard: ReceivedCall) => void;
  /** Adopts a connection that is open already, with our key for it. */
  readonly adopt: (id: string, link: DeviceConnection) => void;
  readonly answer: (id: string, ref: string, answer: DeviceAnswer) => void;
  /** Handles an event that another tab received. */
  readonly hear: (event: SignedEvent) => void;
  /** Events of requests that are not answered yet. */
  readonly open: () => readonly SignedEvent[];
  readonly close: () => void;
}

/** Opens our key of each connection while the connection is open, and closes it afterwards. */
export function openDeviceConnections(
  account: string,
  deps: DeviceConnectionDeps,
  heard: (device: string, heard: ReceivedCall) => void,
): DeviceConnections {
  const { keys } = deps;
  const links = new Map<string, DeviceConnection>();
  const removed = new Set<string>();
  let isOver = false;
  const end = (id: string): void => {
    links.get(id)?.close();
    if (links.delete(id)) void keys.ask({ do: 'close', pubkey: id });
  };
  const begin = async ({ device, sealed }: PairedDevice): Promise<void> => {
    const { id } = device;
    const opened = await keys.ask(
      sealed === undefined
        ? { do: 'hold', pubkey: id }
        : { do: 'open', key: { from: 'sealed', pubkey: id, sealed } },
    );
    if (!opened.ok) return;
    if (isOver) return void keys.ask({ do: 'close', pubkey: id });
    const { client, relays, log } = device;
    const answered = log.map(({ ref }) => ref);
    links.set(
      id,
      openDeviceConnection({ id, client, relays, account, answered }, deps, (one) =>
        receive(id, one),
      ),
    );
  };
  const receive = (id: string, one: ReceivedCall): void => {
    if (removed.has(id)) links.get(id)?.answer(one.ref, { error: REMOVED });
    else heard(id, one);
  };
  /** Answer all its requests, open and later ones, with the removal. */
  const dismiss = (id: string): void => {
    if (removed.has(id)) return;
    removed.add(id);
    for (const { id: ref } of links.get(id)?.open() ?? [])
      links.get(id)?.answer(ref, { error: REMOVED });
  };
  const rest = (): void => {
    for (const id of links.keys()) end(id);
  };
  /** The relay pool has checked the events of relays, but not those of other tabs. */
  const hear = async (event: SignedEvent): Promise<void> => {
    const id = tagValue(event, 'p') ?? '';
    const checked = links.has(id) && (await keys.ask({ do: 'verify', event }));
    if (checked && checked.ok && checked.event) links.get(id)?.hear(checked.event);
  };
  return {
    settle: async (kept) => {
      for (const id of links.keys()) if (!kept.some(({ device }) => device.id === id)) dismiss(id);
      for (const one of kept) if (!links.has(one.device.id) && !isOver) await begin(one);
    },
    rest,
    receive,
    adopt: (id, link) => links.set(id, link),
    answer: (id, ref, answer) => links.get(id)?.answer(ref, answer),
    hear: (event) => void hear(event),
    open: () => [...links.values()].flatMap((link) => link.open()),
    close: () => {
      isOver = true;
      rest();
    },
  };
}
