import type { SignedEvent, Tag } from '../../nostr/event.ts';
import { type Imeta, readImeta } from '../../media/imeta.ts';
import { entityRun, mentionIn, positionalMention } from './content-entity.ts';
import { linkToken, urlEnd } from './content-link.ts';
import { ecashAt, lightningAt } from './content-money.ts';
import { isLineEnd, isSpace } from './content-scan.ts';
import { declaredEmojis, emojiAt, hashtagAt, positionAt } from './content-tag.ts';
import type { LinebreakToken, Token } from './content-token.ts';

/** Budget of one note, in closely inspected characters. The rest becomes one text token (E-44). */
const BUDGET = 400_000;
const TOKEN_COST = 20;
const URL_COST = 100;
const ENTITY_COST = 50;

/** The scanners' input from the event, and the remaining work budget. */
interface Source {
  readonly content: string;
  readonly tags: readonly Tag[];
  readonly emojis: ReadonlyMap<string, string>;
  /** The t tags as written. A search finds those in lower case (NIP-24). */
  readonly tagged: ReadonlySet<string>;
  readonly imeta: ReadonlyMap<string, Imeta>;
  readonly home: string | undefined;
  readonly budget: { left: number };
}

/**
 * Read user content in one pass (NOTE-02, NIP-27, NIP-30, NIP-92): total, linear, bounded (E-44).
 * The texts of the tokens joined are the content. `home` is the origin this app was loaded from,
 * see `safeMediaUrl`.
 */
export function tokenize(
  event: Pick<SignedEvent, 'content' | 'tags'>,
  home?: string,
): readonly Token[] {
  return contentReader(event.tags, home)(event.content);
}

/**
 * Like `tokenize`, for a text that is read in pieces. The tags are read once, and all pieces share
 * one work budget.
 */
export function contentReader(
  tags: readonly Tag[],
  home?: string,
): (content: string) => readonly Token[] {
  const emojis = declaredEmojis(tags, home);
  const tagged = new Set(tags.flatMap(([name, value]) => (name === 't' && value ? [value] : [])));
  const imeta = readImeta(tags);
  const budget = { left: BUDGET };
  return (content) => tokensOf({ content, tags, emojis, tagged, imeta, home, budget });
}

function tokensOf(source: Source): readonly Token[] {
  const { content, budget } = source;
  const tokens: Token[] = [];
  let start = 0;
  let at = 0;
  while (at < content.length && budget.left > 0) {
    const found = tokenAt(source, at);
    if (found && found.type !== 'text') {
      if (start < at) tokens.push({ type: 'text', text: content.slice(start, at) });
      tokens.push(found);
      budget.left -= TOKEN_COST;
      start = at + found.text.length;
    }
    budget.left -= found ? found.text.length : 0;
    at += found ? found.text.length : 1;
  }
  if (start < content.length) tokens.push({ type: 'text', text: content.slice(start) });
  return tokens;
}

/**
 * Return the token that begins at `at`. A text token covers characters that start no other token.
 * `undefined`: go on with the next character.
 */
function tokenAt(source: Source, at: number): Token | undefined {
  const { content } = source;
  switch (content.charAt(at)) {
    case '\n':
    case '\r':
      return linebreakAt(content, at);
    case '#':
    case '＃':
      return hashAt(source, at);
    case ':':
      return emojiAt(content, at, source.emojis);
    default:
      return wordAt(source, at);
  }
}

/**
 * Return the token that begins with a letter or `@`. Checks two characters first, because nearly
 * every letter begins nothing.
 */
function wordAt(source: Source, at: number): Token | undefined {
  const { content } = source;
  const second = content.charCodeAt(at + 1) | 0x20;
  switch (content.charCodeAt(at) | 0x20) {
    case 0x68: // ht
      return second === 0x74 ? linkAt(source, at) : undefined;
    case 0x77: // ww
      return second === 0x77 ? linkAt(source, at) : undefined;
    case 0x62: // bi
      return second === 0x69 ? linkAt(source, at) : undefined;
    case 0x6d: // ma
      return second === 0x61 ? linkAt(source, at) : undefined;
    case 0x60: // @n
      return second === 0x6e ? mentionAt(source, at) : undefined;
    case 0x6e: // no, np, ne, na
      return second === 0x6f || second === 0x70 || second === 0x65 || second === 0x61
        ? mentionAt(source, at)
        : undefined;
    case 0x6c: // li, ln
      return second === 0x69 || second === 0x6e ? lightningAt(content, at) : undefined;
    case 0x63: // ca
      return second === 0x61 ? ecashAt(content, at) : undefined;
    default:
      return undefined;
  }
}

function linkAt(source: Source, at: number): Token | undefined {
  const end = urlEnd(source.content, at);
  if (end === undefined) return undefined;
  source.budget.left -= URL_COST;
  return linkToken(source.content.slice(at, end), source.imeta, source.home);
}

function mentionAt(source: Source, at: number): Token | undefined {
  const run = entityRun(source.content, at);
  if (run?.type !== 'run') return run;
  source.budget.left -= ENTITY_COST;
  return (
    mentionIn(source.content, at, run) ?? { type: 'text', text: source.content.slice(at, run.to) }
  );
}

function hashAt({ content, tags, tagged }: Source, at: number): Token | undefined {
  const position = positionAt(content, at);
  if (position) return positionalMention(content.slice(at, position.end), tags[position.index]);
  return hashtagAt(content, at, tagged);
}

/** Line ends and the white space between them. `\r\n` counts as one. */
function linebreakAt(text: string, at: number): LinebreakToken {
  let end = at;
  let count = 0;
  for (let i = at; i < text.length && isSpace(text.charCodeAt(i)); i++) {
    if (!isLineEnd(text.charCodeAt(i))) continue;
    if (text.charAt(i) === '\n' || text.charAt(i + 1) !== '\n') count++;
    end = i + 1;
  }
  return { type: 'linebreak', text: text.slice(at, end), count };
}
