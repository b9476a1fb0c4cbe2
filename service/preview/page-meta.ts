/** Metadata in the head of a web page. Missing values are empty. Addresses are as written. */
export interface PageMeta {
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly icon: string;
}

const LONGEST_TAG = 10_000;
const MOST_TAGS = 500;
const LONGEST_TEXT = 1_000;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/**
 * Read title, description, picture and icon (Open Graph before Twitter cards before plain) in one
 * pass over the text (E-44).
 */
export function readPageMeta(html: string): PageMeta {
  const found = new Map<string, string>();
  const keep = (name: string, value: string | undefined) => {
    const clean = unescape(value ?? '').trim();
    if (clean !== '' && !found.has(name)) found.set(name, clean.slice(0, LONGEST_TEXT));
  };
  for (const tag of tagsOf(html)) {
    if (tag.name === 'title') keep('title', tag.text);
    if (tag.name === 'meta')
      keep(
        (tag.attributes.get('property') ?? tag.attributes.get('name') ?? '').toLowerCase(),
        tag.attributes.get('content'),
      );
    if (tag.name === 'link' && isIcon(tag.attributes.get('rel')))
      keep('icon', tag.attributes.get('href'));
  }
  const first = (...names: string[]) =>
    names.map((name) => found.get(name)).find((value) => value !== undefined) ?? '';
  return {
    title: first('og:title', 'twitter:title', 'title'),
    description: first('og:description', 'twitter:description', 'description'),
    image: first(
      'og:image:secure_url',
      'og:image',
      'og:image:url',
      'twitter:image',
      'twitter:image:src',
    ),
    icon: first('icon'),
  };
}

interface HtmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text after the tag, up to the next one. */
  readonly text: string;
}

/**
 * Return title, meta and link tags up to the end of the head, except in scripts, styles and
 * comments.
 */
function* tagsOf(html: string): Generator<HtmlTag> {
  let at = html.indexOf('<');
  for (let count = 0; at >= 0 && count < MOST_TAGS; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const name = nameAt(html, at + 1);
    if (name === '/head' || name === 'body') return;
    const end = tagEnd(html, at + 1);
    if (end === undefined) return;
    if (name === 'script' || name === 'style' || name === 'noscript') {
      const close = html.indexOf(`</${name}`, end);
      if (close < 0) return;
      at = close + 1;
      continue;
    }
    if (name === 'title' || name === 'meta' || name === 'link') {
      count++;
      const next = html.indexOf('<', end);
      const text =
        name === 'title'
          ? html.slice(end + 1, Math.min(next < 0 ? html.length : next, end + LONGEST_TEXT))
          : '';
      yield { name, attributes: attributesOf(html.slice(at + 1 + name.length, end)), text };
    }
    at = end + 1;
  }
}

function nameAt(html: string, at: number): string {
  let end = at;
  while (end < html.length && end - at < 20 && !/[\s>]/.test(html.charAt(end))) end++;
  return html.slice(at, end).toLowerCase();
}

/** Return the end of the tag. Quotes are parsed, because a value may contain a `>`. */
function tagEnd(html: string, at: number): number | undefined {
  let quote = '';
  const limit = Math.min(html.length, at + LONGEST_TAG);
  for (let i = at; i < limit; i++) {
    const char = html.charAt(i);
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '>') return i;
    else if ((char === '"' || char === "'") && html.charAt(i - 1) === '=') quote = char;
  }
  return undefined;
}

function attributesOf(source: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  while (at < source.length) {
    while (at < source.length && /[\s/]/.test(source.charAt(at))) at++;
    let end = at;
    while (end < source.length && !/[\s=/]/.test(source.charAt(end))) end++;
    const name = source.slice(at, end).toLowerCase();
    while (end < source.length && /\s/.test(source.charAt(end))) end++;
    if (source.charAt(end) !== '=') {
      at = Math.max(end, at + 1);
      continue;
    }
    const value = valueAt(source, end + 1);
    if (name !== '' && !found.has(name)) found.set(name, value.text);
    at = value.end;
  }
  return found;
}

function valueAt(source: string, from: number): { text: string; end: number } {
  let at = from;
  while (at < source.length && /\s/.test(source.charAt(at))) at++;
  const quote = source.charAt(at);
  if (quote === '"' || quote === "'") {
    const close = source.indexOf(quote, at + 1);
    const end = close < 0 ? source.length : close;
    return { text: source.slice(at + 1, end), end: end + 1 };
  }
  let end = at;
  while (end < source.length && !/\s/.test(source.charAt(end))) end++;
  return { text: source.slice(at, end), end: Math.max(end, from + 1) };
}

function isIcon(rel: string | undefined): boolean {
  return (rel ?? '')
    .toLowerCase()
    .split(' ')
    .some((word) => word === 'icon' || word === 'apple-touch-icon');
}

function unescape(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .split('&')
    .map((part, index) => {
      const end = index === 0 ? -1 : part.slice(0, 12).indexOf(';');
      const char = end < 0 ? undefined : characterOf(part.slice(0, end));
      if (char === undefined) return index === 0 ? part : `&${part}`;
      return char + part.slice(end + 1);
    })
    .join('');
}

function characterOf(entity: string): string | undefined {
  const named = ENTITIES.get(entity);
  if (named !== undefined || !entity.startsWith('#')) return named;
  const hex = entity.charAt(1).toLowerCase() === 'x';
  const digits = entity.slice(hex ? 2 : 1);
  if (!(hex ? /^[0-9a-f]{1,6}$/i : /^\d{1,7}$/).test(digits)) return undefined;
  const code = Number.parseInt(digits, hex ? 16 : 10);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}
