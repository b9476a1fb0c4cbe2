import type { VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';
import { type Reference, referencesOf } from '../../facts/references.ts';

/** A reaction to an event (kind 7, NIP-25). */
export interface Reaction {
  readonly pubkey: string;
  /** The last e tag, else the last a tag. */
  readonly target: Reference;
  readonly like: boolean;
  /** `+`, `-`, an emoji, or `:shortcode:`. */
  readonly content: string;
  /**
   * Picture of a custom emoji (NIP-30), unchecked: it has to pass the url policy before it is
   * loaded.
   */
  readonly emojiUrl: string | undefined;
  readonly source: VerifiedEvent;
}

const MAX_CONTENT = 64;

/**
 * Read a reaction. `undefined` if it has no target. Empty content is a like (ACCOUNT-17, NIP-25).
 */
export function readReaction(event: VerifiedEvent): Reaction | undefined {
  const target =
    event.kind === KIND.Reaction
      ? (referencesOf(event, 'e').at(-1) ?? referencesOf(event, 'a').at(-1))
      : undefined;
  if (!target) return undefined;
  const content = clipLine(event.content, MAX_CONTENT) || '+';
  const isCustom = content.length > 2 && content.startsWith(':') && content.endsWith(':');
  const emoji = isCustom
    ? event.tags.find((tag) => tag[0] === 'emoji' && tag[1] === content.slice(1, -1))
    : undefined;
  return {
    pubkey: event.pubkey,
    target,
    like: content === '+',
    content,
    emojiUrl: emoji?.[2],
    source: event,
  };
}
