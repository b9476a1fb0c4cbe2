/** Numbers of events, each counted once. */
export interface SeqSet {
  readonly size: number;
  add(seq: number): void;
}

const FIRST_BYTES = 1_024;

/** Collect numbers in one bit each, because many concurrent queries may count all events. */
export function openSeqSet(): SeqSet {
  let bits = new Uint8Array(FIRST_BYTES);
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(seq) {
      const [at, bit] = [Math.floor(seq / 8), 1 << (seq % 8)];
      if (at >= bits.length) {
        const larger = new Uint8Array(Math.max(at + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      const byte = bits[at] ?? 0;
      if ((byte & bit) === 0) size++;
      bits[at] = byte | bit;
    },
  };
}
