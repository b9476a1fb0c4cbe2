/** The use of an address in a playlist (RFC 8216). `sealed`: an encrypted part. */
export type PartUse = 'playlist' | 'part' | 'sealed' | 'key';

/** Return the address at this service for an address in a playlist. */
type AddressOf = (use: PartUse, url: string) => string;

const MOST_ADDRESSES = 6_000;
const LONGEST_ADDRESS = 2_048;
const BOM = /^\uFEFF/;

/** Tags without an address, copied as they are. All tags that are not named here are left out. */
const PLAIN: ReadonlySet<string> = new Set([
  'EXT-X-VERSION',
  'EXT-X-TARGETDURATION',
  'EXT-X-MEDIA-SEQUENCE',
  'EXT-X-DISCONTINUITY-SEQUENCE',
  'EXT-X-DISCONTINUITY',
  'EXT-X-ENDLIST',
  'EXT-X-PLAYLIST-TYPE',
  'EXT-X-INDEPENDENT-SEGMENTS',
  'EXT-X-START',
  'EXT-X-BYTERANGE',
  'EXT-X-PROGRAM-DATE-TIME',
  'EXT-X-GAP',
  'EXT-X-BITRATE',
  'EXT-X-STREAM-INF',
]);

/** True if a text is a playlist. */
export function isPlaylist(text: string): boolean {
  return /^#EXTM3U(?:\s|$)/.test(text.replace(BOM, ''));
}

/**
 * Return a playlist whose addresses all lead to this service. `base`: the address that it came
 * from. `undefined`: it has an address that a browser would load from elsewhere, or too many.
 */
export function rewritePlaylist(
  text: string,
  base: string,
  addressOf: AddressOf,
): string | undefined {
  const state = { base, addressOf, use: 'part' as PartUse, isSealed: false, left: MOST_ADDRESSES };
  const lines: string[] = ['#EXTM3U'];
  for (const line of text.replace(BOM, '').split(/\r?\n/).slice(1)) {
    const written = rewriteLine(line.trim(), state);
    if (written === undefined || state.left < 0) return undefined;
    if (written !== '') lines.push(written);
  }
  return `${lines.join('\n')}\n`;
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
  const name = /^#([A-Z0-9-]+)/.exec(line)?.[1] ?? '';
  switch (name) {
    case 'EXT-X-KEY':
      return rewriteKey(line, state);
    case 'EXT-X-MAP':
      return rewriteTag(line, state.isSealed ? 'sealed' : 'part', state);
    case 'EXT-X-MEDIA':
      return rewriteTag(line, 'playlist', state);
    case 'EXT-X-DEFINE':
      // variables in addresses are not resolved here
      return undefined;
    case 'EXTINF':
      // without the title
      return `${line.split(',', 1)[0] ?? ''},`;
    default:
      if (name === 'EXT-X-STREAM-INF') state.use = 'playlist';
      if (!PLAIN.has(name)) return '';
      return line.includes('URI=') ? undefined : line;
  }
}

/** Only whole parts that are encrypted with a key from the web can be played. */
function rewriteKey(line: string, state: State): string | undefined {
  const method = /[:,]METHOD=([A-Z0-9-]+)/.exec(line)?.[1];
  state.isSealed = method !== 'NONE';
  if (method === 'NONE') return '#EXT-X-KEY:METHOD=NONE';
  return method === 'AES-128' ? rewriteTag(line, 'key', state) : undefined;
}

/** A tag with at most one address. */
function rewriteTag(line: string, use: PartUse, state: State): string | undefined {
  const found = [...line.matchAll(/[A-Z0-9-]*URI="([^"]*)"/g)];
  const [only] = found;
  if (!only) return use === 'playlist' ? line : undefined;
  if (found.length > 1 || !only[0].startsWith('URI=')) return undefined;
  const address = rewriteAddress(only[1] ?? '', use, state);
  return address === undefined ? undefined : line.replace(only[0], () => `URI="${address}"`);
}

function rewriteAddress(written: string, use: PartUse, state: State): string | undefined {
  const url = URL.parse(written, state.base);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.href.length > LONGEST_ADDRESS) return undefined;
  url.hash = '';
  state.left--;
  return state.addressOf(use, url.href);
}
