import {
  type Attributes,
  type AttributeTag,
  isAttributeTag,
  readAttributes,
  unquoted,
  writeTag,
} from './playlist-attributes.ts';

/** The use of an address in a playlist (RFC 8216). `sealed`: an encrypted part. */
export type PartUse = 'playlist' | 'part' | 'sealed' | 'key';

/** Return the address at this service for an address in a playlist. */
type AddressOf = (use: PartUse, url: string) => string;

const MOST_ADDRESSES = 6_000;
const LONGEST_ADDRESS = 2_048;
const LONGEST_LINE = 8_192;
/** Bytes of a written playlist. Each address grows by a mark and by its encoding. */
export const LONGEST_WRITTEN = 2 * 2 ** 20;
const BOM = /^\uFEFF/;
/** Players may see the end of a line in all of these but the tab. */
const UNSEEN = /[^\P{Cc}\t]|[\u2028\u2029]/u;

/** Tags without a value. */
const FLAGS: ReadonlySet<string> = new Set([
  'EXT-X-DISCONTINUITY',
  'EXT-X-ENDLIST',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-GAP',
]);

const WHOLE = /^\d{1,20}$/;
const DECIMAL = /^\d{1,10}(?:\.\d{0,20})?$/;
/** Tags with one value. All tags that are not named in this file are left out. */
const VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['EXT-X-VERSION', WHOLE],
  ['EXT-X-TARGETDURATION', DECIMAL],
  ['EXT-X-MEDIA-SEQUENCE', WHOLE],
  ['EXT-X-DISCONTINUITY-SEQUENCE', WHOLE],
  ['EXT-X-BITRATE', WHOLE],
  ['EXT-X-PLAYLIST-TYPE', /^(?:VOD|EVENT)$/i],
  ['EXT-X-BYTERANGE', /^\d{1,15}(?:@\d{1,15})?$/],
  ['EXT-X-PROGRAM-DATE-TIME', /^[\dTZ:.+ -]{1,40}$/i],
]);

/** True if a text is a playlist. */
export function isPlaylist(text: string): boolean {
  return /^#EXTM3U(?:\s|$)/.test(text.replace(BOM, ''));
}

/**
 * Return a playlist whose addresses all lead to this service. `base`: the address that it came
 * from. Each line is parsed and written again, because players read lines in different ways.
 * `undefined`: the playlist is too long, a line cannot be read, or it leads a browser elsewhere.
 */
export function rewritePlaylist(
  text: string,
  base: string,
  addressOf: AddressOf,
): string | undefined {
  const state = { base, addressOf, use: 'part' as PartUse, isSealed: false, left: MOST_ADDRESSES };
  const [first = '', ...others] = text.replace(BOM, '').split(/\r?\n/);
  const lines: string[] = ['#EXTM3U'];
  let size = 0;
  if (!isReadable(first)) return undefined;
  for (const line of others) {
    const written = isReadable(line) ? rewriteLine(line.trim(), state) : undefined;
    if (written === undefined || state.left < 0) return undefined;
    size += Buffer.byteLength(written) + 1;
    if (size > LONGEST_WRITTEN) return undefined;
    if (written !== '') lines.push(written);
  }
  return `${lines.join('\n')}\n`;
}

function isReadable(line: string): boolean {
  return line.length <= LONGEST_LINE && !UNSEEN.test(line);
}

interface State {
  readonly base: string;
  readonly addressOf: AddressOf;
  /** Use of the next line without a tag. */
  use: PartUse;
  /** True if the following parts are encrypted. */
  isSealed: boolean;
  /** Addresses that may still follow. */
  left: number;
}

/** Empty: the line is left out. */
function rewriteLine(line: string, state: State): string | undefined {
  if (line === '') return '';
  if (!line.startsWith('#')) {
    const use = state.use === 'part' && state.isSealed ? 'sealed' : state.use;
    state.use = 'part';
    return rewriteAddress(line, use, state);
  }
  const [, tag = '', text = ''] = /^#([A-Z0-9-]+)(?::(.*))?$/.exec(line) ?? [];
  if (isAttributeTag(tag)) {
    const attributes = readAttributes(text.trim());
    return attributes && rewriteTag(tag, attributes, state);
  }
  // variables in addresses are not resolved here
  if (tag === 'EXT-X-DEFINE') return undefined;
  if (FLAGS.has(tag)) return `#${tag}`;
  // without the title
  const value = (tag === 'EXTINF' ? (text.split(',', 1)[0] ?? '') : text).trim();
  if (tag === 'EXTINF') return DECIMAL.test(value) ? `#EXTINF:${value},` : undefined;
  const pattern = VALUES.get(tag);
  if (!pattern) return '';
  return pattern.test(value) ? `#${tag}:${value}` : undefined;
}

/** A tag with at most one address. */
function rewriteTag(tag: AttributeTag, attributes: Attributes, state: State): string | undefined {
  switch (tag) {
    case 'EXT-X-KEY':
      return rewriteKey(attributes, state);
    case 'EXT-X-MAP':
      return addressed(tag, attributes, state.isSealed ? 'sealed' : 'part', state);
    case 'EXT-X-MEDIA':
      return attributes.has('URI')
        ? addressed(tag, attributes, 'playlist', state)
        : writeTag(tag, attributes, undefined);
    case 'EXT-X-STREAM-INF':
      state.use = 'playlist';
      return writeTag(tag, attributes, undefined);
    default:
      return writeTag(tag, attributes, undefined);
  }
}

/** Only whole parts that are encrypted with a key from the web can be played. */
function rewriteKey(attributes: Attributes, state: State): string | undefined {
  const method = attributes.get('METHOD');
  state.isSealed = method !== 'NONE';
  if (method === 'NONE') return '#EXT-X-KEY:METHOD=NONE';
  const isPlain = (attributes.get('KEYFORMAT') ?? '"identity"') === '"identity"';
  if (method !== 'AES-128' || !isPlain) return undefined;
  return addressed('EXT-X-KEY', attributes, 'key', state);
}

function addressed(
  tag: AttributeTag,
  attributes: Attributes,
  use: PartUse,
  state: State,
): string | undefined {
  const named = unquoted(attributes.get('URI') ?? '');
  const address = named === undefined ? undefined : rewriteAddress(named, use, state);
  return address === undefined ? undefined : writeTag(tag, attributes, address);
}

function rewriteAddress(written: string, use: PartUse, state: State): string | undefined {
  const url = URL.parse(written, state.base);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.href.length > LONGEST_ADDRESS) return undefined;
  url.hash = '';
  state.left--;
  return state.addressOf(use, url.href);
}
