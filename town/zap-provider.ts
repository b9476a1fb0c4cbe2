import { field, isRecord, parseJson } from '../src/events/core/json.ts';
import { secretOf } from './play-keys.ts';

/** Keys in hex. */
export interface ZapProvider {
  readonly pubkey: string;
  readonly secret: string;
}

/** Return the secret key that signs all zap receipts of a town, in hex. */
export function providerSecret(seed: number): string {
  return secretOf(seed, 'play provider');
}

/**
 * Return the key that signs the receipts of a town, from its stored row, or `undefined` without a
 * town.
 */
export function zapProviderOf(row: string | undefined): ZapProvider | undefined {
  const saved = parseJson(row ?? '');
  const [seed, pubkey] = isRecord(saved) ? [field(saved, 'seed'), field(saved, 'provider')] : [];
  return typeof seed === 'number' && typeof pubkey === 'string'
    ? { pubkey, secret: providerSecret(seed) }
    : undefined;
}
