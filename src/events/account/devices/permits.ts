import { KIND } from '../../nostr/kinds.ts';
import { field, isRecord } from '../../core/json.ts';

/** Encryption methods that a remote client of an account can request (NIP-46). */
export const CIPHER_METHODS = [
  'nip04_encrypt',
  'nip04_decrypt',
  'nip44_encrypt',
  'nip44_decrypt',
] as const;

export type CipherMethod = (typeof CIPHER_METHODS)[number];

/**
 * One use of the account's key for a device: signing an event of this kind, or encrypting or
 * decrypting a text.
 */
export type DeviceAction = { readonly kind: number } | { readonly cipher: CipherMethod };

/**
 * The actions that a device may do without a question (BEYOND-12, ACCOUNT-23). The user is asked
 * about every other action.
 */
export interface Permits {
  readonly kinds: readonly number[];
  readonly ciphers: readonly CipherMethod[];
}

/** The user is asked about every action. */
export const NO_PERMITS: Permits = { kinds: [], ciphers: [] };

/**
 * The only kinds that a permit can list. Each adds a public post of its own. None replaces or
 * deletes an event, signs in, moves money or proves who the account is. Every other kind is asked
 * about each time.
 */
export const EVERYDAY: readonly number[] = [
  /** A new note replaces nothing, and the author can delete it. */
  KIND.Text,
  /** Shows another note to followers. It adds no words of the author. */
  KIND.Repost,
  /** A like or another reaction to one event. */
  KIND.Reaction,
  /** The same as kind 6, for events that are not notes. */
  KIND.GenericRepost,
  /** A vote in a poll. A later vote changes the choice. */
  KIND.PollVote,
  /** A reply to an article, a picture or another comment. */
  KIND.Comment,
  /** One line in the chat of a live stream. */
  KIND.LiveChatMessage,
  /** A marked passage of a text. */
  KIND.Highlight,
];
const MAX_TEXT = 4_000;

/** True if a permit can list the action. */
export function isPermittable(deed: DeviceAction): boolean {
  return 'cipher' in deed || EVERYDAY.includes(deed.kind);
}

/** True if the permits list the action, so that it needs no prompt. */
export function isPermitted({ kinds, ciphers }: Permits, deed: DeviceAction): boolean {
  return 'cipher' in deed
    ? ciphers.includes(deed.cipher)
    : isPermittable(deed) && kinds.includes(deed.kind);
}

/** True if the permits list all everyday kinds. */
export function isEveryday({ kinds }: Permits): boolean {
  return EVERYDAY.every((kind) => kinds.includes(kind));
}

/** Add all everyday kinds to the permits, or remove them. */
export function withEveryday({ ciphers }: Permits, on: boolean): Permits {
  return { kinds: on ? EVERYDAY : [], ciphers };
}

/**
 * Add the action to the permits, or remove it. An action that no permit can list is never added.
 */
export function withPermit(permits: Permits, deed: DeviceAction, on = true): Permits {
  if ('cipher' in deed) {
    const others = permits.ciphers.filter((one) => one !== deed.cipher);
    return { ...permits, ciphers: on ? [...others, deed.cipher] : others };
  }
  const others = permits.kinds.filter((one) => one !== deed.kind);
  return { ...permits, kinds: on && isPermittable(deed) ? [...others, deed.kind] : others };
}

/** Return the actions that either of the two permits lists. */
export function bothPermits(one: Permits, other: Permits): Permits {
  return {
    kinds: EVERYDAY.filter((kind) => one.kinds.includes(kind) || other.kinds.includes(kind)),
    ciphers: CIPHER_METHODS.filter(
      (method) => one.ciphers.includes(method) || other.ciphers.includes(method),
    ),
  };
}

/** Return the actions that `asked` lists and `permits` does not. */
export function additionalPermits(asked: Permits, permits: Permits): Permits {
  return {
    kinds: asked.kinds.filter((kind) => !isPermitted(permits, { kind })),
    ciphers: asked.ciphers.filter((cipher) => !isPermitted(permits, { cipher })),
  };
}

/** Return all actions that the permits list. */
export function deviceActionsOf({ kinds, ciphers }: Permits): readonly DeviceAction[] {
  return [...kinds.map((kind) => ({ kind })), ...ciphers.map((cipher) => ({ cipher }))];
}

/** True if the user is asked about every action. */
export function isNone({ kinds, ciphers }: Permits): boolean {
  return kinds.length === 0 && ciphers.length === 0;
}

/**
 * Read the permissions that a client asks for (NIP-46: `nip44_encrypt,sign_event:1`). `sign_event`
 * without a kind asks for every kind, and no permit can allow that. Kinds that are not everyday
 * ones are left out, as they are asked about each time.
 */
export function readAsked(text: string): Permits {
  const words = text
    .slice(0, MAX_TEXT)
    .split(',')
    .map((word) => word.trim());
  return {
    kinds: EVERYDAY.filter((kind) => words.includes(`sign_event:${kind}`)),
    ciphers: CIPHER_METHODS.filter((method) => words.includes(method)),
  };
}

/**
 * Read stored permits; a value of another form permits nothing. Earlier versions stored `everyday:
 * true` for all kinds but twelve, and any kind by name. Both are narrowed to the kinds that a
 * permit can list.
 */
export function readPermits(value: unknown): Permits {
  if (!isRecord(value)) return NO_PERMITS;
  const [kinds, ciphers] = [field(value, 'kinds'), field(value, 'ciphers')];
  const listed = Array.isArray(kinds) ? EVERYDAY.filter((kind) => kinds.includes(kind)) : [];
  return {
    kinds: field(value, 'everyday') === true ? EVERYDAY : listed,
    ciphers: Array.isArray(ciphers)
      ? CIPHER_METHODS.filter((method) => ciphers.includes(method))
      : [],
  };
}

/**
 * Read the stored requests of a device. Earlier versions read `sign_event` without a kind as a
 * request for everyday posts. It requests none.
 */
export function readKeptAsked(value: unknown): Permits {
  return isRecord(value)
    ? readPermits({ kinds: field(value, 'kinds'), ciphers: field(value, 'ciphers') })
    : NO_PERMITS;
}
