import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip, clipLine } from '../../core/text.ts';

/** A public channel, or news of one (kinds 40 and 41, NIP-28). Missing texts are empty. */
export interface Channel {
  readonly name: string;
  readonly about: string;
  /** Address of a picture, unchecked. */
  readonly image: string;
  /** Id of the channel. `undefined` if the event does not name it. */
  readonly id: string | undefined;
}

const LONGEST_NAME = 200;
const LONGEST_ABOUT = 2_000;

/** Read a channel from the JSON in its content. Total: malformed fields count as missing. */
export function readChannel(event: Pick<SignedEvent, 'id' | 'kind' | 'tags' | 'content'>): Channel {
  const fields = parseJson(event.content);
  const text = (name: string) => {
    const value = isRecord(fields) ? field(fields, name) : '';
    return typeof value === 'string' ? value : '';
  };
  const named = tagValue(event, 'e') ?? '';
  return {
    name: clipLine(text('name'), LONGEST_NAME),
    about: clip(text('about'), LONGEST_ABOUT).trim(),
    image: text('picture'),
    id: event.kind === KIND.ChannelCreation ? event.id : isHex(named, 64) ? named : undefined,
  };
}
