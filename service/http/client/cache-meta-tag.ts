/** Make the client read from another caching service. */
export function addCacheMetaTag(html: string, url: string): string {
  const tag = `<meta name="starling-cache" content="${escape(url)}">`;
  const head = html.indexOf('<head>');
  return head < 0 ? tag + html : `${html.slice(0, head + 6)}${tag}${html.slice(head + 6)}`;
}

/** Tell the client that this service makes copies of pictures (MEDIA-06). */
export function addMediaFlag(html: string): string {
  return html.replace('<html ', '<html data-media="1" ');
}

/** Tell the client that it may ask this service for previews of links (NOTE-08). */
export function addPreviewFlag(html: string): string {
  return html.replace('<html ', '<html data-previews="1" ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
