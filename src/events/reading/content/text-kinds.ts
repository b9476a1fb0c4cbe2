import { type Draft, tagValue } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { readImeta } from '../../media/imeta.ts';

const MEDIA: ReadonlySet<number> = new Set([
  KIND.Image,
  KIND.VideoPost,
  KIND.ShortVideoPost,
  KIND.Video,
  KIND.ShortVideo,
]);

const TEXTS: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.ChannelMessage,
  KIND.Comment,
  KIND.LiveChatMessage,
  ...MEDIA,
]);

/** True if events of a kind are drawn as text with embedded content. All others have cards. */
export function isText(kind: number): boolean {
  return TEXTS.has(kind);
}

/**
 * Return a picture or video post (NIP-68, NIP-71) as a note: its title, its text, and below them
 * the media that only its imeta tags name.
 */
export function withMedia<E extends Draft>(event: E): Pick<E, 'content' | 'tags'> {
  if (!MEDIA.has(event.kind)) return event;
  const urls = [...readImeta(event.tags).keys()].filter((url) => !event.content.includes(url));
  const parts = [tagValue(event, 'title') ?? '', event.content, ...urls].filter(
    (part) => part !== '',
  );
  return { content: parts.join('\n'), tags: event.tags };
}
