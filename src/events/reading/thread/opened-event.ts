import { isNip04Payload, isNip44Payload } from '../../account/keys/cipher-payload.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { type Reference, referencesOf, repostTarget } from '../../facts/references.ts';

/** As what an event opens by its id or address: the screen of something else, a note with its replies, or the plain facts. */
export type Opening =
  | { readonly as: 'note' }
  | { readonly as: 'profile'; readonly pubkey: string }
  /** A newest version under the event's own address, as an article. */
  | { readonly as: 'article' }
  /** A repost: what it repeats. */
  | { readonly as: 'target'; readonly target: Reference }
  /** Written for others' eyes: nothing of it is shown. */
  | { readonly as: 'private' }
  | { readonly as: 'facts' };

const NOTES: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Image,
  KIND.VideoPost,
  KIND.ShortVideoPost,
  KIND.FileMetadata,
  KIND.ChannelMessage,
  KIND.Poll,
  KIND.Comment,
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

/** How an event of any kind opens; never undefined, as a kind that nobody here knows still has facts. */
export function openingOf(event: Pick<SignedEvent, 'kind' | 'pubkey' | 'tags' | 'content'>): Opening {
  if (PRIVATE.has(event.kind)) return { as: 'private' };
  if (event.kind === KIND.Metadata) return { as: 'profile', pubkey: event.pubkey };
  if (event.kind === KIND.LongForm) return { as: 'article' };
  const target = repostTarget(event);
  if (target) return { as: 'target', target };
  return NOTES.has(event.kind) ? { as: 'note' } : { as: 'facts' };
}

/** The plain facts of an event: what it is called, what it says, whom and what it names, and its other tags and fields, as written. */
export interface EventFacts {
  readonly title: string;
  readonly about: string;
  readonly people: readonly string[];
  readonly targets: readonly Reference[];
  /** Name and value of every other tag, and of the fields of a content that is a JSON object; the whole of one that is a list. */
  readonly rows: ReadonlyArray<readonly [name: string, value: string]>;
  /** A part that only its author, or who it is for, can read. */
  readonly sealed: boolean;
}

const TITLES = ['title', 'name', 'display_name'];
const ABOUTS = ['description', 'summary', 'about', 'alt'];

/** Reads the facts of any event (INV-ISOLATE): total, and no sealed content is among them. */
export function factsOf(event: Pick<SignedEvent, 'tags' | 'content'>): EventFacts {
  const sealed = isNip04Payload(event.content) || isNip44Payload(event.content);
  const parsed = parseJson(event.content);
  const fields = isRecord(parsed) && !Array.isArray(parsed) ? Object.keys(parsed).flatMap((name) => rowOf(name, field(parsed, name))) : [];
  const named = new Set(['p', 'e', 'a', 'd', ...TITLES, ...ABOUTS]);
  const tags = event.tags.map(([name = '', ...values]) => [name, values.join(' ').trim()] as const);
  const listed = Array.isArray(parsed) ? [['content', event.content] as const] : [];
  const all = [...tags, ...fields, ...listed];
  const first = (names: readonly string[]) =>
    names.flatMap((name) => all.find((row) => row[0] === name && row[1] !== '' && !isForPrograms(row[1]))?.[1] ?? [])[0] ?? '';
  const text = fields.length > 0 || sealed || isForPrograms(event.content) ? '' : event.content;
  return {
    title: first(TITLES),
    about: text.trim() === '' ? first(ABOUTS) : text,
    people: [...new Set(event.tags.flatMap(([name, pubkey = '']) => (name === 'p' && isHex(pubkey, 64) ? [pubkey] : [])))],
    targets: [...referencesOf(event, 'e'), ...referencesOf(event, 'a')],
    rows: all.filter(([name, value]) => value !== '' && !named.has(name)),
    sealed,
  };
}

/** What nobody wrote to be read, as the request that a receipt describes. */
function isForPrograms(text: string): boolean {
  const parsed = parseJson(text);
  return isRecord(parsed) || Array.isArray(parsed);
}

function rowOf(name: string, value: unknown): Array<readonly [string, string]> {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text === '' || text === 'null' ? [] : [[name, text]];
}
