import { closeHistory } from 'prosemirror-history';
import { Fragment, type Node, Slice } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { blocksOfHtml } from '../../../events/compose/editor/html.ts';
import type { Block } from '../../../events/compose/editor/node.ts';
import { readText, writeText } from '../../../events/compose/editor/article-markdown.ts';
import { blocksOf, fragmentOf } from './rich-doc.ts';
import { richSchema } from './rich-schema.ts';

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i;

/**
 * Insert pasted or dropped content. HTML is parsed by our own reader, which ignores scripts and
 * styles. Plain text is parsed as Markdown. An address over selected words becomes their link. In
 * code, everything is code. `at`: drop position. Return true if there was content.
 */
export function takeText(view: EditorView, data: DataTransfer, at?: number): boolean {
  const plain = data.getData('text/plain').replace(/\r\n?/g, '\n');
  const html = data.getData('text/html');
  const { state } = view;
  const { $from, empty, from, to } = state.selection;
  const tr = state.tr;
  if (plain === '' && html === '') return false;
  if (at === undefined && $from.parent.type.spec.code) {
    view.dispatch(tr.insertText(plain).scrollIntoView());
    return true;
  }
  if (
    at === undefined &&
    !empty &&
    ADDRESS.test(plain.trim()) &&
    $from.sameParent(state.selection.$to)
  ) {
    view.dispatch(tr.addMark(from, to, richSchema.mark('link', { href: plain.trim(), title: '' })));
    return true;
  }
  const fromHtml = html === '' ? [] : blocksOfHtml(html);
  const blocks = fromHtml.length > 0 ? fromHtml : readText(plain).pieces.map(({ block }) => block);
  const slice = sliceOf(blocks, plain);
  const put = at === undefined ? tr.replaceSelection(slice) : tr.replace(at, at, slice);
  // An undo step of its own, however soon it follows the last letter.
  view.dispatch(closeHistory(put).scrollIntoView().setMeta('paste', true));
  return true;
}

/** A single paragraph is inserted inline. */
function sliceOf(blocks: readonly Block[], plain: string): Slice {
  const content = fragmentOf(blocks);
  const [only] = content.content;
  if (content.childCount !== 1 || only?.type !== richSchema.nodes.paragraph) {
    if (content.childCount === 0)
      return new Slice(plain === '' ? Fragment.empty : Fragment.from(richSchema.text(plain)), 0, 0);
    // Paragraphs at either end merge with the text. A heading or a list stays a block.
    const isOpen = (node: Node | null) => (node?.type === richSchema.nodes.paragraph ? 1 : 0);
    return new Slice(content, isOpen(content.firstChild), isOpen(content.lastChild));
  }
  // Markdown ignores spaces at the ends, but the pasted text includes them.
  const before = /^[ \t]+/.exec(plain)?.[0] ?? '';
  const after = /[ \t]+$/.exec(plain)?.[0] ?? '';
  const blank = (text: string) =>
    text === '' ? Fragment.empty : Fragment.from(richSchema.text(text));
  return new Slice(blank(before).append(only.content).append(blank(after)), 0, 0);
}

/** Return the copied content as Markdown, for programs that accept plain text. */
export function copiedText(slice: Slice): string {
  const { content } = slice;
  const isBlock = content.firstChild?.isBlock ?? false;
  const doc = richSchema.topNodeType.createAndFill(
    null,
    isBlock ? content : richSchema.node('paragraph', null, content),
  );
  const whole =
    doc ??
    richSchema.node('doc', null, [
      richSchema.node(
        'paragraph',
        null,
        richSchema.text(content.textBetween(0, content.size, '\n') || ' '),
      ),
    ]);
  return writeText(readText(''), blocksOf(whole)).text;
}
