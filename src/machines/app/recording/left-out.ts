import { partsOf } from '../../inspector/changes.ts';
import type { Recording } from './recorder.ts';

/**
 * Parts that the user may leave out of the file of a recording (TRUST-05). `texts`: all texts of
 * notes, profiles and claims, but not their ids. `addresses`: of relays, servers and links.
 * `account`: the public keys of the user's accounts, and all that they signed.
 */
export const CHOICES = ['texts', 'addresses', 'account'] as const;
export type Choice = (typeof CHOICES)[number];

/** Replaces a text by another one of its length and sort; equal texts by equal ones. */
export type StandIn = (text: string) => string;

/** How the choices of the user change the file. */
export interface LeftOut {
  /** Replace the parts of a text that may leave otherwise. */
  readonly within: (text: string) => string;
  /** Return how the texts of a signed event or claim are replaced. `undefined`: not at all. */
  readonly textsOf: (value: object) => StandIn | undefined;
}

/** `accounts`: public keys of the user. Others are found in the recording. */
export function leftOut(
  recording: Recording,
  choices: readonly Choice[],
  accounts: readonly string[],
  standIn: StandIn,
): LeftOut {
  const [texts, addresses, account] = CHOICES.map((one) => choices.includes(one));
  const keys = account ? new Set([...accounts, ...accountsIn(recording)]) : NONE;
  const own = account ? new Set([...keys, ...eventsBy(recording, keys)]) : NONE;
  const hex = (text: string) =>
    text.replaceAll(/[0-9a-f]{64}/g, (one) => (own.has(one) ? standIn(one) : one));
  const within = (text: string): string => {
    let shown = text;
    if (addresses) shown = withoutAddresses(shown, standIn);
    if (texts) shown = withoutNames(shown, standIn);
    if (choices.length > 0) shown = shown.replaceAll(ENTITY, standIn);
    if (account) shown = hex(shown.replaceAll(KEY_OR_NOTE, standIn));
    return shown;
  };
  const ids = (text: string): string => (ID.test(text) ? within(text) : standIn(text));
  const textsOf = (value: object): StandIn | undefined =>
    own.size > 0 && names(value, own) ? standIn : texts && !isOpen(value) ? ids : undefined;
  return { within, textsOf };
}

/** Claims of the service without texts of people. A replay needs their codes. */
const OPEN = new Set(['range', 'feeds', 'list', 'flag', 'filtering', 'serverName']);

function isOpen(value: object): boolean {
  return 'claim' in value && OPEN.has(String(value.claim));
}

const NONE: ReadonlySet<string> = new Set();
/** NIP-19 entities that name relays, authors and articles, and those of a key or an event. */
const ENTITY = /\b(?:nprofile|nevent|naddr|nrelay)1[a-z0-9]+/gi;
const KEY_OR_NOTE = /\b(?:npub|note)1[a-z0-9]+/gi;
/** An id, a public key, a signature, or the address of an article. */
const ID = /^(?:[0-9a-f]{64,128}|\d+:[0-9a-f]{64}:.*)$/s;

/** Also in JSON within a text, which may escape the slash, and in the query of another address. */
const ADDRESS = /((?:wss?|https?|blossom)(?::|%3a)(?:\\?\/|%2f){2})((?:[^\s"'<>\\]|\\\/)+)/gi;

/** Replace the names in an address, and keep its form. */
function withoutAddresses(text: string, standIn: StandIn): string {
  return text.replaceAll(
    ADDRESS,
    (_, scheme: string, rest: string) =>
      scheme +
      rest
        .split(/(\\?\/|%2f)/i)
        .map((part, at) => (at % 2 === 1 || part === '' ? part : standIn(part)))
        .join(''),
  );
}

/** Replace the name of an article in its address. It is often its title. */
function withoutNames(text: string, standIn: StandIn): string {
  return text.replaceAll(
    /(\b\d{1,5}:[0-9a-f]{64}:)([^"\s]+)/g,
    (_, before: string, name: string) => before + standIn(name),
  );
}

const METHODS = new Set(['key', 'extension', 'remote', 'readonly']);

/** Public keys of the accounts that a recording names, also of those that signed out meanwhile. */
export function accountsIn({ boot, log }: Recording): readonly string[] {
  const found: string[] = [];
  for (const one of objectsIn([boot?.input, log.map(({ event }) => event)])) {
    if ('sig' in one || !('pubkey' in one) || typeof one.pubkey !== 'string') continue;
    if ('method' in one && METHODS.has(String(one.method))) found.push(one.pubkey);
  }
  for (const { to, event } of log)
    if (to[0] === 'account' && to[1] === 'session')
      for (const one of objectsIn(event))
        if (!('sig' in one) && 'pubkey' in one && typeof one.pubkey === 'string')
          found.push(one.pubkey);
  return found;
}

/** Ids of the events that these accounts signed. They lead to the author, too. */
function eventsBy({ boot, log }: Recording, keys: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  for (const one of objectsIn([boot?.input, log.map(({ event }) => event)]))
    if (
      'sig' in one &&
      'id' in one &&
      typeof one.id === 'string' &&
      'pubkey' in one &&
      keys.has(String(one.pubkey))
    )
      found.push(one.id);
  return found;
}

/** True if a signed event is by one of the accounts, or a claim names one or its events. */
function names(value: object, own: ReadonlySet<string>): boolean {
  if ('sig' in value) return 'pubkey' in value && own.has(String(value.pubkey));
  return textsIn(value).some((text) => own.has(text));
}

const DEEPEST = 24;

/** Return all objects within a value. */
export function* objectsIn(value: unknown, depth = 0): Generator<object> {
  const found = depth > DEEPEST ? undefined : partsOf(value);
  if (!found || typeof value !== 'object' || value === null) return;
  if (found.kind === 'object') yield value;
  for (const one of found.parts.values())
    if (typeof one === 'object') yield* objectsIn(one, depth + 1);
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  const found = depth > DEEPEST ? undefined : partsOf(value);
  return found
    ? [...found.parts].flatMap(([key, one]) => [
        ...(typeof key === 'string' ? [key] : []),
        ...textsIn(one, depth + 1),
      ])
    : [];
}
