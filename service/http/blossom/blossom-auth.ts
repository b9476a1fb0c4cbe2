import { readAuthorization } from '../../../src/events/account/signing/http-auth.ts';
import { isSameHost } from '../../../src/events/core/same-service.ts';
import { tagValue } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { isTimestamp, plus, type Seconds, seconds } from '../../../src/events/core/time.ts';
import type { Verify } from '../../../src/events/nostr/verify.ts';

/** A permission of an account for certain files. */
export interface Permit {
  readonly pubkey: string;
  /** SHA-256 of the permitted files. */
  readonly hashes: ReadonlySet<string>;
}

/** The reason for a refusal: an HTTP status and the text of `X-Reason`. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
}

interface Asked {
  readonly act: 'upload' | 'delete';
  /** Public address of this server. */
  readonly origin: string;
  readonly now: Seconds;
}

/** Clocks differ. Seconds. */
const SLACK = seconds(60);

/**
 * Read the permission in an Authorization header (BUD-11). It is a correctly signed kind 24242
 * event that is from the past, not expired, and for this action. It is for this server if it names
 * any.
 */
export function readPermit(
  header: string | undefined,
  { act, origin, now }: Asked,
  verify: Verify,
): Permit | Refusal {
  const read = header === undefined ? undefined : readAuthorization(header);
  if (!read) return refused('an Authorization header with a signed event is needed');
  const event = verify(read);
  if (!event) return refused('the signature of the authorization does not hold');
  if (event.kind !== KIND.BlossomAuth)
    return refused(`the authorization is not of kind ${KIND.BlossomAuth}`);
  if (event.created_at > plus(now, SLACK)) return refused('the authorization is from the future');
  const expiration = tagValue(event, 'expiration');
  if (!isTimestamp(expiration)) return refused('the authorization has no time at which it expires');
  if (seconds(Number(expiration)) <= now) return refused('the authorization has expired');
  if (tagValue(event, 't') !== act) return refused(`the authorization is not for ${act}`);
  const valuesOf = (name: string) =>
    event.tags.flatMap(([key, value]) =>
      key === name && value !== undefined ? [value.toLowerCase()] : [],
    );
  const servers = valuesOf('server');
  if (servers.length > 0 && !servers.some((server) => isNameOf(server, origin)))
    return refused('the authorization is for another server');
  return { pubkey: event.pubkey, hashes: new Set(valuesOf('x')) };
}

/** A server tag is a host without a port. */
function isNameOf(server: string, origin: string): boolean {
  const url = URL.parse(`http://${server}/`);
  return url !== null && url.hostname === server && isSameHost(url, new URL(origin));
}

function refused(reason: string): Refusal {
  return { status: 401, reason };
}
