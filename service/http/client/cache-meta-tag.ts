/** Make the client read from another caching service. */
export function addCacheMetaTag(html: string, url: string): string {
  const tag = `<meta name="starling-cache" content="${escape(url)}">`;
  const head = html.indexOf('<head>');
  return head < 0 ? tag + html : `${html.slice(0, head + 6)}${tag}${html.slice(head + 6)}`;
}

/**
 * Tell the client that this service offers copies of pictures (`media`, MEDIA-06) or previews of
 * links (`previews`, NOTE-08).
 */
export function addFlag(html: string, flag: 'media' | 'previews'): string {
  return html.replace('<html ', `<html data-${flag}="1" `);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
