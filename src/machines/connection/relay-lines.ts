import type { AnyActorRef } from 'xstate';
import { relayKey } from '../../events/core/url.ts';
import { derived, type Ours } from '../../events/nostr/ours.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { RelayInput } from './relay.machine.ts';
import type { Line, LineUse } from './relay-protocol.ts';

/** One relay of a line. `from`: the caller that receives its answers and signs its proofs. */
export interface LineRelay {
  readonly url: Ours<string>;
  readonly use: LineUse;
  readonly client: string;
  readonly from: SignerRef & AnyActorRef;
}

/** The relays of all lines by `lineKey`. */
export type Lines = ReadonlyMap<string, LineRelay>;

/** The user's decisions about connections beside the caching service, by relay key (RELAY-08). */
export type Dials = ReadonlyMap<string, boolean>;

/** The connections that are allowed. `proxied`: only those that the user has permitted. */
export type LinesMode = 'direct' | 'asleep' | 'proxied';

/** A relay of a line that is not connected. `crashed`: its caller joins again after a pause. */
export interface AbsentRelay extends LineRelay {
  readonly why: 'crashed' | 'tooMany';
}

/** Limits of the relays of all lines of one use: more than its callers may name. */
const MAX_RELAYS: { readonly [use in LineUse]: number } = {
  wallet: 100,
  signer: 60,
  pairing: 60,
  device: 200,
};

type LineChild = `line ${string}`;

/** Id of the child that connects a relay of a line. */
export const lineChild = (key: string): LineChild => `line ${key}`;

/** Children of the machine of all lines. */
export type LineChildren = { [relay: LineChild]: 'relay'; [watch: `watch ${string}`]: 'watch' };

/**
 * Return the lines after a caller joins one, all its keys, those to connect, and the relays beyond
 * the limit. A relay that
 * another caller has left is connected again, because its proofs are signed by the caller.
 */
export function joined(
  lines: Lines,
  from: LineRelay['from'],
  { use, client, urls }: Line,
): {
  readonly lines: Lines;
  readonly keys: readonly string[];
  readonly fresh: readonly string[];
  readonly excess: ReadonlyMap<string, AbsentRelay>;
} {
  const next = new Map(lines);
  const keys: string[] = [];
  const fresh: string[] = [];
  const excess = new Map<string, AbsentRelay>();
  for (const url of urls) {
    const key = `${use} ${client} ${relayKey(url)}`;
    keys.push(key);
    if (next.get(key)?.from === from) continue;
    const relay = { url: derived(url, (text) => text), use, client, from };
    const count = [...next.values()].filter((one) => one.use === use).length;
    if (!next.has(key) && count >= MAX_RELAYS[use]) {
      excess.set(key, { ...relay, why: 'tooMany' });
      continue;
    }
    next.set(key, relay);
    fresh.push(key);
  }
  return { lines: next, keys, fresh, excess };
}

/** Return the keys of the lines of a caller. `client`: of this one. */
export function linesOf(lines: Lines, from: AnyActorRef, client?: string): readonly string[] {
  return [...lines].flatMap(([key, one]) =>
    one.from === from && (client === undefined || one.client === client) ? [key] : [],
  );
}

/** Return the relays without those of a caller. `client`: of this line alone. */
export function withoutLines(
  relays: ReadonlyMap<string, AbsentRelay>,
  from: AnyActorRef,
  client?: string,
): ReadonlyMap<string, AbsentRelay> {
  const keys = linesOf(relays, from, client);
  return new Map([...relays].filter(([key]) => !keys.includes(key)));
}

/** Return the user's decision about this relay. `undefined`: none yet. */
export function dialOf(dials: Dials, { url }: LineRelay): boolean | undefined {
  return dials.get(relayKey(url));
}

/**
 * True if requests fail at once while all traffic uses the caching service. A wallet refuses them
 * also while the user is asked, because no payment may wait for the answer.
 */
export function isRefused(dials: Dials, one: LineRelay): boolean {
  const dial = dialOf(dials, one);
  return dial === false || (dial === undefined && one.use === 'wallet');
}

/** True if a relay of a line may be connected now. */
export function isDialled(mode: LinesMode, dials: Dials, one: LineRelay): boolean {
  return mode === 'direct' || (mode === 'proxied' && dialOf(dials, one) === true);
}

/** Return the input of the actor that connects a relay of a line. */
export function lineInput(
  { url, client, from }: LineRelay,
  { proves }: Line,
  seed: number,
  suspended: boolean,
): RelayInput {
  return {
    url,
    account: client,
    signer: from,
    seed,
    rule: proves ? 'silent' : 'never',
    suspended,
  };
}
