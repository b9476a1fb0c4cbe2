/** Longest time between the two presses of a double tap. */
const DOUBLE_TAP_MS = 500;
/** How far apart the two presses of a double tap may be. */
const REACH_PX = 16;

const ROLES = [
  'button',
  'link',
  'menuitem',
  'menuitemradio',
  'option',
  'tab',
  'switch',
  'checkbox',
];
const TAGS = ['a[href]', 'button', 'input', 'select', 'textarea', 'label', 'summary'];
const CONTROLS = [...TAGS, ...ROLES.map((role) => `[role="${role}"]`)].join();
const LAYERS = 'dialog, [role="dialog"], [role="menu"], [role="listbox"], [popover]';

interface Press {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly control: Element;
  readonly look: string;
  readonly layer: Element | null;
  /** The controls near the pointer at the time of the press. */
  readonly near: ReadonlySet<Element>;
}

/**
 * Swallow the second press of a double tap if it meets a control that the first press brought
 * there, such as the button of an unread question. Two presses of one control stay two, and keys
 * are never swallowed. The returned function ends this.
 */
export function guardDoubleTaps(page: Window): () => void {
  let last: Press | undefined;
  let isStray = false;
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // a native list, a field's focus and a gesture begin here, before the click
  const press = (event: PointerEvent) => {
    isStray = event.button === 0 && isUnseen(last, event);
    if (isStray) swallow(event);
  };
  const click = (event: MouseEvent) => {
    // keys, and clicks that the page makes itself
    if (event.detail === 0) return;
    const isSwallowed = isStray || isUnseen(last, event);
    isStray = false;
    if (isSwallowed) swallow(event);
    // an impatient third press counts from the second one
    last = isSwallowed && last ? { ...last, time: event.timeStamp } : pressOf(page, event);
  };
  page.addEventListener('pointerdown', press, true);
  page.addEventListener('click', click, true);
  return () => {
    page.removeEventListener('pointerdown', press, true);
    page.removeEventListener('click', click, true);
  };
}

/** True if the press follows the last one, in the same place, and meets another control. */
function isUnseen(last: Press | undefined, event: MouseEvent): boolean {
  if (!last || event.timeStamp - last.time > DOUBLE_TAP_MS) return false;
  if (Math.hypot(event.clientX - last.x, event.clientY - last.y) > REACH_PX) return false;
  const control = controlAt(event.target);
  return (
    !!control &&
    !last.near.has(control) &&
    !replaces(last, control) &&
    !isNextTab(last.control, control)
  );
}

/** True if the control replaced the one of the last press, as in a list that is rendered again. */
function replaces(last: Press, control: Element): boolean {
  return (
    !last.control.isConnected &&
    lookOf(control) === last.look &&
    control.closest(LAYERS) === last.layer
  );
}

/** True for two tabs of one list, which scrolls the next tab to the pointer. */
function isNextTab(tab: Element, next: Element): boolean {
  const list = next.closest('[role="tablist"]');
  return list !== null && list === tab.closest('[role="tablist"]');
}

function pressOf({ document }: Window, event: MouseEvent): Press | undefined {
  const control = controlAt(event.target);
  if (!control) return undefined;
  const { clientX: x, clientY: y, timeStamp: time } = event;
  const near = new Set([control]);
  for (const right of [-REACH_PX, 0, REACH_PX])
    for (const down of [-REACH_PX, 0, REACH_PX]) {
      const found = controlAt(document.elementFromPoint(x + right, y + down));
      if (found) near.add(found);
    }
  return { time, x, y, control, look: lookOf(control), layer: control.closest(LAYERS), near };
}

/** Return the control that a press acts on. Outside of controls, the part that may react to it. */
function controlAt(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined;
  const control = target.closest(CONTROLS);
  // a press on a label arrives at its field as a second click
  if (control instanceof HTMLLabelElement) return control.control ?? control;
  return control ?? target.closest('[role]') ?? target;
}

/** The role and the name of a control, as a screen reader would say them. */
function lookOf(control: Element): string {
  const name = control.getAttribute('aria-label') ?? control.textContent;
  return JSON.stringify([control.localName, control.getAttribute('role'), name]);
}
