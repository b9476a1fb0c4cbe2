import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { secretOf } from './keys.ts';

/** The secret key that signs the zap receipts of everybody in a town, in hex. */
export function providerSecret(seed: number): string {
  return secretOf(seed, 'play provider');
}

/** The key that has signed the receipts of a town, by the row that is kept of it; undefined where there is none. */
export function townProvider(row: string | undefined): { readonly pubkey: string; readonly secret: string } | undefined {
  const saved = parseJson(row ?? '');
  const [seed, pubkey] = isRecord(saved) ? [field(saved, 'seed'), field(saved, 'provider')] : [];
  return typeof seed === 'number' && typeof pubkey === 'string' ? { pubkey, secret: providerSecret(seed) } : undefined;
}
