/** The CBOR values that tokens use (RFC 8949): no floats, no tags, no indefinite lengths. */
export type Cbor =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly Cbor[]
  | ReadonlyMap<string, Cbor>;

const MAX_DEPTH = 8;

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

/**
 * Read one value that uses all of the bytes. `undefined` if the bytes are anything else. Never
 * throws, and allocates no more than the size of the bytes.
 */
export function readCbor(bytes: Uint8Array): Cbor | undefined {
  const reader = { bytes, at: 0 };
  const value = valueOf(reader, 0);
  return reader.at === bytes.length ? value : undefined;
}

export function writeCbor(value: Cbor): Uint8Array {
  const bytes: number[] = [];
  write(value, bytes);
  return Uint8Array.from(bytes);
}

function valueOf(reader: Reader, depth: number): Cbor | undefined {
  const first = reader.bytes[reader.at++];
  if (first === undefined || depth > MAX_DEPTH) return undefined;
  const major = first >> 5;
  if (major === 7)
    return first === 0xf4 ? false : first === 0xf5 ? true : first === 0xf6 ? null : undefined;
  const size = lengthOf(reader, first & 31);
  if (size === undefined) return undefined;
  if (major === 0) return size;
  if (major === 1) return -1 - size;
  // each item needs at least one byte
  if (size > reader.bytes.length - reader.at) return undefined;
  if (major === 2 || major === 3) {
    const part = reader.bytes.slice(reader.at, reader.at + size);
    reader.at += size;
    return major === 2 ? part : new TextDecoder().decode(part);
  }
  return major === 4
    ? listOf(reader, size, depth)
    : major === 5
      ? mapOf(reader, size, depth)
      : undefined;
}

function listOf(reader: Reader, size: number, depth: number): readonly Cbor[] | undefined {
  const items: Cbor[] = [];
  for (let i = 0; i < size; i++) {
    const item = valueOf(reader, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function mapOf(reader: Reader, size: number, depth: number): ReadonlyMap<string, Cbor> | undefined {
  const map = new Map<string, Cbor>();
  for (let i = 0; i < size; i++) {
    const key = valueOf(reader, depth + 1);
    const value = valueOf(reader, depth + 1);
    if (typeof key !== 'string' || value === undefined || map.has(key)) return undefined;
    map.set(key, value);
  }
  return map;
}

/**
 * Read the number after the initial byte. `undefined` if it is missing or exceeds the safe
 * integers.
 */
function lengthOf(reader: Reader, short: number): number | undefined {
  if (short < 24) return short;
  if (short > 27) return undefined;
  const size = 1 << (short - 24);
  if (reader.at + size > reader.bytes.length) return undefined;
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 256 + (reader.bytes[reader.at++] ?? 0);
  return Number.isSafeInteger(value) ? value : undefined;
}

function write(value: Cbor, to: number[]): void {
  if (value === null || typeof value === 'boolean')
    to.push(value === null ? 0xf6 : value ? 0xf5 : 0xf4);
  else if (typeof value === 'number')
    writeHead(value < 0 ? 1 : 0, value < 0 ? -1 - value : value, to);
  else if (typeof value === 'string') writeBytes(3, new TextEncoder().encode(value), to);
  else if (value instanceof Uint8Array) writeBytes(2, value, to);
  else if (isList(value)) {
    writeHead(4, value.length, to);
    for (const item of value) write(item, to);
  } else {
    writeHead(5, value.size, to);
    for (const [key, item] of value) {
      write(key, to);
      write(item, to);
    }
  }
}

function isList(value: readonly Cbor[] | ReadonlyMap<string, Cbor>): value is readonly Cbor[] {
  return Array.isArray(value);
}

function writeBytes(major: number, bytes: Uint8Array, to: number[]): void {
  writeHead(major, bytes.length, to);
  for (const byte of bytes) to.push(byte);
}

function writeHead(major: number, size: number, to: number[]): void {
  const width =
    size < 24 ? 0 : size < 0x1_00 ? 1 : size < 0x1_00_00 ? 2 : size < 0x1_00_00_00_00 ? 4 : 8;
  to.push((major << 5) | (width === 0 ? size : 24 + Math.log2(width)));
  for (let at = width - 1; at >= 0; at--) to.push(Math.floor(size / 256 ** at) % 256);
}
