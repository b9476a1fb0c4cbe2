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
 * Takes what was pasted or dropped. HTML is read as a text by our own reader, which knows neither scripts nor styles; plain text is Markdown, and an address over
 * selected words is where they lead. In code, everything is code. `at`: where it was dropped. Says whether there was anything.
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
  if (at === undefined && !empty && ADDRESS.test(plain.trim()) && $from.sameParent(state.selection.$to)) {
    view.dispatch(tr.addMark(from, to, richSchema.mark('link', { href: plain.trim(), title: '' })));
    return true;
  }
  const fromHtml = html === '' ? [] : blocksOfHtml(html);
  const blocks = fromHtml.length > 0 ? fromHtml : readText(plain).pieces.map(({ block }) => block);
  const slice = sliceOf(blocks, plain);
  const put = at === undefined ? tr.replaceSelection(slice) : tr.replace(at, at, slice);
  // it is taken back alone, however soon it came after the last letter
  view.dispatch(closeHistory(put).scrollIntoView().setMeta('paste', true));
  return true;
}

/** One paragraph goes on in the text where it is put. */
function sliceOf(blocks: readonly Block[], plain: string): Slice {
  const content = fragmentOf(blocks);
  const [only] = content.content;
  if (content.childCount !== 1 || only?.type !== richSchema.nodes.paragraph) {
    if (content.childCount === 0) return new Slice(plain === '' ? Fragment.empty : Fragment.from(richSchema.text(plain)), 0, 0);
    // words at either end go on in the text; a heading or a list stays what it is
    const isOpen = (node: Node | null) => (node?.type === richSchema.nodes.paragraph ? 1 : 0);
    return new Slice(content, isOpen(content.firstChild), isOpen(content.lastChild));
  }
  // blanks at its ends are no part of Markdown, but of what is pasted
  const before = /^[ \t]+/.exec(plain)?.[0] ?? '';
  const after = /[ \t]+$/.exec(plain)?.[0] ?? '';
  const blank = (text: string) => (text === '' ? Fragment.empty : Fragment.from(richSchema.text(text)));
  return new Slice(blank(before).append(only.content).append(blank(after)), 0, 0);
}

/** What is copied, as Markdown, for programs that take plain text. */
export function copiedText(slice: Slice): string {
  const { content } = slice;
  const isBlock = content.firstChild?.isBlock ?? false;
  const doc = richSchema.topNodeType.createAndFill(null, isBlock ? content : richSchema.node('paragraph', null, content));
  const whole =
    doc ??
    richSchema.node('doc', null, [richSchema.node('paragraph', null, richSchema.text(content.textBetween(0, content.size, '\n') || ' '))]);
  return writeText(readText(''), blocksOf(whole)).text;
}
