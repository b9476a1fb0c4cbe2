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
