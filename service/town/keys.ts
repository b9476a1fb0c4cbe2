import { createHash } from 'node:crypto';
import { hexOf } from '../../src/events/core/hex.ts';

/** The secret key of an inhabitant: a hash of the seed and the name, in hex. Play accounts only: who knows the seed knows the key. */
export function secretOf(seed: number, name: string): string {
  return hexOf(createHash('sha256').update(`starling demo town\n${seed}\n${name}`).digest());
}

/** A pseudo-random 32-byte value for play payments, in hex. */
export function playHash(seed: number, what: string): string {
  return hexOf(createHash('sha256').update(`starling demo town value\n${seed}\n${what}`).digest());
}
