import type {
  AddressToken,
  AudioToken,
  EcashToken,
  EmbedToken,
  EventToken,
  ImageToken,
  InvoiceToken,
  LinkToken,
  Token,
  VideoToken,
} from './content-token.ts';

/** What a note view renders from top to bottom (NOTE-02). */
export type Block =
  | ParagraphBlock
  | GalleryBlock
  | { readonly type: 'video'; readonly token: VideoToken }
  | { readonly type: 'audio'; readonly token: AudioToken }
  | { readonly type: 'embed'; readonly token: EmbedToken }
  | { readonly type: 'quote'; readonly token: EventToken | AddressToken }
  | { readonly type: 'invoice'; readonly token: InvoiceToken }
  | { readonly type: 'ecash'; readonly token: EcashToken }
  | PreviewBlock;

/** Running text: text, linebreak, link, hashtag, profile, event, address and emoji tokens; never empty, no white space at its ends. */
export interface ParagraphBlock {
  readonly type: 'paragraph';
  readonly tokens: readonly Token[];
}

/** One picture, or several that nothing but white space parts. */
export interface GalleryBlock {
  readonly type: 'gallery';
  readonly images: readonly ImageToken[];
}

/** A link that gets a card (NOTE-08). `inText`: the link is also in a paragraph, so a failed preview shows nothing more. */
export interface PreviewBlock {
  readonly type: 'preview';
  readonly token: LinkToken;
  readonly inText: boolean;
}
