import type { SignedEvent } from '../../../events/nostr/event.ts';
import { type Verify, verifyWith } from '../../../events/nostr/verify.ts';

type Check = (event: SignedEvent) => boolean;

/** Two ways to check a signature, fetched when asked for; `wasm` is the fast one. */
export interface VerifierSources {
  readonly wasm: () => Promise<Check>;
  readonly pure: () => Promise<Check>;
  /** Calls back when the fast one is late, so that the other is fetched although the fast one may still come. */
  readonly late: (run: () => void) => void;
}

export interface Verifier {
  /** Undefined until one of the two is there: there is no state in which everything passes. */
  readonly current: () => Verify | undefined;
  /** Resolves when `current` is there; rejects if neither can be had. */
  readonly ready: Promise<void>;
}

/** Starts fetching the fast check; where it fails or is late, the pure one steps in until the fast one arrives (CACHE-08). */
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
