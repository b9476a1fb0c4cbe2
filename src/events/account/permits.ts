import { isKind, KIND } from '../kinds.ts';
import { field, isRecord } from '../json.ts';

/** What the remote client of an account can have encrypted or decrypted (NIP-46). */
export const CIPHER_METHODS = ['nip04_encrypt', 'nip04_decrypt', 'nip44_encrypt', 'nip44_decrypt'] as const;

export type CipherMethod = (typeof CIPHER_METHODS)[number];

/** One thing that a device wants done with the key of an account: an event of that kind signed, or a text. */
export type Deed = { readonly kind: number } | { readonly cipher: CipherMethod };

/**
 * What a device may have done without a question (BEYOND-12). `everyday`: to sign all kinds but the guarded ones; `kinds`: to sign these, guarded
 * or not.
 */
export interface Permits {
  readonly everyday: boolean;
  readonly kinds: readonly number[];
  readonly ciphers: readonly CipherMethod[];
}

/** Every deed is asked about. */
export const NO_PERMITS: Permits = { everyday: false, kinds: [], ciphers: [] };

/**
 * Kinds that replace or remove what an account has, say who it is, or speak for it to relays, servers and other signers: each needs an allowance
 * of its own. 62 asks relays to forget an account (NIP-62).
 */
const GUARDED: ReadonlySet<number> = new Set([
  KIND.Metadata,
  KIND.Contacts,
  KIND.EventDeletion,
  62,
  KIND.MuteList,
  KIND.RelayList,
  KIND.DirectMessageRelays,
  KIND.RelayAuth,
  KIND.WalletRequest,
  KIND.RemoteSigning,
  KIND.BlossomAuth,
  KIND.HttpAuth,
]);
const MOST_KINDS = 64;
const MAX_TEXT = 4_000;

/** Whether a kind is never among the everyday ones. */
export function isGuarded(kind: number): boolean {
  return GUARDED.has(kind);
}

/** Whether a deed is done without a question. */
export function isPermitted(permits: Permits, deed: Deed): boolean {
  return isNamed(permits, deed) || (permits.everyday && 'kind' in deed && !isGuarded(deed.kind));
}

/** Whether it is permitted by name, and not as one of the everyday ones. */
export function isNamed({ kinds, ciphers }: Permits, deed: Deed): boolean {
  return 'cipher' in deed ? ciphers.includes(deed.cipher) : kinds.includes(deed.kind);
}

/** The same with that deed permitted by name, or not. */
export function withNamed(permits: Permits, deed: Deed, on: boolean): Permits {
  if ('cipher' in deed) {
    const others = permits.ciphers.filter((one) => one !== deed.cipher);
    return { ...permits, ciphers: on ? [...others, deed.cipher] : others };
  }
  const others = permits.kinds.filter((one) => one !== deed.kind);
  return { ...permits, kinds: on ? [...others, deed.kind].slice(-MOST_KINDS) : others };
}

/** From now on that deed is done without a question, and no other that was not before. */
export function withPermit(permits: Permits, deed: Deed): Permits {
  return isPermitted(permits, deed) ? permits : withNamed(permits, deed, true);
}

/** What either of the two permits. */
export function bothPermits(one: Permits, other: Permits): Permits {
  return {
    everyday: one.everyday || other.everyday,
    kinds: [...new Set([...one.kinds, ...other.kinds])].slice(0, MOST_KINDS),
    ciphers: CIPHER_METHODS.filter((method) => one.ciphers.includes(method) || other.ciphers.includes(method)),
  };
}

/** What is asked for beyond what is permitted. */
export function furtherPermits(asked: Permits, permits: Permits): Permits {
  return {
    everyday: asked.everyday && !permits.everyday,
    kinds: asked.kinds.filter((kind) => !isPermitted(permits, { kind })),
    ciphers: asked.ciphers.filter((cipher) => !isPermitted(permits, { cipher })),
  };
}

/** All that is permitted by name. */
export function deedsOf({ kinds, ciphers }: Permits): readonly Deed[] {
  return [...kinds.map((kind) => ({ kind })), ...ciphers.map((cipher) => ({ cipher }))];
}

/** Whether nothing is done without a question. */
export function isNone({ everyday, kinds, ciphers }: Permits): boolean {
  return !everyday && kinds.length === 0 && ciphers.length === 0;
}

/**
 * What a client asks to be allowed (NIP-46: `nip44_encrypt,sign_event:4`). Whoever names no kind means the everyday ones: guarded kinds have to be
 * named. What is none of these is passed over.
 */
export function readAsked(text: string): Permits {
  const words = text
    .slice(0, MAX_TEXT)
    .split(',')
    .map((word) => word.trim());
  const kinds = words.flatMap((word) => {
    const kind = /^sign_event:(\d{1,5})$/.exec(word)?.[1];
    return kind !== undefined && isKind(Number(kind)) ? [Number(kind)] : [];
  });
  return {
    everyday: words.includes('sign_event'),
    kinds: [...new Set(kinds)].slice(0, MOST_KINDS),
    ciphers: CIPHER_METHODS.filter((method) => words.includes(method)),
  };
}

/** Reads what is kept; what is no permit permits nothing. */
export function readPermits(value: unknown): Permits {
  if (!isRecord(value)) return NO_PERMITS;
  const [kinds, ciphers] = [field(value, 'kinds'), field(value, 'ciphers')];
  return {
    everyday: field(value, 'everyday') === true,
    kinds: Array.isArray(kinds) ? kinds.filter(isKind).slice(0, MOST_KINDS) : [],
    ciphers: Array.isArray(ciphers) ? CIPHER_METHODS.filter((method) => ciphers.includes(method)) : [],
  };
}
