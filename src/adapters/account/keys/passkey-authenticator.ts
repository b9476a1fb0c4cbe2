import { PRF_SIZE, type PasskeyProblem } from '../../../events/account/keys/passkeys.ts';
import { base64Bytes, base64Of } from '../../../events/core/base64.ts';

/** A requested passkey: its id in base64url, and the salt for its computation, in base64. */
export interface PasskeyRequest {
  readonly id: string;
  readonly salt: string;
}

/**
 * The output of a passkey (WebAuthn PRF): 32 bytes, always the same for one salt. The receiver
 * overwrites them.
 */
export interface Computed extends PasskeyRequest {
  readonly prf: Uint8Array;
}

export interface Failed {
  readonly problem: PasskeyProblem;
}

/** The browser's passkeys, for this page's address. Never rejects. */
export interface Authenticator {
  /** The reason why passkeys are impossible here. `undefined` if they are possible. */
  readonly lacks: () => 'unsupported' | 'address' | undefined;
  /**
   * Creates a passkey. `label`: its name in the passkey manager, by default this client's. `known`:
   * ids of existing passkeys.
   */
  readonly make: (label: string, known: readonly string[]) => Promise<Computed | Failed>;
  /** Computes with any one of these passkeys. */
  readonly compute: (asked: readonly PasskeyRequest[]) => Promise<Computed | Failed>;
}

interface Page {
  readonly location: Pick<Location, 'hostname'>;
  readonly isSecureContext: boolean;
  readonly navigator: { readonly credentials?: Pick<CredentialsContainer, 'create' | 'get'> };
}

/** Time for the user to find their key, in milliseconds. */
const TIMEOUT_MS = 120_000;
/**
 * ECDSA with SHA-256 and RSA. The signature is not used, only the PRF, but WebAuthn requires an
 * algorithm.
 */
const ALGORITHMS = [-7, -257];
const CLIENT = 'Starling';
const ERRORS: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  NotSupportedError: 'unsupported',
  SecurityError: 'address',
};

/**
 * Passkeys by WebAuthn. Each must verify its owner and support the PRF extension. `chance`: returns
 * random bytes.
 */
export function openAuthenticator(page: Page, chance: (size: number) => Uint8Array): Authenticator {
  const { credentials } = page.navigator;
  const fresh = (size: number): Uint8Array<ArrayBuffer> => new Uint8Array(chance(size));
  const lacks = () => {
    if (!credentials || !page.isSecureContext) return 'unsupported';
    // no passkey belongs to an IP address (WebAuthn, 5.1.3: the id of a relying party is a domain)
    return /^\[|^[\d.]+$/.test(page.location.hostname) ? 'address' : undefined;
  };
  const compute = async (asked: readonly PasskeyRequest[]): Promise<Computed | Failed> => {
    const evalByCredential = Object.fromEntries(
      asked.map(({ id, salt }) => [id, { first: bytesIn(base64Bytes(salt)) }]),
    );
    const found = await credentials?.get({
      publicKey: {
        challenge: fresh(32),
        allowCredentials: asked.map(({ id }) => ({
          type: 'public-key' as const,
          id: bytesOfUrl(id),
        })),
        userVerification: 'required',
        timeout: TIMEOUT_MS,
        extensions: { prf: { evalByCredential } },
      },
    });
    const salt = asked.find(({ id }) => id === found?.id)?.salt;
    return salt === undefined ? { problem: 'wrong' } : computedOf(found, salt);
  };
  const make = async (label: string, known: readonly string[]): Promise<Computed | Failed> => {
    const salt = fresh(PRF_SIZE);
    const made = await credentials?.create({
      publicKey: {
        challenge: fresh(32),
        rp: { name: CLIENT },
        // random, so that one account can have several passkeys, and none reveals its account
        user: { id: fresh(16), name: label || CLIENT, displayName: label || CLIENT },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        excludeCredentials: known.map((id) => ({
          type: 'public-key' as const,
          id: bytesOfUrl(id),
        })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        timeout: TIMEOUT_MS,
        extensions: { prf: { eval: { first: salt } } },
      },
    });
    const text = base64Of(salt);
    const computed = computedOf(made, text);
    // some authenticators compute only on a second request
    return 'problem' in computed && made && prfOf(made)?.enabled === true
      ? compute([{ id: made.id, salt: text }])
      : computed;
  };
  const settled = async (work: () => Promise<Computed | Failed>): Promise<Computed | Failed> => {
    const problem = lacks();
    if (problem) return { problem };
    try {
      return await work();
    } catch (error) {
      return { problem: (error instanceof Error && ERRORS[error.name]) || 'failed' };
    }
  };
  return {
    lacks,
    make: (...of) => settled(() => make(...of)),
    compute: (asked) => settled(() => compute(asked)),
  };
}

function computedOf(credential: Credential | null | undefined, salt: string): Computed | Failed {
  if (!credential) return { problem: 'cancelled' };
  const first = prfOf(credential)?.results?.first;
  if (!first || first.byteLength !== PRF_SIZE) return { problem: 'noPrf' };
  const prf = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  return { id: credential.id, salt, prf };
}

function prfOf(credential: Credential): AuthenticationExtensionsPRFOutputs | undefined {
  return 'getClientExtensionResults' in credential &&
    typeof credential.getClientExtensionResults === 'function'
    ? credential.getClientExtensionResults().prf
    : undefined;
}

/** Decode base64url without padding. Empty if the text is invalid. */
function bytesOfUrl(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  return bytesIn(base64Bytes(plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')));
}

function bytesIn(bytes: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes ?? []);
}
