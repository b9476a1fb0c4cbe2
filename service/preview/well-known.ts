import { keyNamed, nameDocument } from '../../src/events/account/profile/name-document.ts';
import { safeMediaUrl } from '../../src/events/core/url.ts';
import { parseJson } from '../../src/events/core/json.ts';
import { readPayService } from '../../src/events/money/payments/lnurl.ts';
import { inSeconds, minus, type Seconds, seconds } from '../../src/events/core/time.ts';
import { openConnectionSlots } from '../http/client-address.ts';
import { INTERNET, type Network, NotFound, readAddress, readAtMost } from '../public-network.ts';
import { openRateLimiter } from '../relay/rate-limiter.ts';

/**
 * The public key in a document, or null. `undefined`: unknown, because too many requests are
 * running or the host was not reached.
 */
type Found = string | null | undefined;

/**
 * Fetches keys from well-known documents, so that a reader's browser need not contact hosts that
 * authors choose (TRUST-08).
 */
export interface WellKnown {
  /** The key of a name at its domain (NIP-05). `from`: the address of the client. */
  readonly nameKey: (address: string, from?: string) => Promise<Found>;
  /** The key that signs zap receipts at the url of a lightning address (NIP-57). */
  readonly providerKey: (url: string, from?: string) => Promise<Found>;
}

export interface WellKnownDeps {
  readonly now: () => Seconds;
  /** The origin of this service. */
  readonly home: string;
  /** Returns documents of this service without a request, or `undefined` for others. */
  readonly own: (url: URL) => Promise<unknown> | undefined;
  readonly network?: Network | undefined;
}

/** Cache times of a key, and of a missing key. */
const [KEPT, KEPT_NONE] = [seconds(86_400), seconds(600)];
const MOST_KEPT = 10_000;
/** Maximum length of a document's address, which is cached with its key. */
const LONGEST = 1_024;
const MOST_AT_ONCE = 96;
/**
 * Limit of concurrent documents for one client address, so that slow hosts of one client leave room
 * for others.
 */
const MOST_OF_ADDRESS = 24;
/** Documents of one host that are fetched at once. */
const MOST_OF_HOST = 4;
/** Documents that are fetched for one address in a minute. */
const MOST_A_MINUTE = 120;
/** Bytes of a document (E-25). */
const LARGEST = 256 * 1024;

export function openWellKnown({ now, home, own, network = INTERNET }: WellKnownDeps): WellKnown {
  const known = new Map<string, { readonly key: Found; readonly at: Seconds }>();
  const asking = new Map<string, Promise<Found>>();
  const hosts = openConnectionSlots({ address: MOST_OF_HOST, all: MOST_AT_ONCE });
  const askers = openConnectionSlots({ address: MOST_OF_ADDRESS, all: MOST_AT_ONCE });
  const shares = openRateLimiter(MOST_A_MINUTE, 60, () => inSeconds(now()));
  const keyAt = async (
    href: string,
    read: (document: unknown) => string | null,
    from = '',
  ): Promise<Found> => {
    const url = new URL(href);
    const mine = own(url);
    if (mine) return read(await mine);
    const before = known.get(href);
    if (before && before.at > minus(now(), typeof before.key === 'string' ? KEPT : KEPT_NONE))
      return before.key;
    const open = asking.get(href);
    if (open) return open;
    const places = [hosts.take(url.host), askers.take(from)];
    const leave = () => places.forEach((each) => each?.());
    if (places.includes(undefined) || !shares.take(from, 1)) {
      leave();
      return undefined;
    }
    // If a host fails, its earlier key stays valid.
    const failed = (error: unknown) =>
      before?.key ?? (error instanceof NotFound ? null : undefined);
    const answer = fetchJson(href, network).then(read, failed);
    asking.set(href, answer);
    const key = await answer;
    asking.delete(href);
    leave();
    known.delete(href);
    for (const oldest of known.size >= MOST_KEPT ? [...known.keys()].slice(0, 1) : [])
      known.delete(oldest);
    known.set(href, { key, at: now() });
    return key;
  };
  return {
    nameKey: async (address, from) => {
      const asked = address.includes('@') ? nameDocument(address, home) : undefined;
      return asked ? keyAt(asked.url, (document) => keyNamed(document, asked.name), from) : null;
    },
    providerKey: async (address, from) => {
      const url = safeMediaUrl(address, home);
      return url === undefined || url.length > LONGEST
        ? null
        : keyAt(url, (document) => providerIn(document, url, home), from);
    },
  };
}

function providerIn(document: unknown, url: string, home: string): string | null {
  const service = readPayService(document, url, home);
  return ('fault' in service ? undefined : service.provider) ?? null;
}

/**
 * Fetch a small document without redirects before the network's deadline. Reject for anything else.
 */
async function fetchJson(address: string, network: Network): Promise<unknown> {
  const opening = {
    signal: AbortSignal.timeout(network.deadline),
    accept: 'application/json',
    agent: 'Starling',
    redirects: 0,
  };
  const bytes = await readAddress(address, network, opening, (response) =>
    readAtMost(response, LARGEST),
  );
  if (!bytes) throw new NotFound('too large');
  return parseJson(bytes.toString('utf8'));
}
