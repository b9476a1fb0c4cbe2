import { isHex } from '../../core/hex.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { visibleText } from '../../core/visible-text.ts';
import { isKind } from '../../nostr/kinds.ts';
import { type Seconds, seconds } from '../../core/time.ts';
import {
  CIPHER_METHODS,
  type DeviceAction,
  NO_PERMITS,
  type Permits,
  readKeptAsked,
} from './permits.ts';
import type { Ours } from '../../nostr/ours.ts';
import { pressedRelays } from '../../connection/pressed-relays.ts';

/** A request of a device and its outcome. `ref`: the id of the request event on the relay. */
export interface DeviceEntry {
  readonly at: Seconds;
  readonly deed: DeviceAction;
  readonly came: 'done' | 'refused' | 'failed';
  readonly ref: string;
}

/**
 * Another device or client that has an account's events signed here (NIP-46, BEYOND-12). `id`: our
 * key towards it, which is not the account's. `client`: its key. `name` and `url`: its own claims.
 * `asked`: the permits that it requests.
 */
export interface Device {
  readonly id: string;
  readonly client: string;
  readonly name: string;
  readonly url: string;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly asked: Permits;
  readonly permits: Permits;
  readonly since: Seconds;
  /** The last first. */
  readonly log: readonly DeviceEntry[];
}

/** Maximum per account. */
export const MOST_DEVICES = 20;
/** Maximum per device. */
export const LONGEST_LOG = 100;
/** Maximum per device. */
const MOST_RELAYS = 5;
const LONGEST_LINE = 120;

/**
 * Return a name or address that others chose as one line of bounded length. Invisible characters
 * are shown by their codes.
 */
export function plainLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, LONGEST_LINE * 4)
    .toWellFormed()
    .replaceAll(/(?:(?!\ufeff|\u2028|\u2029)\s)+/gu, ' ')
    .trim();
  return visibleText(line).slice(0, LONGEST_LINE).toWellFormed();
}

/** Add entries to the top of a device's log, and cut it to its maximum. */
export function withLog(device: Device, entries: readonly DeviceEntry[]): Device {
  return { ...device, log: [...entries, ...device.log].slice(0, LONGEST_LOG) };
}

/**
 * Read a stored device, without permits and with an empty log, because these are stored separately.
 * `undefined` if it is corrupt.
 */
export function readDevice(value: unknown): Device | undefined {
  if (!isRecord(value)) return undefined;
  const [id, client, rows, since] = [
    field(value, 'id'),
    field(value, 'client'),
    field(value, 'relays'),
    field(value, 'since'),
  ];
  if (typeof id !== 'string' || !isHex(id, 64) || typeof client !== 'string' || !isHex(client, 64))
    return undefined;
  const relays = pressedRelays(rows);
  if (relays.length === 0) return undefined;
  return {
    id,
    client,
    name: plainLine(field(value, 'name')),
    url: plainLine(field(value, 'url')),
    relays: relays.slice(0, MOST_RELAYS),
    asked: readKeptAsked(field(value, 'asked')),
    permits: NO_PERMITS,
    since: seconds(isNumber(since) ? since : 0),
    log: [],
  };
}

/** Read the stored log of a device; invalid entries are skipped. */
export function readLog(value: unknown): readonly DeviceEntry[] {
  return Array.isArray(value)
    ? value.slice(0, LONGEST_LOG).flatMap((row) => readEntry(row) ?? [])
    : [];
}

function readEntry(value: unknown): DeviceEntry | undefined {
  if (!isRecord(value)) return undefined;
  const [at, deed, came, ref] = [
    field(value, 'at'),
    readDeed(field(value, 'deed')),
    field(value, 'came'),
    field(value, 'ref'),
  ];
  if (!isNumber(at) || !deed || typeof ref !== 'string') return undefined;
  return came === 'done' || came === 'refused' || came === 'failed'
    ? { at: seconds(at), deed, came, ref }
    : undefined;
}

function readDeed(value: unknown): DeviceAction | undefined {
  if (!isRecord(value)) return undefined;
  const kind = field(value, 'kind');
  if (isKind(kind)) return { kind };
  const cipher = CIPHER_METHODS.find((one) => one === field(value, 'cipher'));
  return cipher && { cipher };
}
