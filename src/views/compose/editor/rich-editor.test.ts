// @vitest-environment jsdom
import fc from 'fast-check';
import { NodeSelection, TextSelection } from 'prosemirror-state';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { emptyRanges } from '../../../../tests/support/views/empty-ranges.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { Mounts } from './node-portals.ts';
import {
  blockAct,
  headingAct,
  insertFootnote,
  insertTable,
  markAct,
  setLink,
} from './rich-commands.ts';
import { RichEditor } from './rich-editor.ts';
import { takeText } from './rich-paste.ts';
import { runs } from '../../../../tests/support/runs.ts';

const NPUB = `nostr:${npubOf('32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245')}`;

beforeAll(() => {
  // jsdom has no layout.
  emptyRanges();
});

const open: RichEditor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
  document.body.replaceChildren();
});

function opened(markdown: string) {
  const dom = document.createElement('div');
  document.body.append(dom);
  const onText = vi.fn<(text: string) => void>();
  const editor = new RichEditor(dom, markdown, {
    mounts: new Mounts(),
    onText,
    onState: () => undefined,
    onLink: () => undefined,
    onWord: () => undefined,
    onKey: () => false,
    onFiles: () => undefined,
    words: () => ({ placeholder: 'Write', done: 'Done' }),
  });
  open.push(editor);
  const { view } = editor;
  const select = (from: number, to = from) =>
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)));
  /** Type letter by letter, so that input rules see each. */
  const type = (text: string) => {
    for (const letter of text) {
      const { from, to } = view.state.selection;
      const isTaken = view.someProp('handleTextInput', (take) =>
        take(view, from, to, letter, () => view.state.tr.insertText(letter, from, to)),
      );
      if (!isTaken) view.dispatch(view.state.tr.insertText(letter, from, to));
    }
  };
  const key = (name: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', {
      key: name,
      bubbles: true,
      cancelable: true,
      ...more,
    });
    return view.someProp('handleKeyDown', (take) => take(view, event)) === true;
  };
  const end = () => view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  return { editor, view, onText, select, type, key, end };
}

test('ACCESS-04 code starts on the left in any writing direction', () => {
  opened('```js\nconst tide = 1;\n```');
  expect(document.querySelector('pre')?.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
});

test('COMPOSE-06 opening and viewing an article does not change it', () => {
  const text = '# Title\n\n* one\n* two\n\n\n<div>kept</div>\n\n| a |\n|---|\n| b |\n\n';
  const { editor, onText } = opened(text);
  expect(editor.text).toBe(text);
  expect(onText).not.toHaveBeenCalled();
});

test('COMPOSE-06 every letter is reported at once; the rest stays identical to the byte', () => {
  const { onText, select, type } = opened('Setext\n======\n\nabc\n\n* star\n*  list');
  select(9 + 2);
  type('xy');
  expect(onText.mock.calls.map(([text]) => text)).toEqual([
    'Setext\n======\n\nabxc\n\n* star\n*  list',
    'Setext\n======\n\nabxyc\n\n* star\n*  list',
  ]);
});

test.each([
  ['# Head', '# Head'],
  ['### Head', '### Head'],
  ['- a', '- a'],
  ['1. a', '1. a'],
  ['- [ ] a', '- [ ] a'],
  ['> a', '> a'],
  ['a **b** c', 'a **b** c'],
  ['a [b c](https://d.example/e) f', 'a [b c](https://d.example/e) f'],
  ['[b](javascript:x)', '\\[b](javascript:x)'],
  [`hi ${NPUB}  there`, `hi ${NPUB} there`],
  ['a *b* c', 'a *b* c'],
  ['a _b_ c', 'a *b* c'],
  ['~~b~~ c', '~~b~~ c'],
  ['`b*` c', '`b*` c'],
  ['snake_case_name', 'snake_case_name'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['```js x', '```js\nx\n```'],
  [`hi ${NPUB} there`, `hi ${NPUB} there`],
])('COMPOSE-06 typing %j becomes %j', (typed, markdown) => {
  const { editor, type } = opened('');
  type(typed);
  expect(editor.text).toBe(markdown);
});

test('COMPOSE-06 typed Markdown is a rule that one Backspace takes back', () => {
  const { editor, type, key } = opened('');
  type('# ');
  type('a');
  key('Backspace');
  const other = opened('');
  other.type('- ');
  other.key('Backspace');
  expect(other.editor.text).toBe('\\-');
  expect(editor.text.startsWith('#')).toBe(true);
});

test('COMPOSE-06 keys: bold, italic, code, headings, lists, quotes', () => {
  const ctrl = { ctrlKey: true };
  const { editor, select, key } = opened('one two');
  select(1, 4);
  key('b', ctrl);
  key('i', ctrl);
  expect(editor.text).toBe('***one*** two');
  key('b', ctrl);
  key('i', ctrl);
  key('e', ctrl);
  expect(editor.text).toBe('`one` two');
  key('z', ctrl);
  expect(editor.text).toBe('one two');
  key('8', { ...ctrl, shiftKey: true, keyCode: 56 });
  key('@', { ...ctrl, altKey: true, keyCode: 50 });
});

test('COMPOSE-06 Enter continues a list and leaves it when pressed twice; Tab indents an item', () => {
  const { editor, end, type, key } = opened('- [x] one');
  end();
  key('Enter');
  type('two');
  key('Tab');
  expect(editor.text).toBe('- [x] one\n  - [ ] two');
  key('Enter');
  key('Enter');
  key('Enter');
  type('out');
  expect(editor.text).toBe('- [x] one\n  - [ ] two\n\nout');
});

test('COMPOSE-06 lists convert to one another, and to paragraphs', () => {
  const { editor, view, select } = opened('one\n\ntwo');
  select(1, view.state.doc.content.size - 1);
  const press = (act: {
    run: (state: typeof view.state, dispatch: typeof view.dispatch) => boolean;
  }) => act.run(view.state, view.dispatch);
  press(blockAct('bullet_list'));
  expect(editor.text).toBe('- one\n- two');
  press(blockAct('task_list'));
  expect(editor.text).toBe('- [ ] one\n- [ ] two');
  press(blockAct('ordered_list'));
  expect(editor.text).toBe('1. one\n2. two');
  press(blockAct('ordered_list'));
  expect(editor.text).toBe('one\n\ntwo');
  press(headingAct(3));
  expect(editor.text).toBe('### one\n\n### two');
});

test('COMPOSE-06 a link is added to words, changed, and removed', () => {
  const { editor, view, select } = opened('see there now');
  select(5, 10);
  setLink('https://a.b/c')(view.state, view.dispatch);
  expect(editor.text).toBe('see [there](https://a.b/c) now');
  select(7);
  setLink('https://d.e')(view.state, view.dispatch);
  expect(editor.text).toBe('see [there](https://d.e) now');
  setLink('')(view.state, view.dispatch);
  expect(editor.text).toBe('see there now');
  select(view.state.doc.content.size - 1);
  setLink('https://f.g')(view.state, view.dispatch);
  expect(editor.text).toBe('see there now<https://f.g>');
});

test('COMPOSE-06 tables and footnotes are inserted; the first row of a table is always its head', () => {
  const { editor, view, end, type, key } = opened('Words');
  end();
  insertFootnote(view.state, view.dispatch);
  type('The note');
  expect(editor.text).toBe('Words[^1]\n\n[^1]: The note');
  const other = opened('');
  insertTable(other.view.state, other.view.dispatch);
  other.type('a');
  other.key('Tab');
  other.type('b|');
  expect(other.editor.text).toBe('| a | b\\| |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |');
  key('Escape');
});

test('COMPOSE-06 arrows and Enter in a table go up and down a column, Enter also out of its last row', () => {
  const { editor, view, type, key } = opened('');
  insertTable(view.state, view.dispatch);
  for (const name of ['Tab', 'Tab']) key(name);
  type('c');
  view.endOfTextblock = () => true;
  key('ArrowDown');
  type('1');
  key('ArrowUp');
  type('d');
  for (const name of ['Enter', 'Enter']) key(name);
  type('2');
  // nothing is below the last row, and no cell is added
  key('ArrowDown');
  key('Enter');
  type('after');
  expect(editor.text).toBe('|  |  | cd |\n| --- | --- | --- |\n|  |  | 1 |\n|  |  | 2 |\n\nafter');
});

test('COMPOSE-06 ACCESS-02 Tab in the last cell adds a row, Shift+Tab goes back; Esc, Tab leaves', () => {
  const { editor, view, type, key } = opened('');
  insertTable(view.state, view.dispatch);
  for (let cell = 1; cell < 9; cell++) key('Tab');
  type('9');
  expect(key('Tab')).toBe(true);
  type('10');
  expect(editor.text).toBe(
    '|  |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  | 9 |\n| 10 |  |  |',
  );
  key('Tab', { shiftKey: true });
  type('b');
  expect(editor.text).toContain('|  |  | b |');
  key('Escape');
  expect(key('Tab')).toBe(false);
});

test('COMPOSE-06 from each cell of the outer rows the arrows leave a table', () => {
  const { editor, view, type, key } = opened('before');
  view.endOfTextblock = () => true;
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 7)));
  insertTable(view.state, view.dispatch);
  key('ArrowUp');
  type('1');
  key('ArrowDown');
  // the browser moves the caret into the table
  const cells: number[] = [];
  view.state.doc.descendants(({ type: { name } }, at) => {
    if (name === 'table_cell') cells.push(at + 1);
  });
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, cells[3] ?? 0)));
  type('x');
  key('ArrowDown');
  type('after');
  expect(editor.text).toBe(
    'before1\n\n|  |  |  |\n| --- | --- | --- |\n|  |  |  |\n| x |  |  |\n\nafter',
  );
});

test('COMPOSE-06 Enter over a selected list leaves an empty line where no text is beside it', () => {
  const { editor, view, type, key } = opened('* a\n* b\n\n<b>html</b>');
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 3, 9)));
  key('Enter');
  type('x');
  expect(editor.text).toBe('x\n\n<b>html</b>');
});

test('COMPOSE-06 pasted HTML is cleaned, Markdown is parsed, an address links the selection, code is kept', () => {
  const data = (types: Record<string, string>) => {
    const transfer = {
      getData: (type: string) => types[type] ?? '',
      types: Object.keys(types),
      files: [],
    };
    return transfer as unknown as DataTransfer;
  };
  const { editor, view, select, end } = opened('ab');
  select(2);
  takeText(
    view,
    data({ 'text/html': '<b onclick="x">bold</b><script>alert(1)</script>', 'text/plain': 'bold' }),
  );
  expect(editor.text).toBe('a**bold**b');
  select(1, 2);
  takeText(view, data({ 'text/plain': 'https://x.y/z' }));
  expect(editor.text).toBe('[a](https://x.y/z)**bold**b');
  end();
  takeText(view, data({ 'text/plain': `\n\n## Head\n\n- item\n\n${NPUB}` }));
  expect(editor.text).toBe(`[a](https://x.y/z)**bold**b\n\n## Head\n\n- item\n\n${NPUB}`);
  const code = opened('```\nx\n```');
  code.select(2);
  takeText(code.view, data({ 'text/plain': '# no\n- list', 'text/html': '<h1>no</h1>' }));
  expect(code.editor.text).toBe('```\nx# no\n- list\n```');
});

test('COMPOSE-06 a text from elsewhere replaces this one in one undoable step, and the caret stays', () => {
  const { editor, view, onText, select, type } = opened('one\n\ntwo\n\nthree');
  select(12);
  editor.take('one\n\nTWO\n\nand\n\nthree');
  expect(view.state.selection.$head.parent.textContent).toBe('three');
  expect(onText).not.toHaveBeenCalled();
  type('!');
  expect(editor.text).toBe('one\n\nTWO\n\nand\n\nt!hree');
  editor.undo();
  editor.undo();
  expect(editor.text).toBe('one\n\ntwo\n\nthree');
  editor.redo();
  expect(editor.text).toBe('one\n\nTWO\n\nand\n\nthree');
});

test('COMPOSE-06 the caret stays at the same letter in both modes', () => {
  const text = 'first\n\n- **bold** item\n- next *one*';
  const { editor } = opened(text);
  for (const word of ['first', 'bold', 'item', 'next', 'one']) {
    const at = text.indexOf(word) + 2;
    editor.place(at);
    expect(editor.view.state.selection.$head.parent.textContent).toContain(word);
    expect(editor.caret).toBe(at);
  }
});

test('COMPOSE-06 INV-NO-LOSS undo to the start restores the text to the byte after any keys', () => {
  const acts = fc.array(
    fc.tuple(
      fc.constantFrom(
        'type',
        'bold',
        'list',
        'head',
        'code',
        'take',
        'enter',
        'delete',
        'table',
        'note',
      ),
      fc.nat(),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  );
  const texts = fc.constantFrom(
    '',
    'a\n===\n\n* b\n\n\n* c',
    '| a |\n|-|\n| b |\n',
    '> q\nlazy\n\n1) x\n2) y',
    '[l][r] and ![p](https://a.b/c)\n\n[r]: https://a.b',
    '- [ ] t\n  - u\n\n```x\ncode',
    `${NPUB}\n\n<b>html</b>\n\n[^1]: n`,
  );
  fc.assert(
    fc.property(texts, acts, (text, steps) => {
      const { editor, view, key } = opened(text);
      const press = ({
        run,
      }: {
        run: (state: typeof view.state, dispatch: typeof view.dispatch) => boolean;
      }) => run(view.state, view.dispatch);
      for (const [act, place, words] of steps) {
        const size = view.state.doc.content.size;
        view.dispatch(
          view.state.tr.setSelection(
            TextSelection.between(
              view.state.doc.resolve(place % (size + 1)),
              view.state.doc.resolve((place * 7) % (size + 1)),
            ),
          ),
        );
        if (act === 'type') view.dispatch(view.state.tr.insertText(words));
        if (act === 'bold') press(markAct('strong'));
        if (act === 'list') press(blockAct(place % 2 ? 'task_list' : 'ordered_list'));
        if (act === 'head') press(headingAct(place % 4));
        if (act === 'code') press(blockAct('code_block'));
        if (act === 'take') editor.take(`x${words}\n\n${editor.text}`);
        if (act === 'enter') key('Enter');
        if (act === 'delete') view.dispatch(view.state.tr.deleteSelection());
        if (act === 'table') press({ run: insertTable });
        if (act === 'note') press({ run: insertFootnote });
        view.state.doc.check();
      }
      while (editor.undo());
      expect(editor.text).toBe(text);
      editor.destroy();
      open.length = 0;
    }),
    { numRuns: runs(150) },
  );
});

const PICTURED = 'a\n\n![x](https://a.example/1.png)\n\nend';
function picked() {
  const it = opened(PICTURED);
  const { view } = it;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, 4)));
  const press = (key: string, more: KeyboardEventInit = {}) => {
    const init = { key, bubbles: true, cancelable: true, ...more };
    const isFree = view.dom.dispatchEvent(new KeyboardEvent('keydown', init));
    if (isFree && key.length === 1)
      view.dom.dispatchEvent(
        new KeyboardEvent('keypress', { ...init, charCode: key.charCodeAt(0) }),
      );
  };
  return { ...it, press };
}

test('COMPOSE-06 INV-NO-LOSS a caret moved by the browser leaves the picture before it is reported', () => {
  const { editor, view, press } = picked();
  document.getSelection()?.collapse(view.dom.lastChild?.firstChild ?? null, 3);
  press('y');
  expect([editor.text, view.state.selection.from]).toEqual([
    PICTURED,
    view.state.doc.content.size - 1,
  ]);
  // without a moved caret, typing replaces the picture as before
  const other = picked();
  other.press('y');
  expect(other.editor.text).toBe('a\n\ny\n\nend');
});

test('COMPOSE-06 INV-NO-LOSS Ctrl+End and Ctrl+Home leave a selected picture at once', () => {
  const { view, press } = picked();
  press('End', { ctrlKey: true });
  expect(view.state.selection).toMatchObject({ empty: true, to: view.state.doc.content.size - 1 });
  const other = picked();
  other.press('Home', { ctrlKey: true });
  expect(other.view.state.selection).toMatchObject({ empty: true, from: 1 });
});
