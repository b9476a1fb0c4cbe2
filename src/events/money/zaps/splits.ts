import type { SignedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';

/**
 * A recipient of a share of an event's zaps, with its weight (NIP-57 appendix G). `relay`: where
 * their profile may be found.
 */
export interface Split {
  readonly pubkey: string;
  readonly relay: string | undefined;
  readonly weight: number;
}

const MAX_SPLITS = 20;

/**
 * Return the zap tags of an event. If there are none, the author receives everything. If none has a
 * weight, all shares are equal. Otherwise a recipient without a weight receives nothing.
 */
export function splitsIn({ tags }: Pick<SignedEvent, 'tags'>): readonly Split[] {
  const found = new Map<string, Split>();
  const named = tags.filter(([name, pubkey = '']) => name === 'zap' && isHex(pubkey, 64));
  const isWeighed = named.some((tag) => tag[3] !== undefined && tag[3] !== '');
  for (const [, pubkey = '', relay, weight] of named) {
    const worth = isWeighed ? weightOf(weight) : 1;
    if (worth <= 0 || (found.size >= MAX_SPLITS && !found.has(pubkey))) continue;
    const before = found.get(pubkey);
    found.set(pubkey, {
      pubkey,
      relay: before?.relay ?? (relay || undefined),
      weight: (before?.weight ?? 0) + worth,
    });
  }
  return [...found.values()];
}

function weightOf(text: string | undefined): number {
  const weight = Number(text);
  return Number.isFinite(weight) && weight > 0 ? Math.min(weight, 1e9) : 0;
}

/**
 * Return whole sats for each weight, in their order, that add up to exactly `sats`. The remainder
 * goes to the shares with the largest rounding loss, the first one on a tie. A share of less than
 * one sat may be 0.
 */
export function sharesOf(weights: readonly number[], sats: number): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / total) * sats);
  const shares = exact.map(Math.floor);
  const rest = sats - shares.reduce((sum, share) => sum + share, 0);
  const byLoss = exact
    .map((value, at) => ({ at, loss: value - Math.floor(value) }))
    .sort((a, b) => b.loss - a.loss || a.at - b.at);
  for (const { at } of byLoss.slice(0, Math.max(0, rest))) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}
