import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { CacheContext } from '../cache-context.ts';
import { type Payload, Refusal, textOf } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';
import type { WellKnown } from '../../preview/well-known.ts';

/** The key that a domain gives a name (NIP-05). */
export function verifiedName(context: CacheContext, payload: Payload): Promise<Result[]> {
  return found(context, payload, 'nameKey');
}

/** The key that signs zap receipts for a lightning address (NIP-57). */
export function zapProvider(context: CacheContext, payload: Payload): Promise<Result[]> {
  return found(context, payload, 'providerKey');
}

async function found(
  { options, from }: CacheContext,
  payload: Payload,
  question: keyof WellKnown,
): Promise<Result[]> {
  const address = textOf(payload, 'address') ?? '';
  const pubkey = address === '' ? null : await options.wellKnown?.[question](address, from);
  if (pubkey === undefined) throw new Refusal('this cannot be told now');
  return [synthetic(RESULT.WellKnownKey, { address, pubkey })];
}
