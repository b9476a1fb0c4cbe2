// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useClearOfText } from './use-clear-of-text.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Edges = readonly [left: number, top: number, right: number, bottom: number];

function Composer() {
  const [box, anchor, field] = [
    useRef<HTMLDivElement>(null),
    useRef<HTMLButtonElement>(null),
    useRef<HTMLTextAreaElement>(null),
  ];
  useClearOfText({ box, anchor, align: 'start', hide: () => {} }, field);
  return (
    <dialog data-testid="dialog">
      <textarea ref={field} />
      <button ref={anchor} type="button">
        Emojis
      </button>
      <div ref={box} data-testid="box" />
    </dialog>
  );
}

/** Render a composer with these edges in a window of that size. */
function placed(
  [width, height]: readonly [number, number],
  edges: Readonly<Record<'DIALOG' | 'TEXTAREA' | 'BUTTON', Edges>>,
) {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('innerHeight', height);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(370);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const found = Object.entries(edges).find(([tag]) => tag === this.tagName)?.[1];
    const [left, top, right, bottom] = found ?? [0, 0, 0, 0];
    return new DOMRect(left, top, right - left, bottom - top);
  });
  const { getByTestId, unmount } = render(<Composer />);
  const read = (name: string) => getByTestId('box').style.getPropertyValue(name);
  return { read, dialog: getByTestId('dialog'), unmount };
}

if (!('DOMRect' in globalThis))
  vi.stubGlobal(
    'DOMRect',
    class {
      readonly left: number;
      readonly top: number;
      readonly right: number;
      readonly bottom: number;
      constructor(x: number, y: number, width: number, height: number) {
        [this.left, this.top, this.right, this.bottom] = [x, y, x + width, y + height];
      }
    },
  );

const DIALOG: Edges = [320, 100, 960, 700];

test('COMPOSE-01 the emojis are below their button if there is room', () => {
  const { read } = placed([1280, 800], {
    DIALOG: [320, 200, 960, 590],
    TEXTAREA: [340, 300, 940, 440],
    BUTTON: [370, 470, 410, 510],
  });
  expect([read('--top'), read('--room')]).toEqual(['514px', '278px']);
});

test('COMPOSE-01 the emojis are beside a high dialog', () => {
  const { read } = placed([1280, 800], {
    DIALOG,
    TEXTAREA: [340, 200, 940, 600],
    BUTTON: [370, 620, 410, 660],
  });
  expect([read('--left'), read('width'), read('--top')]).toEqual(['964px', '308px', '100px']);
});

test('COMPOSE-01 without room beside the dialog the emojis are below the text', () => {
  const { read } = placed([900, 800], {
    DIALOG: [130, 100, 770, 700],
    TEXTAREA: [150, 200, 750, 500],
    BUTTON: [180, 620, 220, 660],
  });
  expect([read('--top'), read('--room')]).toEqual(['504px', '288px']);
});

test('COMPOSE-01 on a phone the emojis lift the composer as a keyboard does', () => {
  const { dialog, unmount } = placed([390, 844], {
    DIALOG: [0, 429, 390, 844],
    TEXTAREA: [20, 500, 370, 640],
    BUTTON: [60, 700, 100, 740],
  });
  expect(dialog.style.getPropertyValue('--keyboard')).toBe('370px');
  unmount();
  expect(dialog.style.getPropertyValue('--keyboard')).toBe('0px');
});
