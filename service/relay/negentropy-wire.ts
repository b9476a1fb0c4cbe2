/** The exclusive upper bound of a range of Negentropy V1. `id` may be a prefix. Time in seconds. */
export interface Bound {
  readonly time: number;
  readonly id: Buffer;
}

/** Writes a message: times as differences, numbers in groups of seven bits, highest first. */
export interface Writer {
  range(bound: Bound, mode: number): void;
  number(value: number): void;
  bytes(value: Buffer): void;
  size(): number;
  whole(): Buffer;
}

/** Bytes of a fingerprint. */
export const PRINT = 16;
const LONGEST_ID = 32;

export function openWriter(...start: number[]): Writer {
  const parts: Buffer[] = [Buffer.from(start)];
  let size = start.length;
  let last = 0;
  const bytes = (value: Buffer) => {
    parts.push(value);
    size += value.length;
  };
  const number = (value: number) => {
    const groups = [value % 128];
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
      groups.unshift((rest % 128) + 128);
    bytes(Buffer.from(groups));
  };
  return {
    number,
    bytes,
    range({ time, id }, mode) {
      number(time === Number.POSITIVE_INFINITY ? 0 : 1 + time - last);
      last = time;
      number(id.length);
      bytes(id);
      number(mode);
    },
    size: () => size,
    whole: () => Buffer.concat(parts),
  };
}

/** Reads a message. Reading beyond its end throws. */
export function openReader(message: Buffer) {
  let at = 0;
  let last = 0;
  const bytes = (length: number): Buffer => {
    if (!(length >= 0 && at + length <= message.length))
      throw new Error('the message ends too soon');
    at += length;
    return message.subarray(at - length, at);
  };
  const byte = () => bytes(1).readUInt8();
  const number = (): number => {
    let value = 0;
    for (;;) {
      const next = byte();
      value = value * 128 + (next & 127);
      if (value > Number.MAX_SAFE_INTEGER) throw new Error('a number is too large');
      if (next < 128) return value;
    }
  };
  return {
    byte,
    bytes,
    number,
    isDone: () => at === message.length,
    bound(): Bound {
      const time = number();
      last = time === 0 ? Number.POSITIVE_INFINITY : last + time - 1;
      const length = number();
      if (length > LONGEST_ID) throw new Error('an id is too long');
      return { time: last, id: bytes(length) };
    },
  };
}
