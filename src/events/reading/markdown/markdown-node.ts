import type {
  AddressToken,
  EventToken,
  InlineToken,
  ProfileToken,
  Token,
} from '../content/content-token.ts';

/**
 * A block of an article, from top to bottom (THREAD-04). It never contains HTML, and its urls have
 * passed the url policy.
 */
export type MarkdownBlock =
  | { readonly type: 'paragraph'; readonly children: readonly MarkdownInline[] }
  | {
      readonly type: 'heading';
      readonly level: number;
      readonly children: readonly MarkdownInline[];
    }
  | MarkdownList
  | MarkdownTable
  /** `language` is the first word after the fence, lower case. Empty if there is none. */
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly MarkdownBlock[] }
  | MarkdownImage
  | MarkdownCarried
  | { readonly type: 'rule' };

export type MarkdownInline =
  /**
   * A token of the note tokenizer in running text: text, a bare link, a mention, a hashtag, an
   * emoji ...
   */
  | { readonly type: 'token'; readonly token: InlineToken }
  | { readonly type: 'em' | 'strong' | 'strike'; readonly children: readonly MarkdownInline[] }
  | { readonly type: 'code'; readonly text: string }
  | {
      readonly type: 'link';
      readonly url: string;
      readonly title: string;
      readonly children: readonly MarkdownInline[];
    }
  /** A link to `nostr:`: its target, and the words that the author gave it. */
  | {
      readonly type: 'mention';
      readonly token: MentionToken;
      readonly children: readonly MarkdownInline[];
    }
  | MarkdownImage
  /**
   * An end of line. `hard`: the author requested it. NIP-23 forbids hard-wrapped paragraphs, so
   * soft ones are intentional too.
   */
  | { readonly type: 'break'; readonly hard: boolean }
  /** A reference to the footnote with that number, from 1. */
  | { readonly type: 'footnote'; readonly number: number }
  /** Text that readers highlighted. */
  | { readonly type: 'mark'; readonly children: readonly MarkdownInline[] }
  /** The end of a highlighted passage, with a link to its highlights by number, from 1. */
  | { readonly type: 'passage'; readonly passage: number };

/** Embedded content alone on its line, with a component of its own, as in a note. */
export interface MarkdownCarried {
  readonly type: 'carried';
  readonly token: CarriedToken;
}

export interface MarkdownList {
  readonly type: 'list';
  readonly ordered: boolean;
  readonly start: number;
  /** True if no blank line separates the items. */
  readonly tight: boolean;
  readonly items: ReadonlyArray<readonly MarkdownBlock[]>;
}

/** One `align` per column. Every row has as many cells as the head. */
export interface MarkdownTable {
  readonly type: 'table';
  readonly align: ReadonlyArray<'left' | 'center' | 'right' | undefined>;
  readonly head: readonly MarkdownCell[];
  readonly rows: ReadonlyArray<readonly MarkdownCell[]>;
}

export type MarkdownCell = readonly MarkdownInline[];

/**
 * `source` is the address as written, the key in the caching service's media table. `url` has
 * passed the url policy for media.
 */
export interface MarkdownImage {
  readonly type: 'image';
  readonly url: string;
  readonly source: string;
  readonly alt: string;
  readonly title: string;
}

/** A whole article. Footnotes are in the order of their numbers: number n is at n - 1. */
export interface Markdown {
  readonly blocks: readonly MarkdownBlock[];
  readonly footnotes: ReadonlyArray<readonly MarkdownBlock[]>;
  /** True if the article exceeds the length limit. */
  readonly cut: boolean;
  /** True if it was read up to a limit of markup and continues. */
  readonly more: boolean;
}

export type MentionToken = ProfileToken | EventToken | AddressToken;
export type CarriedToken = Extract<
  Token,
  { type: 'video' | 'audio' | 'embed' | 'event' | 'address' | 'invoice' | 'ecash' }
>;
