import type { PromiseActorLogic } from 'xstate';
import {
  type Device,
  type DeviceEntry,
  LONGEST_LOG,
  readDevice,
  readLog,
  withLog,
} from '../../../events/account/devices/device.ts';
import { NO_PERMITS, type Permits, readPermits } from '../../../events/account/devices/permits.ts';
import { field, isRecord } from '../../../events/core/json.ts';
import type { Storages } from '../../core/storage.ts';
import type { DeviceSeal } from '../keys/device-seal.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import { eraseSealedRows, type SealedRow, sealedRows } from '../keys/sealed-rows-store.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * A device with our key for it, sealed for this browser. `undefined`: the key exists in this page
 * only.
 */
export interface PairedDevice {
  readonly device: Device;
  readonly sealed: string | undefined;
}

/**
 * The devices of an account, as stored in this browser. Changes to a removed device have no effect.
 * A change that cannot be stored applies in this page, and its promise rejects.
 */
export interface PairedDeviceStore {
  readonly all: () => Promise<readonly PairedDevice[]>;
  /** Requires that our key of it is open in the key worker. */
  readonly add: (device: Device) => Promise<void>;
  readonly permit: (id: string, permits: Permits) => Promise<void>;
  /** Prepends entries to its log. */
  readonly note: (id: string, entries: readonly DeviceEntry[]) => Promise<void>;
  /** Also removes our key of it. */
  readonly remove: (id: string) => Promise<void>;
  readonly close: () => void;
}

interface PairedDeviceStoreDeps {
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly keys: KeyWorkerClient;
}

/**
 * One stored aspect of a device, each in its own row. Two tabs that change different aspects lose
 * nothing, and no change restores a removed device.
 */
type Content =
  | {
      readonly type: 'device';
      readonly id: string;
      readonly device: Device;
      readonly sealed: string;
    }
  | { readonly type: 'permits'; readonly id: string; readonly permits: Permits }
  | { readonly type: 'log'; readonly id: string; readonly log: readonly DeviceEntry[] };

const MAX_SEALED = 1_000;

/** The database of an account's devices, and the channel name for its tabs. */
export const devicesOf = (account: string) => ({
  database: `starling-devices-${account}`,
  store: 'devices',
  keyName: `devices ${account}`,
});

/** The devices of an account, each sealed with its own key of this browser (E-36). */
export function pairedDeviceStore(deps: PairedDeviceStoreDeps, account: string): PairedDeviceStore {
  const { keys } = deps;
  const rows = sealedRows(deps, devicesOf(account));
  const inPage = new Map<string, Device>();
  const read = async () => rows.read(readContent).catch((): readonly SealedRow<Content>[] => []);
  const change = async (
    id: string,
    here: (device: Device) => Device,
    next: (found: readonly Content[]) => Content,
  ): Promise<void> => {
    const page = inPage.get(id);
    if (page) return void inPage.set(id, here(page));
    const found = (await read()).filter(({ value }) => value.id === id);
    if (!found.some(({ value }) => value.type === 'device')) return;
    const content = next(found.map(({ value }) => value));
    const gone = found.flatMap(({ key, value }) => (value.type === content.type ? [key] : []));
    await rows.replace(gone, content);
  };
  return {
    all: async () => [
      ...devicesIn((await read()).map(({ value }) => value)),
      ...[...inPage.values()].map((device) => ({ device, sealed: undefined })),
    ],
    add: async (device) => {
      const { id, permits } = device;
      try {
        const sealed = await keys.ask({ do: 'seal', pubkey: id });
        if (!sealed.ok || sealed.text === undefined) throw new Error('it cannot be sealed');
        await rows.replace([], {
          type: 'device',
          id,
          device,
          sealed: sealed.text,
        } satisfies Content);
        await rows.replace([], { type: 'permits', id, permits } satisfies Content);
      } catch (error) {
        inPage.set(id, device);
        await keys.ask({ do: 'hold', pubkey: id });
        throw error;
      }
    },
    permit: async (id, permits) =>
      change(
        id,
        (device) => ({ ...device, permits }),
        () => ({ type: 'permits', id, permits }),
      ),
    note: async (id, entries) =>
      change(
        id,
        (device) => withLog(device, entries),
        (found) => ({
          type: 'log',
          id,
          log: [...entries, ...logIn(found, id)].slice(0, LONGEST_LOG),
        }),
      ),
    remove: async (id) => {
      if (inPage.delete(id)) await keys.ask({ do: 'close', pubkey: id });
      const gone = (await read()).flatMap(({ key, value }) => (value.id === id ? [key] : []));
      if (gone.length > 0) await rows.replace(gone, undefined);
      await keys.ask({ do: 'forget', pubkey: id });
    },
    close: rows.close,
  };
}

/** The `owed` port of the device listener: true if the account has devices here. */
export function pairedDevices({
  account,
}: Pick<Storages, 'account'>): PromiseActorLogic<boolean, { readonly account: string }> {
  return promiseAdapter(async ({ input }) => account(input.account).read('devices') === 'kept');
}

/**
 * Removes the devices of an account from this browser, and the keys that open copies of them
 * (E-35).
 */
export async function eraseDevices(
  factory: IDBFactory,
  seal: DeviceSeal,
  account: string,
): Promise<void> {
  const rows = sealedRows({ factory, seal }, devicesOf(account));
  const found = await rows.read(readContent).catch((): readonly SealedRow<Content>[] => []);
  rows.close();
  const ids = [...new Set(found.map(({ value }) => value.id))];
  await Promise.all([
    ...ids.map(async (id) => seal.forget(id)),
    eraseSealedRows(factory, seal, devicesOf(account)),
  ]);
}

function devicesIn(contents: readonly Content[]): readonly PairedDevice[] {
  const kept = contents.flatMap((one): readonly PairedDevice[] => {
    if (one.type !== 'device') return [];
    const permits = contents.findLast((other) => other.type === 'permits' && other.id === one.id);
    const device = {
      ...one.device,
      permits: permits?.type === 'permits' ? permits.permits : NO_PERMITS,
      log: logIn(contents, one.id),
    };
    return [{ device, sealed: one.sealed }];
  });
  return [...new Map(kept.map((one) => [one.device.id, one])).values()];
}

function logIn(contents: readonly Content[], id: string): readonly DeviceEntry[] {
  const log = contents.findLast((one) => one.type === 'log' && one.id === id);
  return log?.type === 'log' ? log.log : [];
}

function readContent(value: unknown): Content | undefined {
  const id = isRecord(value) ? field(value, 'id') : undefined;
  if (!isRecord(value) || typeof id !== 'string') return undefined;
  switch (field(value, 'type')) {
    case 'device': {
      const [device, sealed] = [readDevice(field(value, 'device')), field(value, 'sealed')];
      const isWhole =
        device?.id === id &&
        typeof sealed === 'string' &&
        sealed !== '' &&
        sealed.length <= MAX_SEALED;
      return isWhole ? { type: 'device', id, device, sealed } : undefined;
    }
    case 'permits':
      return { type: 'permits', id, permits: readPermits(field(value, 'permits')) };
    case 'log':
      return { type: 'log', id, log: readLog(field(value, 'log')) };
    default:
      return undefined;
  }
}
