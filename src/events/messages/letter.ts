import { type Secret, secretOf } from '../account/secret.ts';
import type { Draft } from '../event.ts';
import { isHex } from '../hex.ts';
import { field, isNumber, isRecord } from '../json.ts';
import { KIND } from '../kinds.ts';
import { inMillis, type Millis, millis } from '../time.ts';
import { RELATIONS, type Relation } from './contacts.ts';

/** A message in the making. `begun`: when; tells it from the next one to the same peer. Its text is nobody's but the account's. */
export interface Letter {
  readonly peer: string;
  readonly text: Secret<string>;
  readonly begun: Millis;
}

/** Where somebody was last among the messages (DM-01). */
export interface Place {
  readonly relation: Relation;
  readonly peer: string | undefined;
}

/** UTF-16 units of a message: what fits into a payload of NIP-44, whatever letters it is written with. */
export const LONGEST_MESSAGE = 20_000;

/** Whether a text can be sent as a message. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_MESSAGE;
}

/** A message as it is signed (NIP-04). `sealed`: its text, encrypted for the peer. */
export function messageDraft(peer: string, sealed: string): Draft {
  return { kind: KIND.EncryptedDirectMessage, content: sealed, tags: [['p', peer]] };
}

/** A letter in plain JSON, for whoever seals it at once. */
export function plainLetter({ peer, text, begun }: Letter): Readonly<Record<string, unknown>> {
  return { letter: peer, text: text.reveal() ?? '', begun: inMillis(begun) };
}

/** Reads it; undefined for anything that is no letter (E-47). */
export function readLetter(value: unknown): Letter | undefined {
  if (!isRecord(value)) return undefined;
  const [peer, text, begun] = ['letter', 'text', 'begun'].map((name) => field(value, name));
  if (typeof peer !== 'string' || !isHex(peer, 64) || typeof text !== 'string' || !isNumber(begun)) return undefined;
  return text === '' ? undefined : { peer, text: secretOf(text.slice(0, LONGEST_MESSAGE)), begun: millis(begun) };
}

/** Reads where somebody was; undefined for anything else. */
export function readPlace(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined;
  const [relation, peer] = [field(value, 'relation'), field(value, 'peer')];
  const known = RELATIONS.find((one) => one === relation);
  return known && { relation: known, peer: typeof peer === 'string' && isHex(peer, 64) ? peer : undefined };
}
