import { safeRelayUrl } from '../../core/url.ts';
import { type Draft, type SignedEvent, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip } from '../../core/text.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';
import { isPower, mintAddress, plainOf, type Proof, readProof, worthOf } from '../ecash/cashu.ts';
import { isLockedTo, keyOf, opensAlone, readLock } from '../ecash/p2pk.ts';
import type { ZapTarget } from '../payments/payment.ts';
import { splitsIn } from '../zaps/splits.ts';
import { addressed, composed, each, type Ours } from '../../nostr/ours.ts';

/** Where somebody takes nutzaps (NIP-61, kind 10019). `mints`: by address as it is compared, as it was written; `key`: to which ecash is locked, x-coordinate in hex. */
export interface NutzapInfo {
  readonly mints: ReadonlyMap<string, string>;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly key: string;
}

/** Ecash that somebody gave in public (NIP-61, kind 9321). Nobody has checked it yet. */
export interface Nutzap {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly at: Seconds;
  readonly mint: string;
  readonly proofs: readonly Proof[];
  readonly sats: number;
  readonly message: string;
  /** Id of what was zapped, if anything; and its address, where it has one. */
  readonly about: string | undefined;
  readonly address: string | undefined;
}

const MOST_MINTS = 30;
const MOST_RELAYS = 20;
const MOST_PROOFS = 64;
const MAX_MESSAGE = 1_000;

/** Undefined: it names no key, or no mint for sats. `home`: as in the url policy, for a relay beside the page. */
export function readNutzapInfo(event: VerifiedEvent, home?: string): NutzapInfo | undefined {
  const point = tagValue(event, 'pubkey') ?? '';
  const key = isHex(point, 64) ? point : keyOf(point);
  const mints = new Map<string, string>();
  for (const [name, written = '', ...units] of event.tags) {
    const mint = name === 'mint' && (units.length === 0 || units.includes('sat')) ? mintAddress(written) : undefined;
    if (mint !== undefined && !mints.has(mint) && mints.size < MOST_MINTS) mints.set(mint, written);
  }
  if (event.kind !== KIND.NutzapInfo || key === undefined || mints.size === 0) return undefined;
  const relays = addressed(event.pubkey, event, ({ tags }) =>
    tags.flatMap(([name, url = '']) => (name === 'relay' ? (safeRelayUrl(url, home) ?? []) : [])),
  );
  return { mints, key, relays: [...new Set(each(relays))].slice(0, MOST_RELAYS) };
}

export function draftNutzapInfo(mints: readonly string[], relays: readonly string[], key: string): Ours<Draft> {
  const tags = [...relays.map((url) => ['relay', url]), ...mints.map((mint) => ['mint', mint, 'sat']), ['pubkey', key]];
  return composed({ kind: KIND.NutzapInfo, tags, content: '' });
}

/**
 * What is published of a gift (NIP-61, kind 9321): proofs that are locked to who gets them, each with its mint's proof of its signature. `named`: the
 * mint as its recipient wrote it.
 */
export function draftNutzap(
  { to, named, message }: { readonly to: ZapTarget; readonly named: string; readonly message: string },
  proofs: readonly Proof[],
): Ours<Draft> {
  const { pubkey, id, address, kind } = to;
  return composed({
    kind: KIND.Nutzap,
    content: message,
    tags: [
      ...proofs.map((proof) => ['proof', JSON.stringify(plainOf(proof))]),
      ['unit', 'sat'],
      ['u', named],
      ...(id === undefined ? [] : [['e', id]]),
      ...(address === undefined ? [] : [['a', address]]),
      ...(kind === undefined ? [] : [['k', String(kind)]]),
      ['p', pubkey],
    ],
  });
}

/** Undefined: it is none that says what it gives, in sats, of which mint, to whom. */
export function readNutzap(event: SignedEvent): Nutzap | undefined {
  const [mint, to] = [mintAddress(tagValue(event, 'u') ?? ''), tagValue(event, 'p') ?? ''];
  const written = event.tags.filter(([name]) => name === 'proof');
  const unit = tagValue(event, 'unit') ?? 'sat';
  if (event.kind !== KIND.Nutzap || mint === undefined || !isHex(to, 64) || unit !== 'sat' || written.length > MOST_PROOFS)
    return undefined;
  const proofs = written.flatMap(([, text = '']) => readProof(parseJson(text)) ?? []);
  const secrets = new Set(proofs.map(({ secret }) => secret.reveal()));
  if (proofs.length === 0 || proofs.length < written.length || secrets.size < proofs.length) return undefined;
  if (!proofs.every(({ amount }) => isPower(amount))) return undefined;
  const { id, pubkey: from, created_at: at, content } = event;
  const about = tagValue(event, 'e');
  return {
    id,
    from,
    to,
    at,
    mint,
    proofs,
    sats: worthOf(proofs),
    message: clip(content, MAX_MESSAGE),
    about: isHex(about ?? '', 64) ? about : undefined,
    address: tagValue(event, 'a'),
  };
}

/** Why its recipient cannot redeem it (NIP-61): its mint is none that they take; their key alone does not open it; or its mint's signatures are not shown. */
export type NutzapFault = 'mint' | 'lock' | 'unproven';

/**
 * Whether its recipient can redeem it, as far as that is found out without its mint: that the mint's own keys made the signatures, and that
 * it is not spent, is found out when it is redeemed. `keys`: others of theirs, of an earlier time. Undefined: it is.
 */
export function nutzapFault(
  { mint, proofs }: Nutzap,
  info: NutzapInfo,
  now: Seconds,
  keys: readonly string[] = [],
): NutzapFault | undefined {
  if (!info.mints.has(mint)) return 'mint';
  const own = [info.key, ...keys];
  const areLocked = proofs.every(({ secret }) => {
    const lock = readLock(secret.reveal() ?? '');
    return typeof lock === 'object' && own.some((key) => lock.main.keys.includes(key) && opensAlone(lock, key, now));
  });
  if (!areLocked) return 'lock';
  return proofs.every(({ dleq }) => dleq) ? undefined : 'unproven';
}

/** Who may be given a nutzap for that thing: its author, and whom its zap tags name (NIP-57 appendix G). So nobody gets a place under what others wrote by giving to himself. */
export function nutzapPeople(event: Pick<SignedEvent, 'pubkey' | 'tags'>): ReadonlySet<string> {
  return new Set([event.pubkey, ...splitsIn(event).map(({ pubkey }) => pubkey)]);
}

/**
 * Nutzaps for that thing which their recipients take and nobody else can ever open, whoever published them. Newest first. `takers`: where those who may be
 * given one take such, as far as that is known.
 */
export function nutzapsFor(
  event: Pick<SignedEvent, 'id'>,
  address: string | undefined,
  found: readonly SignedEvent[],
  takers: ReadonlyMap<string, NutzapInfo>,
): readonly Nutzap[] {
  // a service may send an event twice
  const zaps = [...new Map(found.map((one) => [one.id, one])).values()]
    .flatMap((one) => readNutzap(one) ?? [])
    .filter((zap) => {
      const isFor = zap.about === event.id || (address !== undefined && zap.address === address);
      const info = takers.get(zap.to);
      return isFor && info !== undefined && nutzapFault(zap, info, zap.at) === undefined && isGivenAway(zap, info);
    });
  return zaps.toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
}

/** True if only the recipient's key can open it, now and later: a giver who can open it too, as one of two keys or by a refund, has given nothing. */
function isGivenAway({ proofs }: Nutzap, { key }: NutzapInfo): boolean {
  return proofs.every(({ secret }) => isLockedTo(secret.reveal() ?? '', key));
}

/** A nutzap that counts. `isContested`: other events have some of its ecash, and nobody knows which of them came first. */
export interface CreditedNutzap extends Nutzap {
  readonly isContested: boolean;
}

/**
 * Nutzaps with each proof counted once, in the event that arrived first (NIP-61). The date that an event gives itself decides nothing: whoever copies
 * proofs can date the copy earlier. `arrival`: ids in order of arrival; without it no giver of contested ecash is credited. Callers pass only nutzaps
 * whose proofs were checked, so that a broken copy hides nothing.
 */
export function creditedNutzaps(zaps: readonly Nutzap[], arrival: readonly string[] | undefined): readonly CreditedNutzap[] {
  const places = new Map(arrival?.map((id, place) => [id, place]));
  const placeOf = ({ id }: Nutzap): number => places.get(id) ?? places.size;
  const counts = new Map<string, number>();
  for (const secret of zaps.flatMap(secretsOf)) counts.set(secret, (counts.get(secret) ?? 0) + 1);
  const isContested = (zap: Nutzap): boolean => !places.has(zap.id) && secretsOf(zap).some((secret) => (counts.get(secret) ?? 0) > 1);
  const seen = new Set<string>();
  const credited = new Set<string>();
  for (const zap of zaps.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1))) {
    if (secretsOf(zap).some((secret) => seen.has(secret))) continue;
    for (const secret of secretsOf(zap)) seen.add(secret);
    credited.add(zap.id);
  }
  return zaps.filter(({ id }) => credited.has(id)).map((zap) => ({ ...zap, isContested: isContested(zap) }));
}

function secretsOf({ proofs }: Nutzap): readonly string[] {
  return proofs.flatMap(({ secret }) => secret.reveal() ?? []);
}
