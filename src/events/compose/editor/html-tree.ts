import { markdownParser } from '../../reading/markdown/markdown-parser.ts';

/** A text, or an element with its children. Names are in lower case. */
export type HtmlNode = string | HtmlElement;

export interface HtmlElement {
  readonly name: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
}

interface Open {
  readonly name: string;
  readonly attrs: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
}

const LONGEST = 2_000_000;
const MOST_OPEN = 200;
const VOID: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);
/** Elements whose content is raw text. */
const RAW: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'iframe',
  'noscript',
]);
const TAG = /^<(\/?)([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/i;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const ENTITY = /&(?:#x?[\da-f]{1,6}|[a-z]\w{1,30});/gi;
const LONGEST_TAG = 8_000;
/** Open elements that a new element closes. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  p: ['p'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['tr', 'td', 'th'],
};

/**
 * Parse HTML from the clipboard. Accepts any input in linear time. Only text is read: nothing is
 * loaded, and no script runs. At most 2 million characters and 200 levels.
 */
export function readHtml(html: string): readonly HtmlNode[] {
  const text = html.slice(0, LONGEST);
  const root: Open = { name: '', attrs: {}, children: [] };
  const stack: Open[] = [root];
  let at = 0;
  while (at < text.length) {
    const sign = text.indexOf('<', at);
    const end = sign < 0 ? text.length : sign;
    put(stack, text.slice(at, end));
    at = sign < 0 ? end : tagAt(text, end, stack);
  }
  return root.children;
}

function put(stack: readonly Open[], source: string): void {
  if (source !== '') stack.at(-1)?.children.push(decoded(source));
}

function decoded(source: string): string {
  return source.replace(ENTITY, (entity) => markdownParser.utils.unescapeAll(entity));
}

/** Parse the tag at a position and return its end. A `<` that begins no tag is text. */
function tagAt(text: string, at: number, stack: Open[]): number {
  if (text.startsWith('<!--', at)) return endOf(text, '-->', at);
  if (text.startsWith('<!', at) || text.startsWith('<?', at)) return endOf(text, '>', at);
  const [whole, slash, tag = '', rest = ''] = TAG.exec(text.slice(at, at + LONGEST_TAG)) ?? [];
  if (whole === undefined) {
    // an oversized tag is left out, for example a picture inside its own address
    const far = /^<[/a-z]/i.test(text.slice(at, at + 2)) ? text.indexOf('>', at + LONGEST_TAG) : -1;
    if (far >= 0) return far + 1;
    put(stack, '<');
    return at + 1;
  }
  const name = tag.toLowerCase();
  const next = at + whole.length;
  if (slash === '/') {
    close(stack, name);
    return next;
  }
  const found = ENDS[name];
  if (found) closeOpen(stack, found);
  const element: Open = { name, attrs: attributesOf(rest), children: [] };
  stack.at(-1)?.children.push(element);
  if (VOID.has(name) || rest.endsWith('/') || stack.length > MOST_OPEN) return next;
  if (!RAW.has(name)) {
    stack.push(element);
    return next;
  }
  const ending = new RegExp(`</${name}`, 'gi');
  ending.lastIndex = next;
  const end = ending.exec(text)?.index;
  return end === undefined ? text.length : endOf(text, '>', end);
}

function endOf(text: string, sign: string, from: number): number {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end + sign.length;
}

function close(stack: Open[], name: string): void {
  const at = stack.findLastIndex((open) => open.name === name);
  if (at > 0) stack.length = at;
}

/** An item closes the previous item, but not the one that contains its list. */
function closeOpen(stack: Open[], names: readonly string[]): void {
  for (const name of names) if (stack.at(-1)?.name === name) stack.pop();
  if (names.includes('tr')) while (names.includes(stack.at(-1)?.name ?? '')) stack.pop();
}

function attributesOf(source: string): Readonly<Record<string, string>> {
  const attrs: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of source.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!Object.hasOwn(attrs, key))
      Object.defineProperty(attrs, key, {
        value: decoded(double ?? single ?? bare ?? ''),
        enumerable: true,
      });
  }
  return attrs;
}
