import type { AddressToken, EventToken, InlineToken, ProfileToken, Token } from '../content/content-token.ts';

/** A part of an article from top to bottom (THREAD-04). Nothing in it is HTML; urls passed the url policy. */
export type MarkdownBlock =
  | { readonly type: 'paragraph'; readonly children: readonly MarkdownInline[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly MarkdownInline[] }
  | MarkdownList
  | MarkdownTable
  /** `language` is the first word after the fence, lower case; empty for none. */
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly children: readonly MarkdownBlock[] }
  | MarkdownImage
  | MarkdownCarried
  | { readonly type: 'rule' };

export type MarkdownInline =
  /** Text, a bare link, a mention, a hashtag, an emoji ...: what the tokenizer of notes finds in running text. */
  | { readonly type: 'token'; readonly token: InlineToken }
  | { readonly type: 'em' | 'strong' | 'strike'; readonly children: readonly MarkdownInline[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'link'; readonly url: string; readonly title: string; readonly children: readonly MarkdownInline[] }
  /** A link to `nostr:`: what it names, and the words the author gave it. */
  | { readonly type: 'mention'; readonly token: MentionToken; readonly children: readonly MarkdownInline[] }
  | MarkdownImage
  /** An end of line; `hard` where the author asked for one. NIP-23 forbids breaking paragraphs by hand, so soft ones are meant too. */
  | { readonly type: 'break'; readonly hard: boolean }
  /** A mark that leads to the note with that number, from 1. */
  | { readonly type: 'footnote'; readonly number: number }
  /** What readers highlighted. */
  | { readonly type: 'mark'; readonly children: readonly MarkdownInline[] }
  /** Where a highlighted passage ends: leads to who marked it, by its number from 1. */
  | { readonly type: 'passage'; readonly passage: number };

/** What stands alone on its line and is drawn by a part of its own, as in a note. */
export interface MarkdownCarried {
  readonly type: 'carried';
  readonly token: CarriedToken;
}

export interface MarkdownList {
  readonly type: 'list';
  readonly ordered: boolean;
  /** Number of the first item. */
  readonly start: number;
  /** Whether no blank line parts the items. */
  readonly tight: boolean;
  readonly items: ReadonlyArray<readonly MarkdownBlock[]>;
}

/** `align` a column; every row has as many cells as the head. */
export interface MarkdownTable {
  readonly type: 'table';
  readonly align: ReadonlyArray<'left' | 'center' | 'right' | undefined>;
  readonly head: readonly MarkdownCell[];
  readonly rows: ReadonlyArray<readonly MarkdownCell[]>;
}

export type MarkdownCell = readonly MarkdownInline[];

/** `source` is the address as written, which the caching service's media table knows; `url` passed the url policy for media. */
export interface MarkdownImage {
  readonly type: 'image';
  readonly url: string;
  readonly source: string;
  readonly alt: string;
  readonly title: string;
}

/** A whole article. Footnotes in the order of their numbers: number n is at n - 1. */
export interface Markdown {
  readonly blocks: readonly MarkdownBlock[];
  readonly footnotes: ReadonlyArray<readonly MarkdownBlock[]>;
  /** Whether the article is too long to be read whole. */
  readonly cut: boolean;
  /** Whether it was read up to a mark and goes on. */
  readonly more: boolean;
}

export type MentionToken = ProfileToken | EventToken | AddressToken;
export type CarriedToken = Extract<Token, { type: 'video' | 'audio' | 'embed' | 'event' | 'address' | 'invoice' | 'ecash' }>;
