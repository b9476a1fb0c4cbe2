/** Attributes of a tag by name. Values are as written: quoted ones keep their quotes. */
export type Attributes = ReadonlyMap<string, string>;

const ATTRIBUTE = / *([\w-]+) *= *("[^"]*"|[^",\s]*) *(?:,|$)/gy;

/** Read the attributes of a tag. `undefined`: a name repeats, or not all of the text is read. */
export function readAttributes(text: string): Attributes | undefined {
  const found = new Map<string, string>();
  let end = 0;
  for (const [whole, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (found.has(name)) return undefined;
    found.set(name, value);
    end += whole.length;
  }
  return end === text.length ? found : undefined;
}

/** Return the text between the quotes of a value. `undefined`: it has no quotes. */
export function unquoted(value: string): string | undefined {
  return /^"(.*)"$/.exec(value)?.[1];
}

/** Attributes that are written out, by tag. `URI` stands for an address at this service. */
const ALLOWED = {
  'EXT-X-KEY': new Set(['METHOD', 'URI', 'IV']),
  'EXT-X-MAP': new Set(['URI', 'BYTERANGE']),
  'EXT-X-START': new Set(['TIME-OFFSET', 'PRECISE']),
  'EXT-X-MEDIA': new Set([
    'TYPE',
    'URI',
    'GROUP-ID',
    'LANGUAGE',
    'ASSOC-LANGUAGE',
    'NAME',
    'DEFAULT',
    'AUTOSELECT',
    'FORCED',
    'INSTREAM-ID',
    'CHARACTERISTICS',
    'CHANNELS',
    'BIT-DEPTH',
    'SAMPLE-RATE',
    'STABLE-RENDITION-ID',
  ]),
  'EXT-X-STREAM-INF': new Set([
    'BANDWIDTH',
    'AVERAGE-BANDWIDTH',
    'SCORE',
    'CODECS',
    'SUPPLEMENTAL-CODECS',
    'RESOLUTION',
    'FRAME-RATE',
    'HDCP-LEVEL',
    'VIDEO-RANGE',
    'STABLE-VARIANT-ID',
    'AUDIO',
    'VIDEO',
    'SUBTITLES',
    'CLOSED-CAPTIONS',
    'PROGRAM-ID',
    'NAME',
  ]),
} as const satisfies Record<string, ReadonlySet<string>>;

export type AttributeTag = keyof typeof ALLOWED;

export function isAttributeTag(tag: string): tag is AttributeTag {
  return Object.hasOwn(ALLOWED, tag);
}

/**
 * Write a tag with its allowed attributes. `undefined`: it has an address that the tag must not
 * have, or a value in which a player would find another tag.
 */
export function writeTag(
  tag: AttributeTag,
  attributes: Attributes,
  address: string | undefined,
): string | undefined {
  const allowed: ReadonlySet<string> = ALLOWED[tag];
  const written: string[] = [];
  for (const [name, value] of attributes) {
    const isAddress = name === 'URI';
    if (isAddress ? address === undefined : name.endsWith('URI')) return undefined;
    if (!allowed.has(name)) continue;
    if (value.includes('#') && !isAddress) return undefined;
    written.push(isAddress ? `URI="${address}"` : `${name}=${value}`);
  }
  return `#${tag}:${written.join(',')}`;
}
