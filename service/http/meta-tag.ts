import { AHEAD_META } from '../../src/events/connection/ahead.ts';

/** Tells the client to read from another caching service. */
export function nameCache(html: string, url: string): string {
  return withMeta(html, 'starling-cache', url);
}

/** Tells the client that this service answers ahead of its socket. */
export function offerAhead(html: string): string {
  return withMeta(html, AHEAD_META, 'yes');
}

function withMeta(html: string, name: string, content: string): string {
  const tag = `<meta name="${name}" content="${escape(content)}">`;
  const head = html.indexOf('<head>');
  return head < 0 ? tag + html : `${html.slice(0, head + 6)}${tag}${html.slice(head + 6)}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
