import { keccak_256 } from '@noble/hashes/sha3.js';

/** The network of an address. Only coins of `mainnet` are money. */
type MoneroNetwork = 'mainnet' | 'testnet' | 'stagenet';

export interface MoneroAddress {
  readonly network: MoneroNetwork;
  /** `integrated`: a payment id of 8 bytes is part of it. */
  readonly type: 'standard' | 'integrated' | 'subaddress';
}

/** Kinds by the first byte (Monero's `cryptonote_config`). */
const KINDS: ReadonlyMap<number, MoneroAddress> = new Map<number, MoneroAddress>([
  [18, { network: 'mainnet', type: 'standard' }],
  [19, { network: 'mainnet', type: 'integrated' }],
  [42, { network: 'mainnet', type: 'subaddress' }],
  [53, { network: 'testnet', type: 'standard' }],
  [54, { network: 'testnet', type: 'integrated' }],
  [63, { network: 'testnet', type: 'subaddress' }],
  [24, { network: 'stagenet', type: 'standard' }],
  [25, { network: 'stagenet', type: 'integrated' }],
  [36, { network: 'stagenet', type: 'subaddress' }],
]);

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
/**
 * Monero's base58 turns blocks of 8 bytes into 11 letters. A shorter last block becomes as many
 * letters as this list has at its length.
 */
const LETTERS = [0, 2, 3, 5, 6, 7, 9, 10, 11] as const;
const [BLOCK_BYTES, BLOCK_LETTERS] = [8, 11] as const;
/** Lengths in bytes: the kind with two public keys, the optional payment id, and the checksum. */
const [KEYS, PAYMENT_ID, CHECKSUM] = [65, 8, 4] as const;

/**
 * Read an address. `undefined` if its letters, length, first byte or checksum are wrong. Does not
 * look up whether it is in use.
 */
export function readMoneroAddress(text: string): MoneroAddress | undefined {
  const bytes = decodeBase58(text);
  const kind = KINDS.get(bytes?.[0] ?? -1);
  if (!bytes || !kind) return undefined;
  const length = KEYS + (kind.type === 'integrated' ? PAYMENT_ID : 0);
  if (bytes.length !== length + CHECKSUM) return undefined;
  const sum = keccak_256(bytes.subarray(0, length));
  return bytes.subarray(length).every((byte, at) => byte === sum[at]) ? kind : undefined;
}

/** Write the address with that first byte and that body (keys, and a payment id). */
export function writeMoneroAddress(kind: MoneroAddress, body: Uint8Array): string {
  const found =
    [...KINDS].find(
      ([, { network, type }]) => network === kind.network && type === kind.type,
    )?.[0] ?? 0;
  const bytes = Uint8Array.of(found, ...body);
  return encodeBase58(Uint8Array.of(...bytes, ...keccak_256(bytes).subarray(0, CHECKSUM)));
}

/** `undefined` if a letter is outside the alphabet, or a block's value exceeds its bytes. */
function decodeBase58(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (let start = 0; start < text.length; start += BLOCK_LETTERS) {
    const block = text.slice(start, start + BLOCK_LETTERS);
    const size = LETTERS.findIndex((letters) => letters === block.length);
    const digits = Array.from(block, (letter) => ALPHABET.indexOf(letter));
    if (size < 1 || digits.includes(-1)) return undefined;
    const value = digits.reduce((sum, digit) => sum * BASE + BigInt(digit), 0n);
    if (value >> BigInt(8 * size) !== 0n) return undefined;
    for (let at = size - 1; at >= 0; at--) bytes.push(Number((value >> BigInt(8 * at)) & 0xffn));
  }
  return Uint8Array.from(bytes);
}

function encodeBase58(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES);
    let value = block.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    let letters = '';
    for (let at = LETTERS[block.length] ?? 0; at > 0; at--) {
      letters = (ALPHABET[Number(value % BASE)] ?? '') + letters;
      value /= BASE;
    }
    text += letters;
  }
  return text;
}
