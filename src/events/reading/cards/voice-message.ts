import { imetaFields } from '../../media/imeta.ts';
import type { SignedEvent, Tag } from '../../nostr/event.ts';

/** A recording (kinds 1222 and 1244, NIP-A0). */
export interface VoiceMessage {
  /** Unchecked. */
  readonly url: string;
  /** Length in seconds, as its author states it. */
  readonly length: number | undefined;
  /** Loudness over time, from 0 to 1. Empty if it is unknown. */
  readonly wave: readonly number[];
}

/** Bars of a drawn wave. */
const BARS = 48;
const MOST_VALUES = 1_000;
/** A wave of many decimals is longer than other fields. UTF-16 units. */
const LONGEST_WAVE = 65_536;
/** A day. */
const LONGEST = 86_400;

/** Read a recording. Total: malformed fields count as missing. */
export function readVoiceMessage(event: Pick<SignedEvent, 'tags' | 'content'>): VoiceMessage {
  const written = event.content.trim().split(/\s/, 1)[0] ?? '';
  const fields = fieldsOf(event.tags, written);
  const length = Number(fields.get('duration'));
  return {
    url: written || (fields.get('url') ?? ''),
    length: length > 0 && length <= LONGEST ? length : undefined,
    wave: barsOf(fields.get('waveform') ?? ''),
  };
}

/** Return the fields of the imeta tag of an address, or of the first one if there is no address. */
function fieldsOf(tags: readonly Tag[], url: string): ReadonlyMap<string, string> {
  const found = tags
    .filter(([name]) => name === 'imeta')
    .map((tag) => imetaFields(tag, LONGEST_WAVE).fields);
  return found.find((fields) => url === '' || fields.get('url') === url) ?? new Map();
}

/** Return the loudest value of each part, relative to the loudest of all. */
function barsOf(text: string): readonly number[] {
  const values = text
    .split(/[\s,]+/, MOST_VALUES)
    .map(Number)
    .filter((value) => Number.isFinite(value) && value >= 0);
  const loudest = Math.max(0, ...values);
  if (values.length < 2 || loudest === 0) return [];
  const count = Math.min(BARS, values.length);
  return Array.from({ length: count }, (_, bar) => {
    const [from, to] = [bar, bar + 1].map((at) => Math.floor((at * values.length) / count));
    return Math.max(...values.slice(from, to)) / loudest;
  });
}
