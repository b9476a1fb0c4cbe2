/** Bytes in which a page names its own charset (HTML standard, "prescan"). */
const PRESCANNED = 1_024;
const BOMS = [
  { bytes: [0xef, 0xbb, 0xbf], charset: 'utf-8' },
  { bytes: [0xfe, 0xff], charset: 'utf-16be' },
  { bytes: [0xff, 0xfe], charset: 'utf-16le' },
] as const;

/**
 * Decode a page as browsers do: by its byte order mark, else by the header, else by its own `meta`,
 * else as UTF-8. Unknown charsets count as missing.
 */
export function decodePage(bytes: Uint8Array, header: string | undefined): string {
  const bom = BOMS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  const named = [bom?.charset, header, metaCharset(bytes)];
  for (const charset of named) {
    const decoder = charset === undefined ? undefined : decoderOf(charset);
    if (decoder) return decoder.decode(bytes);
  }
  return new TextDecoder().decode(bytes);
}

/** Return the charset of a `Content-Type`. */
export function charsetIn(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';]{1,40})/i.exec(contentType)?.[1];
}

/** A `meta` that can be read as bytes is not in UTF-16, even if it names UTF-16. */
function metaCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCANNED));
  const named = /<meta\s[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([^\s"'/>;]{1,40})/i.exec(
    start,
  )?.[1];
  return named?.toLowerCase().startsWith('utf-16') ? 'utf-8' : named;
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
