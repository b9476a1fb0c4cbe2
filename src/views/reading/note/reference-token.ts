import type { AddressToken, EventToken } from '../../../events/reading/content/content-token.ts';
import type { Reference } from '../../../events/facts/references.ts';

/** Return the token that renders a reference as a quote. */
export function referenceToken({
  type,
  key,
  relays,
  author,
  kind,
}: Reference): EventToken | AddressToken {
  return type === 'event'
    ? { type: 'event', text: key, id: key, relays, author, kind }
    : { type: 'address', text: key, address: key, relays };
}
