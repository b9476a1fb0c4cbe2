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

/**
 * The nutzap settings of an account (NIP-61, kind 10019). `mints`: the written address by its
 * normalized address. `key`: the key that ecash is locked to, an x-coordinate in hex.
 */
export interface NutzapInfo {
  readonly mints: ReadonlyMap<string, string>;
  readonly relays: ReadonlyArray<Ours<string>>;
  readonly key: string;
}

/** A public gift of ecash (NIP-61, kind 9321). It is not verified yet. */
export interface Nutzap {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly at: Seconds;
  readonly mint: string;
  readonly proofs: readonly Proof[];
  readonly sats: number;
  readonly message: string;
  /** The id of the zapped event, if any, and its address if it has one. */
  readonly about: string | undefined;
  readonly address: string | undefined;
}

const MOST_MINTS = 30;
const MOST_RELAYS = 20;
const MOST_PROOFS = 64;
const MAX_MESSAGE = 1_000;

/**
 * `undefined` if the recipient did not sign the event, or it names no key or no mint for sats.
 * `home`: as in the url policy, for a relay beside the page.
 */
export function readNutzapInfo(
  recipient: string,
  event: VerifiedEvent,
  home?: string,
): NutzapInfo | undefined {
  const key = keyOf(tagValue(event, 'pubkey') ?? '');
  const mints = new Map<string, string>();
  for (const [name, written = '', ...units] of event.tags) {
    const mint =
      name === 'mint' && (units.length === 0 || units.includes('sat'))
        ? mintAddress(written)
        : undefined;
    if (mint !== undefined && !mints.has(mint) && mints.size < MOST_MINTS) mints.set(mint, written);
  }
  const relays = addressed(recipient, event, ({ tags }) =>
    tags.flatMap(([name, url = '']) => (name === 'relay' ? (safeRelayUrl(url, home) ?? []) : [])),
  );
  if (!relays || event.kind !== KIND.NutzapInfo || key === undefined || mints.size === 0)
    return undefined;
  return { mints, key, relays: [...new Set(each(relays))].slice(0, MOST_RELAYS) };
}

export function draftNutzapInfo(
  mints: readonly string[],
  relays: readonly string[],
  key: string,
): Ours<Draft> {
  const tags = [
    ...relays.map((url) => ['relay', url]),
    ...mints.map((mint) => ['mint', mint, 'sat']),
    ['pubkey', key],
  ];
  return composed({ kind: KIND.NutzapInfo, tags, content: '' });
}

/**
 * Return the event of a gift (NIP-61, kind 9321): proofs that are locked to the recipient, each
 * with its mint's DLEQ proof. `named`: the mint as its recipient wrote it.
 */
export function draftNutzap(
  {
    to,
    named,
    message,
  }: { readonly to: ZapTarget; readonly named: string; readonly message: string },
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

/** `undefined` if the event does not give sats of a mint to an account. */
export function readNutzap(event: SignedEvent): Nutzap | undefined {
  const [mint, to] = [mintAddress(tagValue(event, 'u') ?? ''), tagValue(event, 'p') ?? ''];
  const written = event.tags.filter(([name]) => name === 'proof');
  const unit = tagValue(event, 'unit') ?? 'sat';
  if (
    event.kind !== KIND.Nutzap ||
    mint === undefined ||
    !isHex(to, 64) ||
    unit !== 'sat' ||
    written.length > MOST_PROOFS
  )
    return undefined;
  const proofs = written.flatMap(([, text = '']) => readProof(parseJson(text)) ?? []);
  const secrets = new Set(proofs.map(({ secret }) => secret.reveal()));
  if (proofs.length === 0 || proofs.length < written.length || secrets.size < proofs.length)
    return undefined;
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

/**
 * Why its recipient cannot redeem it (NIP-61). `mint`: they do not accept its mint. `lock`: their
 * key alone does not open it. `unproven`: its DLEQ proofs are missing.
 */
export type NutzapFault = 'mint' | 'lock' | 'unproven';

/**
 * Return why the recipient cannot redeem the nutzap, as far as this is known without its mint.
 * Redeeming reveals whether the mint's own keys made the signatures, and whether it is spent.
 * `keys`: earlier keys of the recipient. `undefined` if they can redeem it.
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
    return (
      typeof lock === 'object' &&
      own.some((key) => lock.main.keys.includes(key) && opensAlone(lock, key, now))
    );
  });
  return areLocked ? proofFault(proofs) : 'lock';
}

/** Return `unproven` if the DLEQ proof of any part is missing. */
export function proofFault(proofs: readonly Proof[]): 'unproven' | undefined {
  return proofs.every(({ dleq }) => dleq) ? undefined : 'unproven';
}

/**
 * Return the accounts that may receive a nutzap for that event: its author and those in its zap
 * tags (NIP-57 appendix G). Other recipients do not count. Otherwise a giver could pay themselves
 * and still be listed under the note of another author.
 */
export function nutzapPeople(event: Pick<SignedEvent, 'pubkey' | 'tags'>): ReadonlySet<string> {
  return new Set([event.pubkey, ...splitsIn(event).map(({ pubkey }) => pubkey)]);
}

/**
 * Return the nutzaps for that event that their recipients accept and only they can ever open, the
 * newest first. `takers`: the known nutzap settings of the possible recipients.
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
      return (
        isFor &&
        info !== undefined &&
        nutzapFault(zap, info, zap.at) === undefined &&
        isGivenAway(zap, info)
      );
    });
  return zaps.toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
}

/**
 * True if only the recipient's key can ever open it. A giver who can open it too, as one of two
 * keys or by a refund, has given nothing.
 */
function isGivenAway({ proofs }: Nutzap, { key }: NutzapInfo): boolean {
  return proofs.every(({ secret }) => isLockedTo(secret.reveal() ?? '', key));
}

/**
 * A nutzap that counts. `isContested`: other events contain some of its ecash, and the order of
 * their arrival is unknown.
 */
export interface CreditedNutzap extends Nutzap {
  readonly isContested: boolean;
}

/**
 * Count each proof once, in the event that arrived first (NIP-61). The date in an event is ignored,
 * because a copy can be dated earlier. `arrival`: ids in order of arrival. Without it no giver of
 * contested ecash is credited. Callers pass only nutzaps with verified proofs, so that a broken
 * copy hides nothing.
 */
export function creditedNutzaps(
  zaps: readonly Nutzap[],
  arrival: readonly string[] | undefined,
): readonly CreditedNutzap[] {
  const places = new Map(arrival?.map((id, place) => [id, place]));
  const placeOf = ({ id }: Nutzap): number => places.get(id) ?? places.size;
  const counts = new Map<string, number>();
  for (const secret of zaps.flatMap(secretsOf)) counts.set(secret, (counts.get(secret) ?? 0) + 1);
  const isContested = (zap: Nutzap): boolean =>
    !places.has(zap.id) && secretsOf(zap).some((secret) => (counts.get(secret) ?? 0) > 1);
  const seen = new Set<string>();
  const credited = new Set<string>();
  for (const zap of zaps.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1))) {
    if (secretsOf(zap).some((secret) => seen.has(secret))) continue;
    for (const secret of secretsOf(zap)) seen.add(secret);
    credited.add(zap.id);
  }
  return zaps
    .filter(({ id }) => credited.has(id))
    .map((zap) => ({ ...zap, isContested: isContested(zap) }));
}

function secretsOf({ proofs }: Nutzap): readonly string[] {
  return proofs.flatMap(({ secret }) => secret.reveal() ?? []);
}
