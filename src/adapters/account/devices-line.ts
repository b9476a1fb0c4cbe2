import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { Device } from '../../events/account/device.ts';
import type { SignedEvent } from '../../events/event.ts';
import { field, isRecord } from '../../events/json.ts';
import { readEvent } from '../../events/shape.ts';
import { minus, type Seconds, seconds } from '../../events/time.ts';
import type { DevicesCommand, DevicesSignal } from '../../machines/account/devices-wire.ts';
import type { Storages } from '../app/storage.ts';
import { openLeadership } from '../publish/leadership.ts';
import type { DeviceLink, Heard } from './device-link.ts';
import { openDeviceLinks } from './device-links.ts';
import { openDeviceOffers } from './device-offers.ts';
import type { DeviceSeal } from './device-seal.ts';
import { deviceShelf, devicesOf } from './device-shelf.ts';
import type { RemoteDeps } from './remote-signer.ts';

export interface DevicesDeps extends RemoteDeps {
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  /** Where it is noted that an account has devices, so that the next page listens for them. */
  readonly storage: Storages['account'];
  readonly locks: LockManager | undefined;
  readonly channel: (name: string) => BroadcastChannel;
  /** Whoever looks at a tab is asked there: it answers from then on. */
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

/** For how long what another tab left open is waited for. */
const HANDED = seconds(10);
/** Milliseconds. */
const LOCK_PATIENCE = 2_000;

/**
 * The `line` port of the devices of an account: keeps them, sealed; listens for their requests, in one tab at a time; and lets new ones in. Each has a
 * key of ours of its own, which is not the account's. What a tab leaves unanswered when another one takes over is heard by that one.
 */
export function devicesLine(deps: DevicesDeps): CallbackActorLogic<DevicesCommand, { readonly account: string }> {
  return fromCallback<DevicesCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    const life = new AbortController();
    const line = openLine(account, deps, (signal) => {
      if (!life.signal.aborted) sendBack(signal);
    });
    const look = (): void => {
      if (deps.page.visibilityState === 'visible') line.lead();
    };
    deps.page.addEventListener('visibilitychange', look, { signal: life.signal });
    receive(line.tell);
    return () => {
      life.abort();
      line.close();
    };
  });
}

function openLine(account: string, deps: DevicesDeps, report: (signal: DevicesSignal) => void) {
  const { storage } = deps;
  const { database } = devicesOf(account);
  const shelf = deviceShelf(deps, account);
  const channel = deps.channel(database);
  let handed: { readonly events: readonly SignedEvent[]; readonly at: Seconds } | undefined;
  let isLeading = false;
  let isOver = false;

  const heard = (device: string, { ref, request: { call }, at }: Heard): void => report({ type: 'line.asked', ref, device, call, at });
  const links = openDeviceLinks(account, deps, heard);
  /** Listens for those that are kept, and no others. */
  const settle = async (): Promise<void> => {
    const all = await shelf.all();
    await links.settle(isLeading ? all : []);
    if (all.length > 0) storage(account).write('devices', 'kept');
    else storage(account).remove('devices');
    report({ type: 'line.found', devices: all.map(({ device }) => device) });
    if (!isLeading) return;
    // what another tab may have answered since is not done again
    if (handed && minus(deps.now(), handed.at) < HANDED) for (const event of handed.events) links.hear(event);
    handed = undefined;
  };
  let tail: Promise<void> = Promise.resolve();
  const then = (job: () => Promise<void>): Promise<void> => {
    tail = tail.then(() => (isOver ? undefined : job())).catch(() => report({ type: 'line.refused', why: 'failed' }));
    return tail;
  };
  const change = async (run: () => Promise<void>): Promise<void> => {
    await run().catch(() => report({ type: 'line.unkept' }));
    channel.postMessage('changed');
    await settle();
  };
  const admit = async (device: Device, link: DeviceLink): Promise<void> => {
    links.adopt(device.id, link);
    await change(async () => shelf.add(device));
    report({ type: 'line.joined', device: device.id });
  };
  const devices = async () => (await shelf.all()).map(({ device }) => device);
  const offers = openDeviceOffers({ account, heard, devices, admit, later: (job) => void then(job) }, deps);
  const waiting = new Set<() => void>();
  const leadership = openLeadership(deps.locks, database, (leading) => {
    isLeading = leading;
    for (const go of leading ? waiting : []) go();
    report({ type: 'line.leading', leading });
    if (!leading) channel.postMessage({ handed: links.open() });
    void then(settle);
  });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const rows = isRecord(data) ? field(data, 'handed') : undefined;
    if (Array.isArray(rows)) handed = { events: rows.flatMap((row) => readEvent(row) ?? []), at: deps.now() };
    void then(settle);
  });
  /** Whoever lets a device in answers it, too. Where the lock does not come it goes on without. */
  const led = (): Promise<void> =>
    new Promise((resolve) => {
      if (isLeading) return resolve();
      waiting.add(resolve);
      deps.after(LOCK_PATIENCE, resolve);
      leadership.take();
    });
  const tell = (command: DevicesCommand): void => {
    switch (command.type) {
      case 'line.answer':
        return links.answer(command.device, command.ref, command.answer);
      case 'line.withdraw':
        return offers.withdraw();
      case 'line.offer':
        return void then(async () => {
          await led();
          const offer = await offers.show(command.relays, (why) => report({ type: 'line.refused', why }));
          report('why' in offer ? { type: 'line.refused', why: offer.why } : { type: 'line.offered', offer });
        });
      case 'line.accept':
        return void then(async () => {
          await led();
          const why = await offers.accept(command.uri, command.permits);
          if (why) report({ type: 'line.refused', why });
        });
      case 'line.permit':
        return void then(() => change(() => shelf.permit(command.device, command.permits)));
      case 'line.note':
        return void then(() => change(() => shelf.note(command.device, command.entries)));
      case 'line.remove':
        return void then(() => change(() => shelf.remove(command.device)));
    }
  };
  void then(settle).then(() => {
    if (isOver) return;
    if (deps.page.visibilityState === 'visible') leadership.take();
    else leadership.stand();
  });
  const close = (): void => {
    isOver = true;
    offers.withdraw();
    leadership.resign();
    links.close();
    void tail.finally(shelf.close);
    channel.close();
  };
  return { tell, close, lead: leadership.take };
}
