// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { guardDoubleTaps } from './double-tap.ts';

let end: () => void;
let under: Element | null;
const pressed: string[] = [];

beforeEach(() => {
  pressed.length = 0;
  under = null;
  Object.assign(document, { elementFromPoint: () => under });
  end = guardDoubleTaps(window);
});

afterEach(() => {
  end();
  document.body.replaceChildren();
});

/** Put markup into the page. Its elements with an id report the events that they receive. */
function put(markup: string): void {
  const box = document.createElement('div');
  box.innerHTML = markup;
  for (const one of box.querySelectorAll('[id]'))
    for (const type of ['pointerdown', 'click'])
      one.addEventListener(type, () => pressed.push(`${type} ${one.id}`));
  document.body.append(box);
}

const one = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};

interface At {
  readonly x?: number;
  readonly y?: number;
  readonly time: number;
  readonly detail?: number;
}

/** Press an element as a pointer does. Returns false if the browser must not act on the click. */
function press(id: string, { x = 100, y = 700, time, detail = 1 }: At): boolean {
  const target = one(id);
  under = target;
  const send = (type: string) => {
    const event = new MouseEvent(type, {
      bubbles: true,
      cancelable: true,
      detail,
      clientX: x,
      clientY: y,
    });
    Object.defineProperty(event, 'timeStamp', { value: time });
    return target.dispatchEvent(event);
  };
  if (detail > 0) send('pointerdown');
  return send('click');
}

const clicks = () => pressed.filter((entry) => entry.startsWith('click'));

describe('the second tap of a double tap', () => {
  test('does not answer a question that the first tap opened at the same place', () => {
    put('<div role="menu"><button id="row">Sign out</button></div>');
    press('row', { time: 0 });
    document.body.replaceChildren();
    put('<dialog open><button id="confirm">Sign out</button></dialog>');
    expect(press('confirm', { x: 110, y: 705, time: 300 })).toBe(false);
    expect(pressed).toEqual(['pointerdown row', 'click row']);
    // an impatient third one does not either
    press('confirm', { time: 700 });
    expect(clicks()).toEqual(['click row']);
    press('confirm', { time: 1_300 });
    expect(clicks()).toEqual(['click row', 'click confirm']);
  });

  test('does not fall through to a control, a text or a scrim below a closed layer', () => {
    put('<a id="tab" href="#m">Messages</a><article id="note"><p>Text</p></article>');
    put('<dialog open id="other"></dialog><button id="close">Cancel</button>');
    press('close', { time: 0 });
    for (const id of ['tab', 'note', 'other']) expect(press(id, { time: 200 })).toBe(false);
    expect(clicks()).toEqual(['click close']);
  });

  test('a later or a more distant press reaches its control', () => {
    put('<button id="first">One</button><button id="second">Two</button>');
    press('first', { time: 0 });
    press('second', { time: 501 });
    press('first', { x: 120, time: 600 });
    expect(clicks()).toEqual(['click first', 'click second', 'click first']);
  });

  test('two presses of one control stay two, on any of its parts', () => {
    put('<button id="next">Next <svg role="img" id="icon"></svg></button>');
    press('next', { time: 0 });
    press('icon', { time: 100 });
    expect(clicks()).toEqual(['click next', 'click icon', 'click next']);
  });

  test('a control that is rendered again in the same layer stays the same control', () => {
    put('<button id="more">+1</button>');
    press('more', { time: 0 });
    one('more').remove();
    put('<button id="again">+1</button>');
    press('again', { time: 100 });
    expect(clicks()).toEqual(['click more', 'click again']);
  });

  test('another row that moves up to the pointer keeps its own button', () => {
    put('<button id="first">Remove Ann</button>');
    press('first', { time: 0 });
    one('first').remove();
    put('<button id="second">Remove Ben</button>');
    expect(press('second', { time: 100 })).toBe(false);
  });

  test('the next tab is pressed when its list has scrolled it to the pointer', () => {
    put('<div role="tablist"><b role="tab" id="one"></b><b role="tab" id="two"></b></div>');
    press('one', { time: 0 });
    press('two', { time: 100 });
    expect(clicks()).toEqual(['click one', 'click two']);
  });

  test('a neighbour that was there before is pressed, as after a miss', () => {
    put('<button id="less">Less</button><button id="more">More</button>');
    Object.assign(document, {
      elementFromPoint: (x: number) => one(x > 100 ? 'more' : 'less'),
    });
    press('less', { time: 0 });
    press('more', { x: 110, time: 100 });
    expect(clicks()).toEqual(['click less', 'click more']);
  });

  test('the click that a label passes to its field is no second tap', () => {
    put('<label id="label">Save data <input type="checkbox" id="box"></label>');
    press('label', { time: 0 });
    press('box', { time: 0 });
    expect(clicks()).toContain('click box');
  });

  test('keys, and clicks that the page makes, are never swallowed', () => {
    put('<button id="first">One</button><button id="second">Two</button>');
    press('first', { time: 0 });
    expect(press('second', { time: 10, detail: 0 })).toBe(true);
    expect(clicks()).toEqual(['click first', 'click second']);
  });
});
