import type { Hand } from './inline-write.ts';
import { nameOf } from './block-name.ts';
import { normalOf } from './normal-form.ts';
import type { Block, Part } from './node.ts';
import { type Placed, readBlocks, type References } from './read-blocks.ts';
import { listSign, type Place, writeBlock } from './write-blocks.ts';

/** A parsed text. Unedited blocks are written from it byte for byte. */
export interface ReadText {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly references: References;
  /** Texts that this one replaced, newest first. After an undo, the old source is written again. */
  readonly earlier: readonly ReadText[];
}

interface Piece extends Placed {
  /** Key of the block's meaning. */
  readonly key: string;
  readonly source: string;
  /** True if the block's meaning depends on link definitions. */
  readonly isReferring: boolean;
}

/** Markdown, and the start of each block in UTF-16 units. */
export interface Written {
  readonly text: string;
  readonly starts: readonly number[];
}

const EARLIER = 20;
const NO_REFERENCES: References = {};

/** Parse a text. `before`: the text that it replaces. */
export function readText(text: string, before?: ReadText): ReadText {
  const { placed, references } = readBlocks(text);
  const refers = Object.keys(references).length > 0;
  const pieces = placed.map((place): Piece => {
    const source = text.slice(place.from, place.to);
    const key = keyOf(place.block);
    return {
      ...place,
      key,
      source,
      isReferring: refers && key !== keysOf(source, NO_REFERENCES).join(),
    };
  });
  const earlier = before ? [{ ...before, earlier: [] }, ...before.earlier].slice(0, EARLIER) : [];
  return { text, pieces, references, earlier };
}

/**
 * Write the blocks as Markdown. Blocks that are in `base`, in any order, keep their source. Others
 * are written again.
 */
export function writeText(base: ReadText, blocks: readonly Block[]): Written {
  const said = blocks.map((block) => ({ block, key: keyOf(block) }));
  const meant = said.filter(({ key }) => key !== '');
  const same = [base, ...base.earlier].find(
    ({ pieces }) =>
      pieces.length === meant.length && pieces.every((piece, at) => piece.key === meant[at]?.key),
  );
  const { text, starts } = same
    ? { text: same.text, starts: same.pieces.map(({ from }) => from) }
    : composed(base, meant);
  let at = 0;
  return {
    text,
    starts: said.map(({ key }) =>
      key === '' ? (starts[at] ?? text.length) : (starts[at++] ?? text.length),
    ),
  };
}

interface Said {
  readonly block: Block;
  readonly key: string;
}

const GAP = '\n\n';

function composed(base: ReadText, meant: readonly Said[]): Written {
  const find = finder(base);
  const isWhole = definitionsStand(base, meant);
  const eol = /\r\n/.test(base.text) && !/[^\r]\n/.test(base.text) ? '\r\n' : '\n';
  const inText = (source: string) => (eol === '\n' ? source : source.replaceAll('\n', eol));
  const starts: number[] = [];
  let text = '';
  let last:
    | { readonly piece: number | undefined; readonly block: Block; readonly source: string }
    | undefined;
  meant.forEach(({ block, key }, at) => {
    const place = find(key, last?.piece);
    const piece = place === undefined ? undefined : base.pieces[place];
    const isNext = place !== undefined && (last ? last.piece === place - 1 : place === 0);
    const avoid = last && listSign(last.block, last.source);
    const isKept =
      piece !== undefined &&
      (isWhole || !piece.isReferring) &&
      (isNext || standsAlone(piece, avoid)) &&
      (at === meant.length - 1 || !isOpen(piece));
    const source = isKept
      ? piece.source
      : inText(sourceOf(block, key, { nested: false, avoid }, base.references));
    text +=
      isNext && isKept
        ? base.text.slice(base.pieces[place - 1]?.to ?? 0, piece.from)
        : last
          ? eol + eol
          : '';
    starts.push(text.length);
    text += source;
    last = { piece: isKept ? place : undefined, block, source };
  });
  const tail = base.text.slice(base.pieces.at(-1)?.to ?? base.text.length);
  return { text: meant.length > 0 || base.pieces.length > 0 ? text + tail : base.text, starts };
}

/**
 * Return a function that finds the old position of a block: after the previous block if possible,
 * else an unused one, else any.
 */
function finder(base: ReadText): (key: string, last: number | undefined) => number | undefined {
  const places = placesIn(base);
  const used = new Set<number>();
  const seen = new Map<string, number>();
  return (key, last) => {
    const all = places.get(key) ?? [];
    let next = seen.get(key) ?? 0;
    while (used.has(all[next] ?? -1)) next++;
    seen.set(key, next);
    const after = (last ?? -1) + 1;
    const found =
      base.pieces[after]?.key === key && !used.has(after) ? after : (all[next] ?? all[0]);
    if (found !== undefined) used.add(found);
    return found;
  };
}

const PLACES = new WeakMap<ReadText, ReadonlyMap<string, readonly number[]>>();

/** Return the positions of the blocks with each key. */
function placesIn(base: ReadText): ReadonlyMap<string, readonly number[]> {
  const known = PLACES.get(base);
  if (known) return known;
  const places = new Map<string, number[]>();
  base.pieces.forEach(({ key }, at) => {
    const all = places.get(key);
    if (all) all.push(at);
    else places.set(key, [at]);
  });
  PLACES.set(base, places);
  return places;
}

/**
 * True if a block keeps its meaning after a new neighbour: it is not indented and continues no
 * list.
 */
function standsAlone({ block, source }: Piece, avoid: string | undefined): boolean {
  return !/^[ \t]/.test(source) && (avoid === undefined || listSign(block, source) !== avoid);
}

/** True if the block is an unclosed fence, which would turn all following text into code. */
function isOpen({ block, source }: Piece): boolean {
  if (block.type !== 'code_block') return false;
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(source)?.[1];
  if (fence === undefined) return false;
  const last = /(?:\r\n?|\n) {0,3}(`{3,}|~{3,})[ \t]*$/.exec(source)?.[1];
  return last === undefined || last[0] !== fence[0] || last.length < fence.length;
}

/** True if all link definitions still exist. */
function definitionsStand(base: ReadText, meant: readonly Said[]): boolean {
  if (Object.keys(base.references).length === 0) return true;
  const there = new Set(meant.map(({ key }) => key));
  return base.pieces.every(({ block, key }) => block.type !== 'opaque' || there.has(key));
}

const STRICT: Hand = { strict: true, em: '*' };
const HANDS: readonly Hand[] = [
  { strict: false, em: '*' },
  { strict: false, em: '_' },
  STRICT,
  { strict: true, em: '_' },
];

/** Write a block again, in the plainest form that reads back with the same meaning. */
function sourceOf(block: Block, key: string, place: Place, references: References): string {
  const known = WRITTEN.get(block);
  if (known && known.avoid === place.avoid && known.references === references) return known.source;
  const normal = normalOf(block) ?? block;
  const notes = labelsIn(normal).map((label) => `${GAP}[^${label}]: .`);
  const written = (hand: Hand) => writeBlock(normal, hand, place);
  const isRight = (hand: Hand) => keysOf(written(hand) + notes.join(''), references)[0] === key;
  const source = written(HANDS.find(isRight) ?? STRICT);
  WRITTEN.set(block, { source, avoid: place.avoid, references });
  return source;
}

const WRITTEN = new WeakMap<
  Block,
  { readonly source: string; readonly avoid: string | undefined; readonly references: References }
>();
const KEYS = new WeakMap<Block, string>();

/** Return the key of a block's meaning; empty if it has none. */
function keyOf(block: Block): string {
  const known = KEYS.get(block);
  if (known !== undefined) return known;
  const normal = normalOf(block);
  const key = normal ? nameOf(normal) : '';
  KEYS.set(block, key);
  return key;
}

function keysOf(source: string, references: References): readonly string[] {
  return readBlocks(source, references).placed.map(({ block }) => keyOf(block));
}

/**
 * Return the footnotes that a block refers to. Without its footnote, a reference would read as
 * plain text.
 */
function labelsIn(block: Block): readonly string[] {
  const found = new Set<string>();
  const visit = (part: Part): void => {
    if (part.type === 'footnote_ref') found.add(part.attrs.label);
    const content: readonly Part[] = 'content' in part ? (part.content ?? []) : [];
    content.forEach(visit);
  };
  visit(block);
  if (block.type === 'footnote') found.delete(block.attrs.label);
  return [...found];
}
