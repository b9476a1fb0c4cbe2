import type { Embed } from '../../media/embed.ts';

/**
 * A piece of user content (NOTE-02). `text` is the exact slice of the source, so the texts of all
 * tokens joined are the source. Other fields are derived from it: urls have passed the url policy,
 * and keys and ids are lower-case hex.
 */
export type Token =
  | InlineToken
  | ImageToken
  | VideoToken
  | AudioToken
  | EmbedToken
  | InvoiceToken
  | EcashToken;

export type InlineToken =
  | TextToken
  | LinebreakToken
  | LinkToken
  | HashtagToken
  | ProfileToken
  | EventToken
  | AddressToken
  | EmojiToken;

/** Plain words, including text that only resembled another token. */
export interface TextToken {
  readonly type: 'text';
  readonly text: string;
}

/** One or more line ends with white space between them. `count`: the number of line ends. */
export interface LinebreakToken {
  readonly type: 'linebreak';
  readonly text: string;
  readonly count: number;
}

/**
 * A link that is neither media nor embed. `url` may be http(s), mailto, lightning, bitcoin, magnet
 * (NOTE-09).
 */
export interface LinkToken {
  readonly type: 'link';
  readonly text: string;
  readonly url: string;
}

/** A link to a picture (NOTE-04). `mediaOf` of `media/media.ts` finds its size. */
export interface ImageToken {
  readonly type: 'image';
  readonly text: string;
  readonly url: string;
}

/** A link to a video. `hls`: it is a playlist that needs a player (NOTE-06). */
export interface VideoToken {
  readonly type: 'video';
  readonly text: string;
  readonly url: string;
  readonly hls: boolean;
}

export interface AudioToken {
  readonly type: 'audio';
  readonly text: string;
  readonly url: string;
}

/** A link that a known provider can play in a frame (NOTE-03). */
export interface EmbedToken {
  readonly type: 'embed';
  readonly text: string;
  readonly url: string;
  readonly embed: Embed;
}

/**
 * `tag` without the number sign, as written. Compare in lower case. `isTagged`: the event has it as
 * a t tag, so that a search for the hashtag finds the event.
 */
export interface HashtagToken {
  readonly type: 'hashtag';
  readonly text: string;
  readonly tag: string;
  readonly isTagged: boolean;
}

/** npub, nprofile or `#[n]` of a p tag. */
export interface ProfileToken {
  readonly type: 'profile';
  readonly text: string;
  readonly pubkey: string;
  readonly relays: readonly string[];
}

/** note, nevent or `#[n]` of an e tag. `author` and `kind` are hints only. */
export interface EventToken {
  readonly type: 'event';
  readonly text: string;
  readonly id: string;
  readonly relays: readonly string[];
  readonly author: string | undefined;
  readonly kind: number | undefined;
}

/** naddr or `#[n]` of an a tag. `address` is `kind:pubkey:d`. */
export interface AddressToken {
  readonly type: 'address';
  readonly text: string;
  readonly address: string;
  readonly relays: readonly string[];
}

/** A custom emoji that the event's tags declare (NIP-30). */
export interface EmojiToken {
  readonly type: 'emoji';
  readonly text: string;
  readonly shortcode: string;
  readonly url: string;
}

/** A text with the shape of a BOLT-11 invoice, in lower case. `readInvoice` validates it. */
export interface InvoiceToken {
  readonly type: 'invoice';
  readonly text: string;
  readonly invoice: string;
}

/** A text with the shape of a Cashu token (NUT-00), without the `cashu:` scheme. */
export interface EcashToken {
  readonly type: 'ecash';
  readonly text: string;
  readonly token: string;
}
