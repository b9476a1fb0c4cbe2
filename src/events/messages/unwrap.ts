import { isNip44Payload } from '../account/keys/cipher-payload.ts';
import { type Secret, secretOf } from '../account/keys/secret.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { isRecord, parseJson } from '../core/json.ts';
import { KIND } from '../nostr/kinds.ts';
import { eventId } from '../nostr/serialize.ts';
import { readEvent } from '../nostr/event-shape.ts';
import { clipLine } from '../core/text.ts';
import { visibleText } from '../core/visible-text.ts';
import { isFarFuture, type Seconds } from '../core/time.ts';
import type { Verify } from '../nostr/verify.ts';
import type { DirectMessage, PrivateReaction, Rumor } from './rumor.ts';
import { sealedIn } from './encrypted-file.ts';

/** An opened private message with its peer. */
export interface OpenedMessage {
  readonly peer: string;
  readonly message: DirectMessage;
  readonly text: Secret<string>;
}

/**
 * Maximum characters of a decrypted text. A payload of NIP-44 cannot hold more, even if a signer
 * returns more.
 */
const LONGEST = 65_536;
const LONGEST_TYPE = 100;
const LONGEST_SUBJECT = 200;
const LONGEST_REACTION = 30;
const NOBODY = { id: '0'.repeat(64), sig: '0'.repeat(128) };

/** True if it is a wrap for this account, in a form that a signer could open (NIP-59). */
export function isWrapFor(event: SignedEvent, account: string): boolean {
  return (
    event.kind === KIND.GiftWrap &&
    tagValue(event, 'p') === account &&
    isNip44Payload(event.content)
  );
}

/**
 * Read the seal in the decrypted text of a wrap, signed by the author (INV-IDENTITY); `undefined`
 * if it is invalid or forged.
 */
export function sealIn(text: string, verify: Verify): VerifiedEvent | undefined {
  const seal = text.length <= LONGEST ? readEvent(parseJson(text)) : undefined;
  return seal && seal.kind === KIND.Seal && isNip44Payload(seal.content) ? verify(seal) : undefined;
}

/** An opened reaction to a private message, with its peer. */
export interface OpenedReaction {
  readonly peer: string;
  readonly reaction: PrivateReaction;
}

/**
 * Read the message (kind 14, or 15 for a file) or the reaction (kind 7) in a wrap after its seal is
 * opened. `undefined` if it is neither, names another author than the seal, or concerns other
 * accounts. A date ahead of the clock is replaced by the date of the wrap, which is the same each
 * time. The peer of a message to several is its author, or its first recipient.
 */
export function openedIn(
  text: string,
  {
    seal,
    wrap,
    account,
    now,
  }: { seal: VerifiedEvent; wrap: VerifiedEvent; account: string; now: Seconds },
): OpenedMessage | OpenedReaction | undefined {
  const rumor = provenIn(text, seal);
  const between = rumor && partiesOf(rumor, account);
  if (!rumor || !between) return undefined;
  const { peer, others } = between;
  const { id, pubkey, kind } = rumor;
  const created_at = [rumor.created_at, wrap.created_at].find((at) => !isFarFuture(at, now)) ?? now;
  if (kind === KIND.Reaction) {
    const to = rumor.tags.findLast(([name, of = '']) => name === 'e' && isHex(of, 64))?.[1];
    if (to === undefined) return undefined;
    const content = emojiOf(visibleText(clipLine(rumor.content, LONGEST_REACTION)));
    return { peer, reaction: { id, pubkey, to, created_at, content } };
  }
  if (kind !== KIND.PrivateMessage && kind !== KIND.PrivateFile) return undefined;
  const subject = visibleText(clipLine(tagValue(rumor, 'subject') ?? '', LONGEST_SUBJECT)).trim();
  const message: DirectMessage = {
    id,
    pubkey,
    created_at,
    form: 'nip17',
    event: wrap,
    ...(others.length > 0 ? { others } : {}),
    ...(subject === '' ? {} : { subject: secretOf(subject) }),
    ...(kind === KIND.PrivateFile ? { file: fileIn(rumor) } : {}),
  };
  return { peer, message, text: secretOf(kind === KIND.PrivateFile ? '' : rumor.content) };
}

/** Return the emoji of a reaction. A plus is a like, also an empty one (NIP-25). */
function emojiOf(content: string): string {
  if (content === '+' || content.trim() === '') return '❤️';
  return content === '-' ? '👎' : content;
}

/** Return the rumor if its author also signed the seal (INV-IDENTITY). */
function provenIn(text: string, seal: VerifiedEvent): Rumor | undefined {
  const rumor = text.length <= LONGEST ? rumorIn(text) : undefined;
  return rumor?.pubkey === seal.pubkey ? rumor : undefined;
}

/**
 * Return the peer of a rumor and the further recipients. `undefined` if it does not
 * concern the account (E-22).
 */
function partiesOf(
  { pubkey, tags }: Rumor,
  account: string,
): { readonly peer: string; readonly others: readonly string[] } | undefined {
  const receivers = new Set(
    tags.flatMap(([name, to = '']) => (name === 'p' && isHex(to, 64) ? [to] : [])),
  );
  if (receivers.size === 0 || (pubkey !== account && !receivers.has(account))) return undefined;
  const peer =
    pubkey === account ? ([...receivers].find((one) => one !== account) ?? account) : pubkey;
  return {
    peer,
    others: [...receivers].filter((one) => one !== account && one !== peer),
  };
}

/** The id is computed. If the rumor names another id, it is not the sealed one. */
function rumorIn(text: string): Rumor | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const said = readEvent({ ...value, ...NOBODY });
  if (!said) return undefined;
  const id = eventId(said);
  return value['id'] === undefined || value['id'] === id ? { ...said, id } : undefined;
}

function fileIn(rumor: Rumor): NonNullable<DirectMessage['file']> {
  const size = tagValue(rumor, 'size') ?? '';
  const sealed = sealedIn(rumor);
  return {
    type: clipLine(tagValue(rumor, 'file-type') ?? '', LONGEST_TYPE).toLowerCase(),
    size: /^\d{1,15}$/.test(size) ? Number(size) : undefined,
    sealed: sealed === undefined ? undefined : secretOf(sealed),
  };
}
