const BLOCK = ['p', 'li', 'blockquote', 'td', 'th', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].join(
  ',',
);
/** Controls inside of a text, such as the sign of a highlight, are no part of it. */
const CONTROL = 'button, [role="button"]';

/**
 * Return the text of a selection without the words of controls in it. `spoken` is the selection's
 * own text, which is taken if there are none.
 */
export function selectedText(range: Range, spoken: string): string {
  const copy = range.cloneContents();
  const controls = copy.querySelectorAll(CONTROL);
  if (controls.length === 0) return spoken.trim();
  for (const control of controls) control.remove();
  const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
  let [text, last] = ['', undefined as Element | null | undefined];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const block = node.parentElement?.closest(BLOCK) ?? null;
    if (last !== undefined && block !== last) text += '\n\n';
    last = block;
    text += node.textContent ?? '';
  }
  return text.trim();
}

/** Return the text of the paragraph in which a selection starts, without controls. */
export function paragraphOf({ startContainer: begins }: Range): string {
  const block = (begins instanceof Element ? begins : begins.parentElement)?.closest(BLOCK);
  if (!block) return '';
  const whole = document.createRange();
  whole.selectNodeContents(block);
  return selectedText(whole, block.textContent);
}
