import { createHash } from 'node:crypto';
import { hexOf } from '../../src/events/core/hex.ts';

/**
 * Return a person's secret key: a hash of the seed and the name, in hex. For play accounts only,
 * because anyone with the seed has the key.
 */
export function secretOf(seed: number, name: string): string {
  return hexOf(createHash('sha256').update(`starling demo town\n${seed}\n${name}`).digest());
}

/** Return a pseudo-random 32-byte value for play payments, in hex. */
export function playHash(seed: number, what: string): string {
  return hexOf(createHash('sha256').update(`starling demo town value\n${seed}\n${what}`).digest());
}
