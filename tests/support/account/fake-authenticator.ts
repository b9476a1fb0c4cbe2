import { sha256 } from '@noble/hashes/sha2.js';
import type {
  PasskeyRequest,
  Authenticator,
  Failed,
} from '../../../src/adapters/account/keys/passkey-authenticator.ts';
import type { PasskeyProblem } from '../../../src/events/account/keys/passkeys.ts';
import { base64Bytes, base64Of } from '../../../src/events/core/base64.ts';

/**
 * Passkeys in memory that compute like real ones: each has its own secret and hashes it with the
 * salt.
 */
export function fakeAuthenticator() {
  const secrets = new Map<string, Uint8Array>();
  /** The results handed out, as their receivers left them (wiped or not). */
  const given: Uint8Array[] = [];
  let count = 0;
  let problem: PasskeyProblem | undefined;
  let lacks: 'unsupported' | 'address' | undefined;
  const computed = ({ id, salt }: PasskeyRequest) => {
    const prf = sha256(Uint8Array.from([...(secrets.get(id) ?? []), ...(base64Bytes(salt) ?? [])]));
    given.push(prf);
    return { id, salt, prf };
  };
  const failing = (): Failed | undefined =>
    problem ? { problem } : lacks ? { problem: lacks } : undefined;
  const authenticator: Authenticator = {
    lacks: () => lacks,
    make: async () => {
      const failed = failing();
      if (failed) return failed;
      const id = `passkey-${++count}`;
      secrets.set(id, crypto.getRandomValues(new Uint8Array(32)));
      return computed({ id, salt: base64Of(crypto.getRandomValues(new Uint8Array(32))) });
    },
    compute: async (asked) => {
      const found = asked.find(({ id }) => secrets.has(id));
      return failing() ?? (found ? computed(found) : { problem: 'cancelled' });
    },
  };
  return {
    authenticator,
    given,
    fail: (how: PasskeyProblem | undefined) => {
      problem = how;
    },
    lack: (what: typeof lacks) => {
      lacks = what;
    },
    /** Lose the authenticator with that passkey. */
    lose: (id: string) => secrets.delete(id),
  };
}
