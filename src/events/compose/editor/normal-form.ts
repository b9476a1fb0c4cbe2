import type { Atom, Block, Cell, Inline, Item, List, Mark, Row, Text } from './node.ts';

/**
 * Return the form of a block that Markdown can express, with its parts in a fixed order. It has no
 * empty paragraphs, and no spaces at the ends of lines and emphasis. Blocks with the same normal
 * form have the same meaning. `undefined` if nothing is left.
 */
export function normalOf(block: Block): Block | undefined {
  switch (block.type) {
    case 'paragraph': {
      const content = runOf(block.content, true);
      return content.length > 0 ? { type: 'paragraph', content } : undefined;
    }
    case 'heading':
      return {
        type: 'heading',
        attrs: { level: block.attrs.level },
        content: runOf(block.content, false),
      };
    case 'code_block': {
      const text = codeOf(block.content);
      return {
        type: 'code_block',
        attrs: { info: lineOf(block.attrs.info).trim() },
        content: text === '' ? [] : [{ type: 'text', text }],
      };
    }
    case 'blockquote':
      return { type: 'blockquote', content: normalBlocks(block.content) };
    case 'footnote':
      return {
        type: 'footnote',
        attrs: { label: block.attrs.label },
        content: normalBlocks(block.content),
      };
    case 'bullet_list':
    case 'ordered_list':
      return listOf(block);
    case 'table':
      return tableOf(block.content ?? []);
    case 'rule':
      return { type: 'rule' };
    case 'opaque': {
      const source = block.attrs.source.replace(/\r\n?/g, '\n').replace(/^[ \t\n]+|[ \t\n]+$/g, '');
      return source === '' ? undefined : { type: 'opaque', attrs: { source } };
    }
  }
}

export function normalBlocks(blocks: readonly Block[] = []): readonly Block[] {
  return blocks.flatMap((block) => normalOf(block) ?? []);
}

function listOf(list: List): Block | undefined {
  const content = (list.content ?? []).map(
    (item): Item => ({
      type: 'list_item',
      attrs: { checked: item.attrs.checked },
      content: normalBlocks(item.content),
    }),
  );
  if (content.length === 0) return undefined;
  const hasWords = content.some((item) => item.content?.some(({ type }) => type === 'paragraph'));
  const isOne = content.length === 1 && (content[0]?.content?.length ?? 0) < 2;
  const tight = !hasWords || isOne || (list.attrs.tight && content.every(canBeTight));
  if (list.type === 'bullet_list') return { type: 'bullet_list', attrs: { tight }, content };
  return { type: 'ordered_list', attrs: { tight, start: list.attrs.start }, content };
}

/**
 * True if the blocks of an item keep their meaning without blank lines between them. An item
 * without paragraphs looks the same either way.
 */
export function canBeTight({ attrs, content = [] }: Item): boolean {
  const [first, second, ...more] = content;
  if (attrs.checked !== null && first && first.type !== 'paragraph') return false;
  if (second === undefined) return true;
  return more.length === 0 && first?.type === 'paragraph' && interrupts(second);
}

/** True if a block can begin directly below a line of text. */
function interrupts(block: Block): boolean {
  if (block.type === 'code_block') return true;
  if (block.type !== 'bullet_list' && block.type !== 'ordered_list') return false;
  const isFilled = (block.content?.[0]?.content?.length ?? 0) > 0;
  return isFilled && (block.type === 'bullet_list' || block.attrs.start === 1);
}

/** Make every row as wide as the header. */
function tableOf(rows: readonly Row[]): Block | undefined {
  const head = rows[0]?.content ?? [];
  if (head.length === 0) return undefined;
  const content = rows.map(
    (row, line): Row => ({
      type: 'table_row',
      content: head.map(
        ({ attrs }, at): Cell => ({
          type: line === 0 ? 'table_header' : 'table_cell',
          attrs: { align: attrs.align },
          content: runOf(row.content?.[at]?.content, false),
        }),
      ),
    }),
  );
  return { type: 'table', content };
}

function codeOf(content: readonly Inline[] = []): string {
  return content
    .map((part) => (part.type === 'text' ? part.text : part.type === 'hard_break' ? '\n' : ''))
    .join('')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd');
}

function lineOf(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replaceAll('\0', '\ufffd');
}

/** Marks that cannot begin or end with a space. */
const HUGGING: ReadonlySet<Mark['type']> = new Set(['em', 'strong', 'strike']);

/** Normalise inline content. `lines`: line ends are allowed. */
function runOf(content: readonly Inline[] = [], lines: boolean): readonly Inline[] {
  const units = content.flatMap((part) => unitsOf(part, lines));
  const kept = withoutStrayBlanks(units);
  hug(kept, 'link');
  for (const type of HUGGING) hug(kept, type);
  return merged(kept);
}

/** Return the meaning of inline content. Spaces look the same with or without emphasis. */
export function meaningOfRun(run: readonly Inline[] = []): readonly Inline[] {
  const units = run.flatMap((part) => unitsOf(part, true));
  const marks = (unit: Unit) => (unit.marks ?? []).filter(({ type }) => !HUGGING.has(type));
  return merged(
    units.map((unit) => (isBlank(unit) || isBreak(unit) ? withMarks(unit, marks(unit)) : unit)),
  );
}

/** A word, spaces, a piece of code, or an inline node other than text. */
type Unit = Inline;

function unitsOf(part: Inline, lines: boolean): Unit[] {
  const marks = sorted(part.marks ?? []);
  if (part.type !== 'text') {
    return [isBreak(part) && !lines ? textUnit(' ', marks) : withMarks(atomOf(part), marks)];
  }
  const text = lineOf(part.text);
  if (marks.some(({ type }) => type === 'code')) return text === '' ? [] : [textUnit(text, marks)];
  return (text.match(/\s+|\S+/g) ?? []).map((part) => textUnit(part, marks));
}

/** Return the node with only its own attributes, in a fixed order. */
function atomOf(atom: Atom): Atom {
  switch (atom.type) {
    case 'image': {
      const { src, alt, title } = atom.attrs;
      return { type: 'image', attrs: { src: lineOf(src), alt: lineOf(alt), title: lineOf(title) } };
    }
    case 'reference':
      return { type: 'reference', attrs: { uri: atom.attrs.uri } };
    case 'footnote_ref':
      return { type: 'footnote_ref', attrs: { label: atom.attrs.label } };
    case 'soft_break':
    case 'hard_break':
      return { type: atom.type };
  }
}

const ORDER: readonly Mark['type'][] = ['link', 'strong', 'em', 'strike', 'code'];

function sorted(marks: readonly Mark[]): readonly Mark[] {
  return ORDER.flatMap((type) => marks.filter((mark) => mark.type === type).slice(0, 1)).map(
    (mark) =>
      mark.type === 'link'
        ? {
            type: 'link',
            attrs: { href: lineOf(mark.attrs.href), title: lineOf(mark.attrs.title) },
          }
        : { type: mark.type },
  );
}

/** Remove spaces beside line ends, soft line ends beside other line ends, and both at the edges. */
function withoutStrayBlanks(units: readonly Unit[]): Unit[] {
  const kept: Unit[] = [];
  for (const unit of units) {
    if (isBreak(unit)) while (isBlank(kept.at(-1))) kept.pop();
    const last = kept.at(-1);
    const isStray = (isBlank(unit) || isBreak(unit)) && last === undefined;
    const isDoubled = isBreak(last) && (isBlank(unit) || unit.type === 'soft_break');
    if (isStray || isDoubled) continue;
    if (last?.type === 'soft_break' && unit.type === 'hard_break') kept.pop();
    if (last && needsBlank(last, unit)) kept.push(textUnit(' ', []));
    kept.push(unit);
  }
  while (isBlank(kept.at(-1)) || isBreak(kept.at(-1))) kept.pop();
  return kept;
}

/**
 * True if a space must separate the two units. A reference is recognised only without a following
 * letter and without emphasis directly beside it.
 */
function needsBlank(last: Unit, unit: Unit): boolean {
  if (last.type !== 'reference' && unit.type !== 'reference') return false;
  if (isBlank(last) || isBreak(last) || isBlank(unit) || isBreak(unit)) return false;
  const hugging = ({ marks = [] }: Unit) =>
    marks.flatMap(({ type }) => (HUGGING.has(type) ? [type] : [])).join();
  return (
    hugging(last) !== hugging(unit) ||
    (last.type === 'reference' && (unit.type !== 'text' || /^[\p{L}\p{N}]/u.test(unit.text)))
  );
}

/** Remove a mark from the spaces at both ends of each of its runs. */
function hug(units: Unit[], type: Mark['type']): void {
  const strip = (at: number) => {
    const unit = units[at];
    if (unit)
      units[at] = withMarks(
        unit,
        (unit.marks ?? []).filter((mark) => mark.type !== type),
      );
  };
  const has = (at: number) => units[at]?.marks?.some((mark) => mark.type === type) ?? false;
  const isSpace = (at: number) => isBlank(units[at]) || isBreak(units[at]);
  for (let at = 0; at < units.length; at++) if (has(at) && isSpace(at) && !has(at - 1)) strip(at);
  for (let at = units.length - 1; at >= 0; at--)
    if (has(at) && isSpace(at) && !has(at + 1)) strip(at);
}

function merged(units: readonly Unit[]): readonly Inline[] {
  const parts: Inline[] = [];
  for (const unit of units) {
    const last = parts.at(-1);
    if (last?.type === 'text' && unit.type === 'text' && sameMarks(last.marks, unit.marks)) {
      parts[parts.length - 1] = textUnit(last.text + unit.text, last.marks ?? []);
    } else parts.push(unit);
  }
  return parts;
}

export function isBreak(unit: Inline | undefined): boolean {
  return unit?.type === 'soft_break' || unit?.type === 'hard_break';
}

/** True for white space outside of code. */
function isBlank(unit: Unit | undefined): boolean {
  return (
    unit?.type === 'text' &&
    unit.text.trim() === '' &&
    !unit.marks?.some(({ type }) => type === 'code')
  );
}

function textUnit(text: string, marks: readonly Mark[]): Text {
  return withMarks({ type: 'text', text }, marks);
}

function withMarks<P extends Inline>(part: P, marks: readonly Mark[]): P {
  return { ...part, marks };
}

function sameMarks(one: readonly Mark[] = [], other: readonly Mark[] = []): boolean {
  return (
    one.length === other.length &&
    one.every((mark, at) => other.some((same, place) => place === at && sameMark(mark, same)))
  );
}

export function sameMark(one: Mark, other: Mark): boolean {
  if (one.type !== 'link' || other.type !== 'link') return one.type === other.type;
  return one.attrs.href === other.attrs.href && one.attrs.title === other.attrs.title;
}
