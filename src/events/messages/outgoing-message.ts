import { type Secret, secretOf } from '../account/keys/secret.ts';
import type { Draft } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isNumber, isRecord } from '../core/json.ts';
import { MAX_UNSENT_LENGTH } from '../core/unsent-limit.ts';
import { KIND } from '../nostr/kinds.ts';
import { inMillis, type Millis, millis } from '../core/time.ts';
import type { DirectMessage } from './rumor.ts';
import { RELATIONS, type Relation } from './contacts.ts';
import { composed, type Ours } from '../nostr/ours.ts';

/**
 * An unsent message. Its text is a secret of the account. `changedAt`: the time of the last change,
 * which distinguishes this text from earlier and later ones to the same peer. `wanted`: the form
 * that the user chose for this peer, also for later messages. `id` distinguishes several unsent
 * texts to one peer. It is `undefined` before a text is begun, and for a text of an earlier
 * version. `enteredAt`: the user sent it, and it is sent in this order, also by a later page.
 * `isOrdered`: the outbox had a job for it. `isUnsent`: the user sent it, but it stopped.
 */
export interface OutgoingMessage {
  readonly peer: string;
  readonly id?: string | undefined;
  readonly text: Secret<string>;
  readonly changedAt: Millis;
  readonly wanted?: MessageForm | undefined;
  readonly enteredAt?: Millis | undefined;
  readonly isOrdered?: boolean | undefined;
  readonly isUnsent?: boolean | undefined;
}

/** The user's last position in the messages (DM-01). */
export interface Place {
  readonly relation: Relation;
  readonly peer: string | undefined;
}

/** The form of a message: private (NIP-17), or the old one (NIP-04). */
export type MessageForm = DirectMessage['form'];
const FORMS: readonly MessageForm[] = ['nip17', 'nip04'];

/**
 * Relays for private messages to a peer, and for the own copies; all passed the url policy. Empty
 * if the peer has named none.
 */
export interface MessageRelays {
  readonly peer: ReadonlyArray<Ours<string>>;
  readonly own: ReadonlyArray<Ours<string>>;
}

/**
 * Reason for the form of a message. `unable`: the signer does not support the private form.
 * `unknown`: the relays of the peer could not be loaded.
 */
export type FormReason = 'named' | 'chosen' | 'unnamed' | 'unable' | 'asking' | 'unknown';

/** True if the peer is known to accept private messages: they named relays for them. */
export function isNamed(relays: FormFacts['relays']): relays is MessageRelays {
  return typeof relays === 'object' && relays.peer.length > 0;
}

/** `wanted`: the form that the user chose for this peer. */
export interface FormFacts {
  readonly wanted: MessageForm | undefined;
  readonly relays: MessageRelays | 'asking' | 'unknown';
  readonly isUnable: boolean;
}

/**
 * Return the form of a message with the reason. `form` is `undefined` while the relays of the peer
 * are unknown. The old form reveals publicly who writes to whom. It is therefore never chosen
 * automatically while the relays are unknown, or because the signer is unable.
 */
export function formOf({ wanted, relays, isUnable }: FormFacts): {
  readonly form: MessageForm | undefined;
  readonly reason: FormReason;
} {
  if (wanted === 'nip04')
    return {
      form: 'nip04',
      reason: typeof relays === 'object' && !isNamed(relays) ? 'unnamed' : 'chosen',
    };
  if (relays === 'asking' || relays === 'unknown') return { form: undefined, reason: relays };
  return isNamed(relays)
    ? { form: 'nip17', reason: isUnable ? 'unable' : 'named' }
    : { form: 'nip04', reason: 'unnamed' };
}

/** UTF-16 units of a message that fit into a payload of NIP-44 in any script. */
export const LONGEST_MESSAGE = 20_000;
const LONGEST_ID = 100;

/** True if a text can be sent as a message. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_MESSAGE;
}

/** Return a text that waits for the user again. */
export function draftOf(outgoing: OutgoingMessage, isUnsent = false): OutgoingMessage {
  const { enteredAt: _enteredAt, isOrdered: _isOrdered, isUnsent: _isUnsent, ...draft } = outgoing;
  return { ...draft, ...(isUnsent ? { isUnsent } : {}) };
}

/** Return the texts that wait to be sent, in the order in which the user sent them. */
export function enteredIn(drafts: readonly OutgoingMessage[]): readonly OutgoingMessage[] {
  return drafts
    .filter(({ enteredAt }) => enteredAt !== undefined)
    .toSorted(
      (a, b) => inMillis(a.enteredAt ?? a.changedAt) - inMillis(b.enteredAt ?? b.changedAt),
    );
}

/** Build a message to sign (NIP-04). `sealed`: its text, encrypted for the peer. */
export function messageDraft(peer: string, sealed: string): Ours<Draft> {
  return composed({ kind: KIND.EncryptedDirectMessage, content: sealed, tags: [['p', peer]] });
}

/**
 * Return the unsent texts to each peer, the latest one first. A peer with only a chosen form has
 * one empty text. `drafts`: the latest one last.
 */
export function draftsByPeer(
  drafts: readonly OutgoingMessage[],
): ReadonlyMap<string, readonly OutgoingMessage[]> {
  const byPeer = Map.groupBy(drafts.toReversed(), ({ peer }) => peer);
  return new Map(
    [...byPeer].map(([peer, all]) => {
      const wanted = all.find((outgoing) => outgoing.wanted !== undefined)?.wanted;
      const texts = all.filter(({ text }) => text.reveal() !== '');
      return [
        peer,
        (texts.length > 0 ? texts : all.slice(0, 1)).map((outgoing) => ({ ...outgoing, wanted })),
      ];
    }),
  );
}

/**
 * Return an unsent message as plain JSON, which the caller must seal at once; `undefined` if there
 * is nothing to store.
 */
export function serializeMessage({
  peer,
  id,
  text,
  changedAt,
  wanted,
  enteredAt,
  isOrdered,
  isUnsent,
}: OutgoingMessage): Readonly<Record<string, unknown>> | undefined {
  const said = text.reveal() ?? '';
  return said === '' && wanted === undefined
    ? undefined
    : {
        letter: peer,
        id,
        text: said,
        begun: inMillis(changedAt),
        wanted,
        ...(enteredAt === undefined ? {} : { entered: inMillis(enteredAt) }),
        ...(isOrdered ? { ordered: true } : {}),
        ...(isUnsent ? { unsent: true } : {}),
      };
}

/** Read a stored unsent message; `undefined` if it is invalid (E-47). */
export function readMessage(value: unknown): OutgoingMessage | undefined {
  if (!isRecord(value)) return undefined;
  const [peer, text, changedAt] = ['letter', 'text', 'begun'].map((name) => field(value, name));
  if (
    typeof peer !== 'string' ||
    !isHex(peer, 64) ||
    typeof text !== 'string' ||
    !isNumber(changedAt)
  )
    return undefined;
  const wanted = FORMS.find((form) => form === field(value, 'wanted'));
  if (text === '' && wanted === undefined) return undefined;
  const [id, entered] = [field(value, 'id'), field(value, 'entered')];
  return {
    peer,
    text: secretOf(text.slice(0, MAX_UNSENT_LENGTH)),
    changedAt: millis(changedAt),
    ...(typeof id === 'string' && id.length <= LONGEST_ID ? { id } : {}),
    ...(wanted ? { wanted } : {}),
    ...(isNumber(entered) ? { enteredAt: millis(entered) } : {}),
    ...(field(value, 'ordered') === true ? { isOrdered: true } : {}),
    ...(field(value, 'unsent') === true ? { isUnsent: true } : {}),
  };
}

/** Read a stored position; `undefined` if it is invalid. */
export function readPlace(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined;
  const [relation, peer] = [field(value, 'relation'), field(value, 'peer')];
  const known = RELATIONS.find((one) => one === relation);
  return (
    known && {
      relation: known,
      peer: typeof peer === 'string' && isHex(peer, 64) ? peer : undefined,
    }
  );
}
