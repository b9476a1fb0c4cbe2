import { addressOf } from '../address.ts';
import { replaces, type VerifiedEvent } from '../event.ts';
import { isFarFuture } from '../time.ts';
import { listAddress, type ListName } from './list-form.ts';

/** What one source said when it was asked for a list, or for a profile: for one address. Not `answered`: it did not come to an end in time, or could not be reached. */
export interface BaseAnswer {
  /** `cache`, or the url of one of the account's own write relays. */
  readonly source: string;
  readonly answered: boolean;
  readonly events: readonly VerifiedEvent[];
}

/**
 * What a new version may be built on (INV-BASE). `unheard`: sources that did not answer. `isHeld`: a source has it, it is not only remembered.
 * `none`: there is no such list, as far as the caching service and a write relay know. From `unknown` nothing is ever built.
 */
export type Base =
  | {
      readonly state: 'known';
      readonly event: VerifiedEvent;
      readonly unheard: readonly string[];
      readonly isSure: boolean;
      readonly isHeld: boolean;
    }
  | { readonly state: 'none'; readonly unheard: readonly string[] }
  | { readonly state: 'unknown'; readonly unheard: readonly string[] };

/** The name of the caching service among the sources. */
export const CACHE = 'cache';

/** The newest version by NIP-01, whatever the order; those dated more than 10 minutes ahead do not count (INV-NEWEST, ACCOUNT-12, E-18). */
export function newestOf(list: ListName, account: string, events: readonly VerifiedEvent[], now: number): VerifiedEvent | undefined {
  return newestAt(listAddress(list, account), events, now);
}

function newestAt(address: string, events: readonly VerifiedEvent[], now: number): VerifiedEvent | undefined {
  let newest: VerifiedEvent | undefined;
  for (const event of events) {
    if (addressOf(event) !== address || isFarFuture(event.created_at, now)) continue;
    if (replaces(event, newest)) newest = event;
  }
  return newest;
}

/**
 * Decides from fresh answers and from the versions that are `remembered` here (seen, or signed and not discarded). Without a single answer
 * the base is unknown, however much is remembered (ACCOUNT-09). It is sure if the caching service and half of the write relays answered.
 */
export function decideBase(
  { address, now }: { readonly address: string; readonly now: number },
  answers: readonly BaseAnswer[],
  remembered: readonly VerifiedEvent[],
): Base {
  const unheard = answers.flatMap(({ source, answered }) => (answered ? [] : [source]));
  const heard = answers.filter(({ answered }) => answered);
  const relays = answers.filter(({ source }) => source !== CACHE);
  const isCacheHeard = heard.some(({ source }) => source === CACHE);
  const relaysHeard = heard.length - (isCacheHeard ? 1 : 0);
  if (heard.length === 0) return { state: 'unknown', unheard };
  const event = newestAt(address, [...answers.flatMap(({ events }) => events), ...remembered], now);
  const isSure = isCacheHeard && 2 * relaysHeard >= relays.length;
  const isHeld = answers.some(({ events }) => events.some(({ id }) => id === event?.id));
  if (event) return { state: 'known', event, unheard, isSure, isHeld };
  return { state: isCacheHeard && (relays.length === 0 || relaysHeard > 0) ? 'none' : 'unknown', unheard };
}
