import { isNip04Payload, isNip44Payload } from '../../account/keys/cipher-payload.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { type Reference, referencesOf, repostTarget } from '../../facts/references.ts';

/**
 * How an event opens by its id or address: on the screen of its target, as a note with its replies,
 * or as plain facts.
 */
export type OpenedEvent =
  | { readonly as: 'note' }
  | { readonly as: 'profile'; readonly pubkey: string }
  /** The newest version at the event's own address, as an article. */
  | { readonly as: 'article' }
  /** A repost: its target. */
  | { readonly as: 'target'; readonly target: Reference }
  /** Encrypted for others: nothing of it is shown. */
  | { readonly as: 'private' }
  | { readonly as: 'facts' };

const NOTES: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Image,
  KIND.VideoPost,
  KIND.ShortVideoPost,
  KIND.FileMetadata,
  KIND.ChannelCreation,
  KIND.ChannelMessage,
  KIND.Poll,
  KIND.Comment,
  KIND.VoiceMessage,
  KIND.VoiceReply,
  KIND.LiveChatMessage,
  KIND.ZapPoll,
  KIND.ZapGoal,
  KIND.Highlight,
  KIND.Video,
  KIND.ShortVideo,
]);
const PRIVATE: ReadonlySet<number> = new Set([
  KIND.EncryptedDirectMessage,
  KIND.Seal,
  KIND.PrivateMessage,
  KIND.GiftWrap,
  KIND.Draft,
  KIND.WalletRequest,
  KIND.WalletResponse,
  KIND.RemoteSigning,
]);
/** Drafts (NIP-37), and unencrypted ones of articles and listings (NIP-23, NIP-99). */
const DRAFTS: ReadonlySet<number> = new Set([KIND.Draft, KIND.LongFormDraft, KIND.ClassifiedDraft]);

/** Why a sealed event is not shown: its author has not published it, or it is private. */
export function sealOf(kind: number): 'draft' | 'private' {
  return DRAFTS.has(kind) ? 'draft' : 'private';
}

/** True if no content of the event is shown: it is private, or a draft of another account. */
export function isSealed(
  { kind, pubkey }: Pick<SignedEvent, 'kind' | 'pubkey'>,
  reader: string | undefined,
): boolean {
  return PRIVATE.has(kind) || (DRAFTS.has(kind) && pubkey !== reader);
}

/**
 * Return how an event of any kind opens. Never `undefined`, because an unknown kind still has
 * facts.
 */
export function openedEventOf(
  event: Pick<SignedEvent, 'kind' | 'pubkey' | 'tags' | 'content'>,
): OpenedEvent {
  if (PRIVATE.has(event.kind)) return { as: 'private' };
  if (event.kind === KIND.Metadata) return { as: 'profile', pubkey: event.pubkey };
  if (event.kind === KIND.LongForm) return { as: 'article' };
  const target = repostTarget(event);
  if (target) return { as: 'target', target };
  return NOTES.has(event.kind) ? { as: 'note' } : { as: 'facts' };
}

/**
 * The plain facts of an event: its title, its text, the people and events that it names, and its
 * other tags and fields, as written.
 */
export interface EventFacts {
  readonly title: string;
  readonly about: string;
  readonly people: readonly string[];
  readonly targets: readonly Reference[];
  /**
   * Name and value of every other tag, and of the fields of a JSON object in the content. A JSON
   * list is one value.
   */
  readonly rows: ReadonlyArray<readonly [name: string, value: string]>;
  /** True if a part is readable only by its author or recipient. */
  readonly sealed: boolean;
}

/** Longer than words and identifiers, shorter than ciphertext. In UTF-16 units. */
const SHORTEST_CODE = 120;
const TITLES = ['title', 'name', 'display_name'];
const ABOUTS = ['description', 'summary', 'about', 'alt'];

/** Read the facts of any event (INV-ISOLATE): total, and without encrypted content. */
export function factsOf(event: Pick<SignedEvent, 'tags' | 'content'>): EventFacts {
  const sealed = [event.content, ...event.tags.flatMap(([, ...values]) => values)].some(isPayload);
  const parsed = parseJson(event.content);
  const fields =
    isRecord(parsed) && !Array.isArray(parsed)
      ? Object.keys(parsed).flatMap((name) => rowOf(name, field(parsed, name)))
      : [];
  const named = new Set(['p', 'e', 'a', 'd', ...TITLES, ...ABOUTS]);
  const tags = event.tags.map(
    ([name = '', ...values]) =>
      [
        name,
        values
          .filter((value) => !isForDevices(value))
          .join(' ')
          .trim(),
      ] as const,
  );
  const listed = Array.isArray(parsed) ? [['content', event.content] as const] : [];
  const all = [...tags, ...fields, ...listed];
  const first = (names: readonly string[]) =>
    names.flatMap(
      (name) =>
        all.find((row) => row[0] === name && row[1] !== '' && !isForPrograms(row[1]))?.[1] ?? [],
    )[0] ?? '';
  const text = fields.length > 0 || isForPrograms(event.content) ? '' : event.content;
  return {
    title: first(TITLES),
    about: text.trim() === '' ? first(ABOUTS) : text,
    people: [
      ...new Set(
        event.tags.flatMap(([name, pubkey = '']) =>
          name === 'p' && isHex(pubkey, 64) ? [pubkey] : [],
        ),
      ),
    ],
    targets: [...referencesOf(event, 'e'), ...referencesOf(event, 'a')],
    rows: all.filter(([name, value]) => value !== '' && !named.has(name)),
    sealed,
  };
}

/** True for JSON, such as the request in a receipt, and for ciphertext: no texts for readers. */
function isForPrograms(text: string): boolean {
  const parsed = parseJson(text);
  return isRecord(parsed) || Array.isArray(parsed) || isForDevices(text);
}

function isPayload(text: string): boolean {
  return isNip04Payload(text) || isNip44Payload(text);
}

/** True for ciphertext of a known form, and for a long run of base64 or hex. */
function isForDevices(text: string): boolean {
  return isPayload(text) || (text.length >= SHORTEST_CODE && /^[A-Za-z0-9+/_=-]+$/.test(text));
}

function rowOf(name: string, value: unknown): Array<readonly [string, string]> {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text === '' || text === 'null' ? [] : [[name, text]];
}
