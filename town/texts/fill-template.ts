import type { Rng } from '../prng.ts';

/**
 * Values to fill a text: word lists, words that are already bound in this conversation, and
 * `{@...}` specials.
 */
export interface Filling {
  readonly rng: Rng;
  readonly slots: ReadonlyMap<string, readonly string[]>;
  /** Words chosen by `{word!}`: the same word for all speakers in one conversation. */
  readonly bound: Map<string, string>;
  /** Return the value of `{@}`, `{@a}`, `{@article}` ..., or `undefined` to drop the whole text. */
  readonly special: (name: string) => string | undefined;
}

type Node = string | { readonly choices: readonly (readonly Node[])[] } | { readonly slot: string };

const parsed = new Map<string, readonly Node[]>();

/**
 * Fill a text. `{a|b}` is one of these, `{3-9}` a number, `{bird}` a word of that list. `{bird!}`
 * is the same for the whole conversation, `{a bird}` has its article, `{^bird}` a capital. `{@x}`
 * is a special, `\n` a new line. Returns `undefined` if a special is not available.
 */
export function fillTemplate(template: string, filling: Filling): string | undefined {
  let nodes = parsed.get(template);
  if (!nodes) parsed.set(template, (nodes = parse(template.replaceAll('\\n', '\n'))));
  return render(nodes, filling);
}

function render(nodes: readonly Node[], filling: Filling): string | undefined {
  let out = '';
  for (const node of nodes) {
    const part = renderNode(node, filling);
    if (part === undefined) return undefined;
    out += part;
  }
  return out;
}

function renderNode(node: Node, filling: Filling): string | undefined {
  if (typeof node === 'string') return node;
  if ('choices' in node) return render(filling.rng.pick(node.choices), filling);
  return renderSlot(node.slot, filling);
}

function renderSlot(slot: string, filling: Filling): string | undefined {
  if (slot.startsWith('@')) return filling.special(slot.slice(1));
  if (slot.startsWith('^')) return capital(renderSlot(slot.slice(1), filling));
  if (slot.startsWith('a ')) return withArticle(renderSlot(slot.slice(2), filling));
  const range = /^(\d+)-(\d+)$/.exec(slot);
  if (range) return String(filling.rng.int(Number(range[1]), Number(range[2])));
  if (slot.endsWith('!')) return bind(slot.slice(0, -1), filling);
  const list = filling.slots.get(slot);
  if (!list) throw new Error(`no word list {${slot}}`);
  return fillTemplate(filling.rng.pick(list), filling);
}

function bind(slot: string, filling: Filling): string | undefined {
  const known = filling.bound.get(slot);
  if (known !== undefined) return known;
  const word = renderSlot(slot, filling);
  if (word !== undefined) filling.bound.set(slot, word);
  return word;
}

function capital(text: string | undefined): string | undefined {
  return text === undefined ? undefined : text.slice(0, 1).toUpperCase() + text.slice(1);
}

function withArticle(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  return /^[aeiou]/i.test(word) && !/^(one|use|uni|eu)/i.test(word) ? `an ${word}` : `a ${word}`;
}

function parse(template: string): readonly Node[] {
  const cursor = { at: 0 };
  const nodes = parseUntil(template, cursor, false);
  if (cursor.at < template.length) throw new Error(`stray brace or bar in: ${template}`);
  return nodes;
}

function parseUntil(text: string, cursor: { at: number }, inside: boolean): Node[] {
  const nodes: Node[] = [];
  let plain = '';
  while (cursor.at < text.length) {
    const char = text[cursor.at]!;
    if (char === '}' || (inside && char === '|')) break;
    cursor.at += 1;
    if (char !== '{') {
      plain += char;
      continue;
    }
    if (plain) nodes.push(plain);
    plain = '';
    nodes.push(parseBraces(text, cursor));
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function parseBraces(text: string, cursor: { at: number }): Node {
  const choices: Node[][] = [];
  for (;;) {
    choices.push(parseUntil(text, cursor, true));
    const end = text[cursor.at];
    if (end === undefined) throw new Error(`open brace in: ${text}`);
    cursor.at += 1;
    if (end === '}') break;
  }
  const only = choices.length === 1 ? choices[0] : undefined;
  if (only && only.length === 1 && typeof only[0] === 'string') return { slot: only[0] };
  return { choices };
}
