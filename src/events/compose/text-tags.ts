import { altOf, describedTag } from '../media/upload.ts';
import type { Tag } from '../nostr/event.ts';
import { selectHints } from '../facts/references.ts';
import type { Token } from '../reading/content/content-token.ts';
import { tokenize } from '../reading/content/content.ts';

/** The typed text with further input of the composer. */
export interface Written {
  readonly text: string;
  /**
   * Custom emojis that the text may use: shortcode to address (NIP-30). Only the used ones are
   * declared.
   */
  readonly emojis?: ReadonlyMap<string, string> | undefined;
  /** imeta tags of uploaded files (NIP-92). Only files whose address is in the text are kept. */
  readonly files?: readonly Tag[];
  /** Reason to hide it at first (NIP-36); '' hides it without a reason. */
  readonly warning?: string | undefined;
  /** Version of this client, if the user allows naming it. */
  readonly client?: string | undefined;
}

/**
 * Maximum number of tags for mentions, quotes and hashtags each. Further ones stay in the text
 * without a tag.
 */
const MAX_EACH = 100;

/**
 * Return the text to sign: the typed text without lone surrogates and control characters. Programs
 * serialise these differently, so the id would not be valid everywhere. Tabs and line ends stay.
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

/**
 * Return the p, q, t, emoji, imeta, content-warning and client tags for a text from `postable`.
 * Never throws: anything that is no reference is text.
 */
export function tagsOf(written: Written): readonly Tag[] {
  const declared = [...(written.emojis ?? [])].map(
    ([shortcode, url]): Tag => ['emoji', shortcode, url],
  );
  const tokens = tokenize({ content: written.text, tags: declared });
  return [
    ...mentions(tokens),
    ...quotes(tokens),
    ...hashtags(tokens),
    ...usedEmojis(tokens, declared),
    ...(written.files ?? [])
      .filter((file) => isUsed(file, written.text))
      .map((file) => describedTag(file, altOf(file))),
    ...(written.warning === undefined
      ? []
      : [written.warning === '' ? ['content-warning'] : ['content-warning', written.warning]]),
    ...(written.client === undefined ? [] : [clientTag(written.client)]),
  ];
}

/**
 * NIP-89: name, handler address and relay of the handler. Starling has no handler, so the version
 * comes after two empty values.
 */
function clientTag(version: string): Tag {
  return ['client', 'Starling', '', '', version];
}

/** Keep only the first p tag of each account. */
export function uniquePeople(tags: readonly Tag[], except?: string): readonly Tag[] {
  const seen = new Set(except === undefined ? [] : [except]);
  return tags.filter(([name, pubkey = '']) => {
    if (name !== 'p') return true;
    if (seen.has(pubkey)) return false;
    seen.add(pubkey);
    return true;
  });
}

/** Build a tag without empty values at its end. */
export function trimTag(...values: readonly (string | undefined)[]): Tag {
  const tag = values.map((value) => value ?? '');
  while (tag.length > 2 && tag.at(-1) === '') tag.pop();
  return tag;
}

/** Return p tags for mentioned accounts and for known authors of quotes (NIP-10, NIP-27). */
function mentions(tokens: readonly Token[]): readonly Tag[] {
  const found = tokens.flatMap((token): readonly Tag[] => {
    if (token.type === 'profile') return [trimTag('p', token.pubkey, hintIn(token.relays))];
    const author =
      token.type === 'event'
        ? token.author
        : token.type === 'address'
          ? authorOf(token.address)
          : undefined;
    return author === undefined ? [] : [['p', author]];
  });
  return uniquePeople(found).slice(0, MAX_EACH);
}

/** Return q tags for the `nostr:` uris in the text (NIP-18). */
function quotes(tokens: readonly Token[]): readonly Tag[] {
  const found = new Map<string, Tag>();
  for (const token of tokens) {
    if (token.type !== 'event' && token.type !== 'address') continue;
    const [key, author] =
      token.type === 'event' ? [token.id, token.author] : [token.address, authorOf(token.address)];
    if (!found.has(key)) found.set(key, trimTag('q', key, hintIn(token.relays), author));
    if (found.size === MAX_EACH) break;
  }
  return [...found.values()];
}

/** Hashtags in lower case (NIP-24). */
function hashtags(tokens: readonly Token[]): readonly Tag[] {
  const found = new Set(
    tokens.flatMap((token) => (token.type === 'hashtag' ? [token.tag.toLowerCase()] : [])),
  );
  return [...found].slice(0, MAX_EACH).map((tag) => ['t', tag]);
}

function usedEmojis(tokens: readonly Token[], declared: readonly Tag[]): readonly Tag[] {
  const used = new Set(
    tokens.flatMap((token) => (token.type === 'emoji' ? [token.shortcode] : [])),
  );
  return declared.filter(([, shortcode = '']) => used.has(shortcode));
}

/** True if the address of the file (an imeta tag) is in the text. */
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
