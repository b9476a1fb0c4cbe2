import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { closingOf } from './closing-tag.ts';
import { readLinkedData } from './json-ld.ts';

/** Metadata of a web page. Missing values are empty. Addresses are as written. */
export interface PageMeta {
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly icon: string;
  /** The address of its oEmbed document. */
  readonly embed?: string;
  /** The address from which others are relative (`base`). */
  readonly base?: string;
}

const LONGEST_TAG = 10_000;
const MOST_TAGS = 500;
const LONGEST_TEXT = 1_000;
/** A character reference has at most some thirty letters. */
const LONGEST_CODED = 4 * LONGEST_TEXT;

/**
 * Read title, description, picture and icon in one pass over the text (E-44). There is a second
 * pass for JSON-LD, if the head lacks a value. Open Graph comes before Twitter cards, JSON-LD and
 * plain HTML.
 */
export function readPageMeta(html: string): PageMeta {
  const found = new Map<string, string>();
  const keep = (name: string, value: string) => {
    const clean = cleanText(value);
    if (clean !== '' && !found.has(name)) found.set(name, clean);
  };
  for (const { name, attributes, text } of tagsOf(html)) {
    const value = (key: string) =>
      decodeHTMLAttribute((attributes.get(key) ?? '').slice(0, LONGEST_CODED));
    if (name === 'title') keep('title', decodeHTML(text));
    if (name === 'meta')
      keep(
        (value('property') || value('name') || value('itemprop')).toLowerCase(),
        value('content'),
      );
    if (name === 'base') keep('base', value('href'));
    if (name === 'link') keep(relationOf(value('rel'), value('type')), value('href'));
  }
  const first = (...names: string[]) =>
    names.map((name) => found.get(name)).find((value) => value !== undefined) ?? '';
  const title = first('og:title', 'twitter:title');
  const description = first('og:description', 'twitter:description');
  const image = first(
    'og:image:secure_url',
    'og:image',
    'og:image:url',
    'twitter:image',
    'twitter:image:src',
  );
  const isFull = title !== '' && description !== '' && image !== '';
  const data = isFull ? undefined : readLinkedData(html);
  for (const [name, value] of Object.entries(data ?? {}))
    keep(`data:${name}`, decodeHTML(value.slice(0, LONGEST_CODED)));
  return {
    title: title || first('data:title', 'title'),
    description: description || first('data:description', 'description'),
    image: image || first('data:image', 'link:image_src', 'image'),
    icon: first('link:icon'),
    ...(found.has('link:embed') && { embed: first('link:embed') }),
    ...(found.has('base') && { base: first('base') }),
  };
}

/**
 * Return a value of a page as one line: without control characters, and without those that turn
 * the direction of the text around it.
 */
export function cleanText(value: string): string {
  return value
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
    .slice(0, LONGEST_TEXT);
}

interface HtmlTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text of a title. */
  readonly text: string;
}

/**
 * Return title, meta, link and base tags up to the end of the head, except in scripts, styles and
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
      const close = closingOf(html, name, end);
      if (close === undefined) return;
      at = close + 1;
      continue;
    }
    if (name === 'title' || name === 'meta' || name === 'link' || name === 'base') {
      count++;
      const text = name === 'title' ? titleAt(html, end + 1) : '';
      yield { name, attributes: attributesOf(html.slice(at + 1 + name.length, end)), text };
    }
    at = end + 1;
  }
}

/** The text of a title may have a `<` in it. */
function titleAt(html: string, from: number): string {
  const text = html.slice(from, from + LONGEST_CODED);
  const end = text.search(/<\/title/i);
  return end < 0 ? (text.split('<', 1)[0] ?? '') : text.slice(0, end);
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

/** Return a name for the links that a preview uses. Others are kept under one name, and unused. */
function relationOf(rel: string, type: string): string {
  const words = rel.toLowerCase().split(/\s+/);
  if (words.includes('icon') || words.includes('apple-touch-icon')) return 'link:icon';
  if (words.includes('image_src')) return 'link:image_src';
  const isEmbed = words.includes('alternate') && type.toLowerCase() === 'application/json+oembed';
  return isEmbed ? 'link:embed' : 'link:other';
}
