import { sha256Hex } from './hash.ts';

/**
 * Return a person's secret key: a hash of the seed and the name, in hex. For play accounts only,
 * because anyone with the seed has the key.
 */
export function secretOf(seed: number, name: string): string {
  return sha256Hex(`starling demo town\n${seed}\n${name}`);
}

/** Return a pseudo-random 32-byte value for play payments, in hex. */
export function playHash(seed: number, what: string): string {
  return sha256Hex(`starling demo town value\n${seed}\n${what}`);
}
