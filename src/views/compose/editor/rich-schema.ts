import { type DOMOutputSpec, type Node, Schema } from 'prosemirror-model';
import prose from '../../reading/article/ArticleBody.module.css';
import styles from '../article/ArticleText.module.css';

/**
 * `LINES`: text with line breaks. `LINE`: without them, for headings and cells, which are one line
 * in Markdown.
 */
const LINES = 'inline*';
const LINE = '(text | image | reference | footnote_ref)*';

/** A table cell. Markdown has no spanning cells, but the table editor requires these attributes. */
const CELL = {
  align: { default: null },
  colspan: { default: 1 },
  rowspan: { default: 1 },
  colwidth: { default: null },
};

function cell(tag: 'td' | 'th'): (node: Node) => DOMOutputSpec {
  return ({ attrs }) => [
    tag,
    { dir: 'auto', class: typeof attrs['align'] === 'string' ? prose[attrs['align']] : undefined },
    0,
  ];
}

/** Headings start one level below the title of the article, as for readers. */
function heading({ attrs }: Node): DOMOutputSpec {
  const level = Number(attrs['level']);
  return [
    level <= 2 ? 'h3' : level === 3 ? 'h4' : 'h5',
    { dir: 'auto', class: prose[level <= 2 ? 'large' : 'small'] },
    0,
  ];
}

/**
 * The schema of an article, the same tree that `events/publish/editor` reads and writes. Pasted
 * content is parsed there, too, so nothing here is created from HTML.
 */
export const richSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: LINES, toDOM: () => ['p', { dir: 'auto' }, 0] },
    heading: {
      group: 'block',
      content: LINE,
      attrs: { level: { default: 2 } },
      defining: true,
      toDOM: heading,
    },
    code_block: {
      group: 'block',
      content: 'text*',
      marks: '',
      code: true,
      defining: true,
      attrs: { info: { default: '' } },
      toDOM: ({ attrs }) => [
        'div',
        // Code starts on the left in right-to-left languages, too.
        { class: prose['code'], dir: 'ltr' },
        ['pre', { 'data-info': String(attrs['info']), spellcheck: 'false' }, ['code', 0]],
      ],
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      toDOM: () => ['blockquote', { dir: 'auto' }, 0],
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { tight: { default: true } },
      toDOM: () => ['ul', 0],
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { tight: { default: true }, start: { default: 1 } },
      toDOM: ({ attrs }) => ['ol', { start: Number(attrs['start']) }, 0],
    },
    list_item: {
      content: 'block+',
      defining: true,
      attrs: { checked: { default: null } },
      toDOM: () => ['li', { dir: 'auto' }, 0],
    },
    table: {
      group: 'block',
      content: 'table_row+',
      tableRole: 'table',
      isolating: true,
      // text that is typed between rows or cells would make a cell too many
      allowGapCursor: false,
      toDOM: () => ['div', { class: prose['scroll'] }, ['table', ['tbody', 0]]],
    },
    table_row: {
      content: '(table_header | table_cell)+',
      tableRole: 'row',
      allowGapCursor: false,
      toDOM: () => ['tr', 0],
    },
    table_header: {
      content: LINE,
      attrs: CELL,
      tableRole: 'header_cell',
      isolating: true,
      toDOM: cell('th'),
    },
    table_cell: {
      content: LINE,
      attrs: CELL,
      tableRole: 'cell',
      isolating: true,
      toDOM: cell('td'),
    },
    footnote: {
      group: 'block',
      content: 'block+',
      defining: true,
      attrs: { label: { default: '' } },
      toDOM: ({ attrs }) => [
        'div',
        { class: styles['footnote'], 'data-label': String(attrs['label']) },
        0,
      ],
    },
    rule: { group: 'block', toDOM: () => ['hr'] },
    opaque: {
      group: 'block',
      atom: true,
      attrs: { source: { default: '' } },
      toDOM: ({ attrs }) => [
        'pre',
        { class: styles['opaque'], dir: 'auto' },
        String(attrs['source']),
      ],
    },
    text: { group: 'inline' },
    image: {
      group: 'inline',
      inline: true,
      draggable: true,
      attrs: { src: { default: '' }, alt: { default: '' }, title: { default: '' } },
      toDOM: ({ attrs }) => [
        'img',
        { src: String(attrs['src']), alt: String(attrs['alt']), title: String(attrs['title']) },
      ],
    },
    reference: {
      group: 'inline',
      inline: true,
      attrs: { uri: { default: '' } },
      leafText: ({ attrs }) => String(attrs['uri']),
      toDOM: ({ attrs }) => ['span', { 'data-uri': String(attrs['uri']) }, String(attrs['uri'])],
    },
    footnote_ref: {
      group: 'inline',
      inline: true,
      attrs: { label: { default: '' } },
      toDOM: ({ attrs }) => ['sup', { class: styles['footnoteRef'] }, String(attrs['label'])],
    },
    soft_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      leafText: () => ' ',
      toDOM: () => ['span', ' '],
    },
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      linebreakReplacement: true,
      leafText: () => '\n',
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: { default: '' }, title: { default: '' } },
      inclusive: false,
      // An unchecked address must not be opened, so the link has no href.
      toDOM: ({ attrs }) => ['a', { class: styles['link'], title: String(attrs['href']) }, 0],
    },
    strong: { toDOM: () => ['strong', 0] },
    em: { toDOM: () => ['em', 0] },
    strike: { toDOM: () => ['s', 0] },
    code: { toDOM: () => ['code', 0] },
  },
});
