import { type Seconds } from '../../src/events/core/time.ts';

/** Signatures that were accepted once. */
export interface UsedSignatures {
  /**
   * Record the signature until it is too old for a request. Returns false if it was recorded
   * before.
   */
  spend(signature: string, until: Seconds): boolean;
}

const MOST_KEPT = 100_000;

/**
 * Each process keeps its own. The oldest are dropped above a limit, so that memory stays bounded.
 */
export function openUsedSignatures(now: () => Seconds): UsedSignatures {
  const kept = new Map<string, Seconds>();
  return {
    spend(signature, until) {
      for (const [earliest, end] of kept) {
        if (end > now() && kept.size < MOST_KEPT) break;
        kept.delete(earliest);
      }
      if (kept.has(signature)) return false;
      kept.set(signature, until);
      return true;
    },
  };
}
