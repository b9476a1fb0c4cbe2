/** Styles that determine the position of a letter in a text field. */
const COPIED = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'textAlign',
  'direction',
  'tabSize',
  'wordSpacing',
] as const;

/** Position in the window, in CSS pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/**
 * Return the position of a letter of a text field in the window, in CSS pixels. It is measured on a
 * copy, because browsers have no API for it.
 */
export function caretPlace(field: HTMLTextAreaElement, at: number): Place {
  const style = getComputedStyle(field);
  const copy = document.createElement('div');
  for (const name of COPIED) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  // Same bidi isolation as the field, also with automatic direction.
  copy.dir = 'auto';
  const mark = document.createElement('span');
  mark.textContent = field.value.slice(at, at + 1) || '.';
  copy.append(field.value.slice(0, at), mark, field.value.slice(at + 1));
  // Placed beside the field, because nothing outside of a modal dialog is rendered.
  field.after(copy);
  const [here, origin, box] = [mark, copy, field].map((element) => element.getBoundingClientRect());
  copy.remove();
  if (!here || !origin || !box) return { left: 0, top: 0, height: 0 };
  return {
    left: box.left + here.left - origin.left - field.scrollLeft,
    top: box.top + here.top - origin.top - field.scrollTop,
    height: here.height,
  };
}
