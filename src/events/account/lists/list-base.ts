import { addressOf } from '../../nostr/address.ts';
import { newestVersion, type VerifiedEvent } from '../../nostr/event.ts';
import { isAbsurd, isFarFuture, type Seconds } from '../../core/time.ts';
import { listAddress, type ListName } from './list-definitions.ts';

/**
 * The answer of one source to the query for a list or a profile: for one address. `answered` is
 * false if the source was unreachable or did not finish in time. `rejected`: number of versions
 * that could not be read or verified; absent for none. `isPaused`: this device did not ask, because
 * the relay is paused here (RELAY-08), so that its silence says nothing about the relay.
 */
export interface BaseAnswer {
  /** `cache`, or the url of one of the account's own write relays. */
  readonly source: string;
  readonly answered: boolean;
  readonly events: readonly VerifiedEvent[];
  readonly rejected?: number;
  readonly isPaused?: boolean;
}

/**
 * The version that an edit may build on (INV-BASE). `unheard`: sources that did not answer and may
 * hold a newer version. `none`: the caching service and a write relay know of no such list, or all
 * relays are paused. Nothing is ever built on `unknown`; `why` gives the reason.
 */
export type Base = Unheard &
  (
    | { readonly state: 'known'; readonly event: VerifiedEvent }
    | { readonly state: 'none' }
    | { readonly state: 'unknown'; readonly why: Unknown }
  );

/**
 * `paused`: those of `unheard` that this device did not ask. `isConfirmed`: the caching service has
 * the version that this device signed and a relay accepted, so it keeps up with the relays.
 */
interface Unheard {
  readonly unheard: readonly string[];
  readonly paused?: readonly string[];
  readonly isConfirmed?: boolean;
}

/**
 * Why there is no base. `silence`: too few answered. `unreadable`: those sources hold a version
 * that was refused here, and it may be the newest. `clock`: a version is dated ahead of this clock
 * (seconds), so this clock or that of its author is wrong.
 */
export type Unknown =
  | { readonly reason: 'silence' }
  | { readonly reason: 'unreadable'; readonly sources: readonly string[] }
  | { readonly reason: 'clock'; readonly dated: Seconds };

/** The name of the caching service among the sources. */
export const CACHE = 'cache';

/** Stands for all paused relays among the sources whose silence the user accepted. */
export const PAUSED = 'paused';

/** Return the sources that were asked and did not answer. */
export function silentIn({ unheard, paused = [] }: Unheard): readonly string[] {
  return unheard.filter((source) => !paused.includes(source));
}

/** True if relays are paused, and nothing but the caching service's word stands for them. */
export function isPausedUnsure({ paused = [], isConfirmed = false }: Unheard): boolean {
  return paused.length > 0 && !isConfirmed;
}

/** Return the sources whose silence the user accepts with an edit on this base. */
export function risksIn(base: Unheard): readonly string[] {
  return isPausedUnsure(base) ? [...silentIn(base), PAUSED] : silentIn(base);
}

/** The base before any source was asked. */
export const UNKNOWN: Base = { state: 'unknown', unheard: [], why: { reason: 'silence' } };

/**
 * Return the newest version by NIP-01, in any order. Versions dated more than 10 minutes ahead do
 * not count (INV-NEWEST, ACCOUNT-12, E-18).
 */
export function newestOf(
  list: ListName,
  account: string,
  events: readonly VerifiedEvent[],
  now: Seconds,
): VerifiedEvent | undefined {
  return newestIn(
    events.filter((event) => addressOf(event) === listAddress(list, account)),
    now,
  );
}

function newestIn(versions: readonly VerifiedEvent[], now: Seconds): VerifiedEvent | undefined {
  return newestVersion(versions.filter(({ created_at }) => !isFarFuture(created_at, now)));
}

/** The request: an address, the current time (seconds), and the ids of excluded versions. */
interface Asked {
  readonly address: string;
  readonly now: Seconds;
  readonly not?: ReadonlySet<string>;
  /** Versions that were signed here and that a relay accepted. They count as remembered. */
  readonly taken?: readonly VerifiedEvent[];
}

/**
 * Decide the base from fresh answers and from the `remembered` versions that a relay accepted.
 * Without a single answer the base is unknown, even with remembered versions (ACCOUNT-09). It is
 * also unknown if a source sent a refused version, or if a version is dated ahead of this clock.
 * Either may be the newest one (INV-SHRINK).
 */
export function decideBase(
  { address, now, not = NOBODY, taken = [] }: Asked,
  answers: readonly BaseAnswer[],
  remembered: readonly VerifiedEvent[],
): Base {
  const unheard = answers.flatMap(({ source, answered }) => (answered ? [] : [source]));
  const paused = answers.flatMap(({ source, answered, isPaused = false }) =>
    isPaused && !answered ? [source] : [],
  );
  const lacking = paused.length > 0 ? { unheard, paused } : { unheard };
  const unknown = (why: Unknown): Base => ({ state: 'unknown', ...lacking, why });
  const refusing = answers.flatMap(({ source, rejected = 0 }) => (rejected > 0 ? [source] : []));
  if (refusing.length > 0) return unknown({ reason: 'unreadable', sources: refusing });
  const all = [...answers.flatMap(({ events }) => events), ...remembered, ...taken];
  const versions = all.filter((event) => addressOf(event) === address && !not.has(event.id));
  const ahead = versions.find(
    ({ created_at }) => isFarFuture(created_at, now) && !isAbsurd(created_at),
  );
  if (ahead) return unknown({ reason: 'clock', dated: ahead.created_at });
  if (unheard.length === answers.length) return unknown({ reason: 'silence' });
  const event = newestIn(versions, now);
  if (event)
    return {
      state: 'known',
      event,
      ...lacking,
      ...(taken.some(({ id }) => id === event.id) && isServed(answers, event)
        ? { isConfirmed: true }
        : {}),
    };
  const isCacheHeard = !unheard.includes(CACHE);
  const isRelayHeard = answers.some(({ source, answered }) => answered && source !== CACHE);
  const isRelayAsked = answers.length > 1 + paused.length;
  return isCacheHeard && (!isRelayAsked || isRelayHeard)
    ? { state: 'none', ...lacking }
    : unknown({ reason: 'silence' });
}

/** True if the caching service returned this version. */
function isServed(answers: readonly BaseAnswer[], { id }: VerifiedEvent): boolean {
  return answers.some(
    ({ source, answered, events }) =>
      source === CACHE && answered && events.some((event) => event.id === id),
  );
}

const NOBODY: ReadonlySet<string> = new Set();
