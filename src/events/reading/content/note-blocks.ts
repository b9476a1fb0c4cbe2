import { isSpace } from './content-scan.ts';
import type {
  AddressToken,
  AudioToken,
  EcashToken,
  EmbedToken,
  EventToken,
  ImageToken,
  InlineToken,
  InvoiceToken,
  LinkToken,
  Token,
  VideoToken,
} from './content-token.ts';

/** A block of a note view, from top to bottom (NOTE-02). */
export type Block = ParagraphBlock | GalleryBlock | CarriedBlock | PreviewBlock;

/**
 * Running text, never empty, without white space at its ends. Event and address tokens in it are
 * quotes beyond the limit, and become links.
 */
interface ParagraphBlock {
  readonly type: 'paragraph';
  readonly tokens: readonly InlineToken[];
}

/** One picture, or several with only white space between them. */
interface GalleryBlock {
  readonly type: 'gallery';
  readonly images: readonly ImageToken[];
}

/** Embedded content between paragraphs, with a component of its own. */
type CarriedBlock =
  | { readonly type: 'video'; readonly token: VideoToken }
  | { readonly type: 'audio'; readonly token: AudioToken }
  | { readonly type: 'embed'; readonly token: EmbedToken }
  | { readonly type: 'quote'; readonly token: EventToken | AddressToken }
  | { readonly type: 'invoice'; readonly token: InvoiceToken }
  | { readonly type: 'ecash'; readonly token: EcashToken };

/**
 * A link that gets a card (NOTE-08). `inText`: the link is also in a paragraph, so a failed preview
 * shows nothing more.
 */
interface PreviewBlock {
  readonly type: 'preview';
  readonly token: LinkToken;
  readonly inText: boolean;
}

/** Limit of quotes inside one note. Further ones stay links in the text. */
const MOST_QUOTES = 3;
/** Limit of frames, players and cards in one note. Further ones stay links in the text. */
const MOST_CARRIED = 24;

/**
 * Group tokens into blocks (NOTE-02). Removes white space around embedded content. At most one link
 * gets a card: the last web link, and only in a note without media, embeds or quotes. A note thus
 * shows one embedded thing.
 */
export function blocksOf(tokens: readonly Token[]): readonly Block[] {
  const blocks: Block[] = [];
  let line: InlineToken[] = [];
  let quotes = 0;
  let carriedCount = 0;
  const flush = () => {
    const paragraph = trimTokens(line);
    if (paragraph.length > 0) blocks.push({ type: 'paragraph', tokens: paragraph });
    line = [];
  };
  for (const token of tokens) {
    const last = blocks[blocks.length - 1];
    if (token.type === 'image' && last?.type === 'gallery' && line.every(isBlank)) {
      line = [];
      blocks[blocks.length - 1] = { type: 'gallery', images: [...last.images, token] };
      continue;
    }
    const carried =
      carriedCount < MOST_CARRIED ? carriedBlock(token, quotes < MOST_QUOTES) : undefined;
    if (!carried) {
      line.push(asInline(token));
      continue;
    }
    flush();
    blocks.push(carried);
    carriedCount++;
    if (carried.type === 'quote') quotes++;
  }
  flush();
  return withPreview(blocks);
}

/** Return tokens without white space at either end. Only text tokens at the ends are cut. */
function trimTokens(tokens: readonly InlineToken[]): readonly InlineToken[] {
  let start = 0;
  let end = tokens.length;
  while (start < end && isBlank(tokens[start]!)) start++;
  while (end > start && isBlank(tokens[end - 1]!)) end--;
  const kept = tokens.slice(start, end);
  const first = kept[0];
  if (first?.type === 'text') kept[0] = { type: 'text', text: first.text.trimStart() };
  const last = kept[kept.length - 1];
  if (last?.type === 'text') kept[kept.length - 1] = { type: 'text', text: last.text.trimEnd() };
  return kept;
}

export function isBlank(token: Token): boolean {
  if (token.type !== 'text') return token.type === 'linebreak';
  for (let i = 0; i < token.text.length; i++) if (!isSpace(token.text.charCodeAt(i))) return false;
  return true;
}

/**
 * Media that cannot be shown here are reverted to their source: links as links, the rest as text.
 */
export function asInline(token: Token): InlineToken {
  switch (token.type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'embed':
      return { type: 'link', text: token.text, url: token.url };
    case 'invoice':
    case 'ecash':
      return { type: 'text', text: token.text };
    default:
      return token;
  }
}

function carriedBlock(token: Token, mayQuote: boolean): GalleryBlock | CarriedBlock | undefined {
  switch (token.type) {
    case 'image':
      return { type: 'gallery', images: [token] };
    case 'video':
      return { type: 'video', token };
    case 'audio':
      return { type: 'audio', token };
    case 'embed':
      return { type: 'embed', token };
    case 'event':
    case 'address':
      return mayQuote ? { type: 'quote', token } : undefined;
    case 'invoice':
      return { type: 'invoice', token };
    case 'ecash':
      return { type: 'ecash', token };
    default:
      return undefined;
  }
}

const FILLS: readonly Block['type'][] = ['gallery', 'video', 'audio', 'embed', 'quote'];

function withPreview(blocks: Block[]): readonly Block[] {
  if (blocks.some((block) => FILLS.includes(block.type))) return blocks;
  for (let i = blocks.length - 1; i >= 0; i--) {
    const block = blocks[i]!;
    if (block.type !== 'paragraph') continue;
    const at = block.tokens.findLastIndex((token) => token.type === 'link' && isWeb(token.url));
    const token = block.tokens[at];
    if (token?.type !== 'link') continue;
    // a link alone on the last line is replaced by its card, and any other link stays in the text
    const alone =
      i === blocks.length - 1 && at === block.tokens.length - 1 && startsLine(block.tokens, at);
    if (!alone) return [...blocks, { type: 'preview', token, inText: true }];
    const rest = trimTokens(block.tokens.slice(0, at));
    const before =
      rest.length > 0
        ? [...blocks.slice(0, i), { type: 'paragraph', tokens: rest } as const]
        : blocks.slice(0, i);
    return [...before, { type: 'preview', token, inText: false }];
  }
  return blocks;
}

function startsLine(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i]!;
    if (token.type === 'linebreak') return true;
    if (!isBlank(token)) return false;
  }
  return true;
}

function isWeb(url: string): boolean {
  return url.startsWith('https://') || url.startsWith('http://');
}
