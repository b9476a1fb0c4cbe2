import type { Verify } from '../../../events/nostr/verify.ts';
import { SECP256K1, wasmSchnorr } from './schnorr.ts';
import { openVerifier, type Verifier } from './verifier.ts';

/**
 * How long frames wait for the fast signature check before the slow one is fetched, in
 * milliseconds.
 */
const TIMEOUT_MS = 4_000;
const RETRY = 2_000;

/**
 * A worker's signature check, fetched now and retried if it fails. `ready` and `failed` report the
 * result of each try.
 */
export function loadVerifier({
  ready,
  failed,
}: {
  readonly ready: () => void;
  readonly failed: () => void;
}): () => Verify | undefined {
  let verifier: Verifier;
  const fetchIt = (): void => {
    verifier = openVerifier({
      wasm: async () => {
        const response = await fetch(SECP256K1);
        return wasmSchnorr(await response.arrayBuffer());
      },
      pure: async () => (await import('../../../events/nostr/verify-pure.ts')).checkPure,
      late: (run) => setTimeout(run, TIMEOUT_MS),
    });
    verifier.ready.then(ready, () => {
      failed();
      setTimeout(fetchIt, RETRY);
    });
  };
  fetchIt();
  return () => verifier.current();
}
