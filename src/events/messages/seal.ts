import type { EventTemplate } from '../account/signing/signed-answer.ts';
import { KIND } from '../nostr/kinds.ts';
import { eventId } from '../nostr/serialize.ts';
import { inSeconds, type Seconds, seconds } from '../core/time.ts';
import type { Rumor } from './rumor.ts';
import { composed, type Ours } from '../nostr/ours.ts';

/** Seals and wraps are dated up to this long before they are made (NIP-59). */
const TWO_DAYS = 2 * 24 * 60 * 60;
/**
 * Bytes of a rumor: padded and encrypted twice, it still fits into a payload of NIP-44 (65,535
 * bytes).
 */
const LONGEST_RUMOR = 40_960;

/**
 * Build the unsigned message to a peer inside a wrap (NIP-17), or a reaction to the message
 * with the id `reacted`. `text`: of the message, or the emoji.
 */
export function rumorOf(
  account: string,
  peer: string,
  text: string,
  created_at: Seconds,
  reacted?: string,
): Rumor {
  const about = reacted === undefined ? [] : [['e', reacted]];
  const said = {
    pubkey: account,
    created_at,
    kind: reacted === undefined ? KIND.PrivateMessage : KIND.Reaction,
    tags: [...about, ['p', peer]],
    content: text,
  };
  return { id: eventId(said), ...said };
}

/** Return the text of a rumor to encrypt; `undefined` if it is too long to be wrapped. */
export function rumorText(rumor: Rumor): string | undefined {
  const text = JSON.stringify(rumor);
  return new TextEncoder().encode(text).length > LONGEST_RUMOR ? undefined : text;
}

/**
 * Build the seal around an encrypted rumor, for the author's signer (NIP-59). It reveals neither
 * the recipient nor the time.
 */
export function sealTemplate(
  encrypted: string,
  now: Seconds,
  age: number,
): Ours<Required<EventTemplate>> {
  return composed({ kind: KIND.Seal, tags: [], content: encrypted, created_at: before(now, age) });
}

/** Return a time in the two days before. `age`: random, from 0 to 1. */
export function before(now: Seconds, age: number): Seconds {
  return seconds(
    Math.max(0, inSeconds(now) - Math.floor(Math.min(Math.max(age, 0), 1) * TWO_DAYS)),
  );
}
