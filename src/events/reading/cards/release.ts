import { parseAddress } from '../../nostr/address.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { clip, clipLine } from '../../core/text.ts';

/** A release of an app (kind 30063, NIP-51). Missing texts are empty. */
export interface Release {
  /** The app: its name, else its identifier. */
  readonly app: string;
  readonly version: string;
  /** Markdown. */
  readonly notes: string;
  /** Channel other than the main one, such as `beta`. */
  readonly channel: string;
}

const LONGEST_NAME = 200;
const LONGEST_NOTES = 20_000;

/**
 * Read a release. Its d tag is `app@version`; newer clients write both into tags of their own.
 * Total: malformed fields count as missing.
 */
export function readRelease(event: Pick<SignedEvent, 'tags' | 'content'>): Release {
  const [identifier = '', version = ''] = splitLast(tagValue(event, 'd') ?? '');
  const text = (name: string) => clipLine(tagValue(event, name) ?? '', LONGEST_NAME);
  const channel = text('c');
  const app = parseAddress(tagValue(event, 'a') ?? '')?.identifier ?? '';
  return {
    app: text('name') || text('title') || text('i') || clipLine(app || identifier, LONGEST_NAME),
    version: text('version') || clipLine(version, LONGEST_NAME),
    notes: clip(event.content || (tagValue(event, 'summary') ?? ''), LONGEST_NOTES).trim(),
    channel: channel === 'main' ? '' : channel,
  };
}

/** Split at the last @, because identifiers may contain one. */
function splitLast(text: string): readonly string[] {
  const at = text.lastIndexOf('@');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
