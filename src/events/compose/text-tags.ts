import type { Tag } from '../nostr/event.ts';
import { selectHints } from '../facts/references.ts';
import type { Token } from '../reading/content/content-token.ts';
import { tokenize } from '../reading/content/content.ts';

/** What a person typed, and what the composer knows besides. */
export interface Written {
  readonly text: string;
  /** Custom emojis that may be meant: shortcode to address (NIP-30). Only those used are declared. */
  readonly emojis?: ReadonlyMap<string, string> | undefined;
  /** imeta tags of files that were uploaded for it (NIP-92). Only those whose address stands in the text are kept. */
  readonly files?: readonly Tag[];
  /** Why it should be hidden at first (NIP-36); '' hides it without a reason. */
  readonly warning?: string | undefined;
  /** Version of this client, where the person lets it be named. */
  readonly client?: string | undefined;
}

/** More mentions, quotes or hashtags than this are a flood; they stay in the text and get no tag. */
const MAX_EACH = 100;

/**
 * The text as it is signed: what was typed, but for lone surrogates and control characters, which programs serialise differently, so
 * that the id would not hold everywhere. Tabs and line ends stay.
 */
export function postable(text: string): string {
  const formed = text.toWellFormed();
  let clean = '';
  let from = 0;
  for (let at = 0; at < formed.length; at++) {
    if (!isControl(formed.charCodeAt(at))) continue;
    clean += formed.slice(from, at);
    from = at + 1;
  }
  return from === 0 ? formed : clean + formed.slice(from);
}

/** p, q, t, emoji, imeta, content-warning and client tags for a text that `postable` gave. Total: whatever is no reference is text (C-23). */
export function tagsOf(written: Written): readonly Tag[] {
  const declared = [...(written.emojis ?? [])].map(([shortcode, url]): Tag => ['emoji', shortcode, url]);
  const tokens = tokenize({ content: written.text, tags: declared });
  return [
    ...mentions(tokens),
    ...quotes(tokens),
    ...hashtags(tokens),
    ...usedEmojis(tokens, declared),
    ...(written.files ?? []).filter((file) => isUsed(file, written.text)),
    ...(written.warning === undefined ? [] : [written.warning === '' ? ['content-warning'] : ['content-warning', written.warning]]),
    ...(written.client === undefined ? [] : [clientTag(written.client)]),
  ];
}

/** NIP-89: name, address of a handler and relay of that; Starling has no handler, so the version comes after two empty places. */
function clientTag(version: string): Tag {
  return ['client', 'Starling', '', '', version];
}

/** The tags without repetition of what a p tag names; the first of each stands. */
export function uniquePeople(tags: readonly Tag[], except?: string): readonly Tag[] {
  const seen = new Set(except === undefined ? [] : [except]);
  return tags.filter(([name, pubkey = '']) => {
    if (name !== 'p') return true;
    if (seen.has(pubkey)) return false;
    seen.add(pubkey);
    return true;
  });
}

/** A tag without the empty values at its end. */
export function trimTag(...values: readonly (string | undefined)[]): Tag {
  const tag = values.map((value) => value ?? '');
  while (tag.length > 2 && tag.at(-1) === '') tag.pop();
  return tag;
}

/** Accounts that are mentioned, and the authors of what is quoted where they are known (NIP-10, NIP-27). */
function mentions(tokens: readonly Token[]): readonly Tag[] {
  const found = tokens.flatMap((token): readonly Tag[] => {
    if (token.type === 'profile') return [trimTag('p', token.pubkey, hintIn(token.relays))];
    const author = token.type === 'event' ? token.author : token.type === 'address' ? authorOf(token.address) : undefined;
    return author === undefined ? [] : [['p', author]];
  });
  return uniquePeople(found).slice(0, MAX_EACH);
}

/** NIP-18: what the text names by `nostr:` is quoted. */
function quotes(tokens: readonly Token[]): readonly Tag[] {
  const found = new Map<string, Tag>();
  for (const token of tokens) {
    if (token.type !== 'event' && token.type !== 'address') continue;
    const [key, author] = token.type === 'event' ? [token.id, token.author] : [token.address, authorOf(token.address)];
    if (!found.has(key)) found.set(key, trimTag('q', key, hintIn(token.relays), author));
    if (found.size === MAX_EACH) break;
  }
  return [...found.values()];
}

/** NIP-24: in lower case. */
function hashtags(tokens: readonly Token[]): readonly Tag[] {
  const found = new Set(tokens.flatMap((token) => (token.type === 'hashtag' ? [token.tag.toLowerCase()] : [])));
  return [...found].slice(0, MAX_EACH).map((tag) => ['t', tag]);
}

function usedEmojis(tokens: readonly Token[], declared: readonly Tag[]): readonly Tag[] {
  const used = new Set(tokens.flatMap((token) => (token.type === 'emoji' ? [token.shortcode] : [])));
  return declared.filter(([, shortcode = '']) => used.has(shortcode));
}

/** Whether the address of such a file (an imeta tag) stands in the text. */
export function isUsed(file: Tag, text: string): boolean {
  const url = file.find((part) => part.startsWith('url '))?.slice('url '.length);
  return url !== undefined && url !== '' && text.includes(url);
}

function hintIn(relays: readonly string[]): string | undefined {
  return selectHints(relays, 1)[0];
}

function authorOf(address: string): string | undefined {
  return address.split(':')[1];
}

function isControl(code: number): boolean {
  return (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127;
}
