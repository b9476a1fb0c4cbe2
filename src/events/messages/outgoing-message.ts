import { type Secret, secretOf } from '../account/keys/secret.ts';
import type { Draft } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isNumber, isRecord } from '../core/json.ts';
import { LONGEST_KEPT } from '../core/unsent-limit.ts';
import { KIND } from '../nostr/kinds.ts';
import { inMillis, type Millis, millis } from '../core/time.ts';
import type { DirectMessage } from './rumor.ts';
import { RELATIONS, type Relation } from './contacts.ts';
import { composed, type Ours } from '../nostr/ours.ts';

/**
 * A message in the making. `begun`: when; tells it from the next one to the same peer. Its text is nobody's but the account's. `wanted`: the form that
 * a person chose for this peer, also for what is written later. `id` tells apart several unsent texts to one peer; `undefined` before a text is begun,
 * and for a text of an earlier version.
 */
export interface Letter {
  readonly peer: string;
  readonly id?: string | undefined;
  readonly text: Secret<string>;
  readonly begun: Millis;
  readonly wanted?: MessageForm | undefined;
}

/** Where somebody was last among the messages (DM-01). */
export interface Place {
  readonly relation: Relation;
  readonly peer: string | undefined;
}

/** The form in which a message goes: private (NIP-17), or the old one (NIP-04). */
export type MessageForm = DirectMessage['form'];
const FORMS: readonly MessageForm[] = ['nip17', 'nip04'];

/** Where private messages to a peer go, and where the own copies; through the url policy. Empty: the peer has named none. */
export interface MessageRelays {
  readonly peer: ReadonlyArray<Ours<string>>;
  readonly own: ReadonlyArray<Ours<string>>;
}

/** Why a message goes in its form. `unable`: the signer cannot do the private one. `unknown`: nobody could say whether the peer takes it. */
export type FormReason = 'named' | 'chosen' | 'unnamed' | 'unable' | 'asking' | 'unknown';

/** `wanted`: what a person chose for this peer. */
export interface FormFacts {
  readonly wanted: MessageForm | undefined;
  readonly relays: MessageRelays | 'asking' | 'unknown';
  readonly isUnable: boolean;
}

/**
 * In which form a message goes, and why. Undefined: that cannot be said yet. As long as nobody knows whether the peer takes private messages none
 * goes in the old form by itself, which would tell everybody who writes to whom; nor where the signer cannot do the private one.
 */
export function formOf({ wanted, relays, isUnable }: FormFacts): { readonly form: MessageForm | undefined; readonly reason: FormReason } {
  if (wanted === 'nip04')
    return { form: 'nip04', reason: relays === 'asking' || relays === 'unknown' || relays.peer.length > 0 ? 'chosen' : 'unnamed' };
  if (relays === 'asking' || relays === 'unknown') return { form: undefined, reason: relays };
  return relays.peer.length > 0 ? { form: 'nip17', reason: isUnable ? 'unable' : 'named' } : { form: 'nip04', reason: 'unnamed' };
}

/** UTF-16 units of a message: what fits into a payload of NIP-44, whatever letters it is written with. */
export const LONGEST_MESSAGE = 20_000;
const LONGEST_ID = 100;

/** Whether a text can be sent as a message. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_MESSAGE;
}

/** A message as it is signed (NIP-04). `sealed`: its text, encrypted for the peer. */
export function messageDraft(peer: string, sealed: string): Ours<Draft> {
  return composed({ kind: KIND.EncryptedDirectMessage, content: sealed, tags: [['p', peer]] });
}

/** The unsent texts to each peer, the latest one first. A peer with a chosen form alone has one empty letter. `letters`: the latest one last. */
export function lettersByPeer(letters: readonly Letter[]): ReadonlyMap<string, readonly Letter[]> {
  const byPeer = Map.groupBy(letters.toReversed(), ({ peer }) => peer);
  return new Map(
    [...byPeer].map(([peer, all]) => {
      const wanted = all.find((letter) => letter.wanted !== undefined)?.wanted;
      const texts = all.filter(({ text }) => text.reveal() !== '');
      return [peer, (texts.length > 0 ? texts : all.slice(0, 1)).map((letter) => ({ ...letter, wanted }))];
    }),
  );
}

/** A letter in plain JSON, for whoever seals it at once; undefined: there is nothing to keep of it. */
export function plainLetter({ peer, id, text, begun, wanted }: Letter): Readonly<Record<string, unknown>> | undefined {
  const said = text.reveal() ?? '';
  return said === '' && wanted === undefined ? undefined : { letter: peer, id, text: said, begun: inMillis(begun), wanted };
}

/** Reads it; undefined for anything that is no letter (E-47). */
export function readLetter(value: unknown): Letter | undefined {
  if (!isRecord(value)) return undefined;
  const [peer, text, begun] = ['letter', 'text', 'begun'].map((name) => field(value, name));
  if (typeof peer !== 'string' || !isHex(peer, 64) || typeof text !== 'string' || !isNumber(begun)) return undefined;
  const wanted = FORMS.find((form) => form === field(value, 'wanted'));
  if (text === '' && wanted === undefined) return undefined;
  const id = field(value, 'id');
  return {
    peer,
    text: secretOf(text.slice(0, LONGEST_KEPT)),
    begun: millis(begun),
    ...(typeof id === 'string' && id.length <= LONGEST_ID ? { id } : {}),
    ...(wanted ? { wanted } : {}),
  };
}

/** Reads where somebody was; undefined for anything else. */
export function readPlace(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined;
  const [relation, peer] = [field(value, 'relation'), field(value, 'peer')];
  const known = RELATIONS.find((one) => one === relation);
  return known && { relation: known, peer: typeof peer === 'string' && isHex(peer, 64) ? peer : undefined };
}
