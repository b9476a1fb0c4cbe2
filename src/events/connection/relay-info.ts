import { field, isRecord } from '../core/json.ts';
import { isSameService } from '../core/same-service.ts';
import { ownRelayUrl, safeMediaUrl } from '../core/url.ts';

/** Limits in a relay document that may affect a publisher. Bytes, counts and bits. */
const LIMITS = [
  'max_message_length',
  'max_content_length',
  'max_event_tags',
  'max_subscriptions',
  'max_limit',
  'min_pow_difficulty',
  'auth_required',
  'payment_required',
  'restricted_writes',
] as const;

type LimitName = (typeof LIMITS)[number];

/** A relay's own description (NIP-11), unsigned. Missing texts are empty. */
export interface RelayInfo {
  readonly name: string;
  readonly description: string;
  readonly software: string;
  /** Numbers of the supported NIPs, sorted, without repetitions. */
  readonly nips: readonly number[];
  /** Active limits: numbers above 0, and flags that are true. */
  readonly limits: ReadonlyArray<readonly [name: LimitName, value: number | true]>;
}

const MAX_NAME = 100;
const MAX_TEXT = 1_000;
const MAX_NIPS = 200;

/** Read the document; `undefined` if it is invalid. Texts are clipped. */
export function readRelayInfo(value: unknown): RelayInfo | undefined {
  if (!isRecord(value)) return undefined;
  const text = (name: string, most: number): string => {
    const said = field(value, name);
    return typeof said === 'string' ? said.slice(0, most).toWellFormed().trim() : '';
  };
  const said = field(value, 'supported_nips');
  const nips = (Array.isArray(said) ? said.slice(0, MAX_NIPS) : []).filter(isNumber);
  const limitation = field(value, 'limitation');
  return {
    name: text('name', MAX_NAME),
    description: text('description', MAX_TEXT),
    software: [text('software', MAX_NAME), text('version', MAX_NAME)]
      .filter((part) => part !== '')
      .join(' '),
    nips: [...new Set(nips)].toSorted((one, other) => one - other),
    limits: LIMITS.flatMap((name) => {
      const limit = isRecord(limitation) ? field(limitation, name) : undefined;
      return limit === true || (isNumber(limit) && limit > 0) ? [[name, limit] as const] : [];
    }),
  };
}

/**
 * Return the address of a relay's document (NIP-11): https at the relay's address, http only at
 * `home`, the page's own service. `undefined` if it must not be fetched.
 */
export function relayInfoUrl(relay: string, home: string): string | undefined {
  const url = URL.parse(ownRelayUrl(relay)?.replace(/^ws/, 'http') ?? '');
  const own = URL.parse(home);
  if (!url || (url.protocol !== 'https:' && !(own && isSameService(url, own)))) return undefined;
  return safeMediaUrl(url.href, home);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
