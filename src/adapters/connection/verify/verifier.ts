import type { SignedEvent } from '../../../events/nostr/event.ts';
import { type Verify, verifyWith } from '../../../events/nostr/verify.ts';

type Check = (event: SignedEvent) => boolean;

/** Two signature checks, fetched on request. `wasm` is the fast one. */
export interface VerifierSources {
  readonly wasm: () => Promise<Check>;
  readonly pure: () => Promise<Check>;
  /**
   * Calls back if the fast one is late, so that the other is fetched although the fast one may
   * still load.
   */
  readonly late: (run: () => void) => void;
}

export interface Verifier {
  /** `undefined` until one of the two is loaded: there is no state in which everything passes. */
  readonly current: () => Verify | undefined;
  /** Resolves when `current` is available. Rejects if neither check can be loaded. */
  readonly ready: Promise<void>;
}

/**
 * Starts fetching the fast check. If it fails or is late, the pure one is used until the fast one
 * arrives (CACHE-08).
 */
export function openVerifier(sources: VerifierSources): Verifier {
  let check: Check | undefined;
  const verify = verifyWith((event) => check?.(event) ?? false);
  const fast = sources.wasm().then((found) => {
    check = found;
  });
  const over = new Promise<void>((resolve) => sources.late(resolve));
  const slow = Promise.race([fast.catch(() => undefined), over]).then(async () => {
    if (check) return;
    const found = await sources.pure();
    check ??= found;
  });
  return { current: () => check && verify, ready: Promise.any([fast, slow]) };
}
