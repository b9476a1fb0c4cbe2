// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { paragraphOf, selectedText } from './selected-text.ts';

function rangeOf(html: string, from: string, to: string): Range {
  document.body.innerHTML = html;
  const range = document.createRange();
  const start = document.querySelector(from)?.firstChild;
  const end = document.querySelector(to)?.lastChild;
  if (!start || !end) throw new Error('no text');
  range.setStart(start, 0);
  range.setEnd(end, end.textContent?.length ?? 0);
  return range;
}

test('THREAD-05 the number of an existing highlight is no part of a quoted passage', () => {
  const html = '<p id="a">Then it <mark id="m">was not.</mark><button>1</button> Tab two.</p>';
  const range = rangeOf(html, '#m', '#a');
  expect(selectedText(range, 'was not.1 Tab two.')).toBe('was not. Tab two.');
  expect(paragraphOf(range)).toBe('Then it was not. Tab two.');
});

test('THREAD-05 paragraphs of a passage with a control stay apart, and others keep their text', () => {
  const html = '<p id="a">One.<button>2</button></p><p id="b">Two.</p><p id="c">Three.</p>';
  expect(selectedText(rangeOf(html, '#a', '#b'), 'One.2\n\nTwo.')).toBe('One.\n\nTwo.');
  expect(selectedText(rangeOf(html, '#b', '#c'), ' Two.\n\nThree. ')).toBe('Two.\n\nThree.');
});
