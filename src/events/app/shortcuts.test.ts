import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeyPress, SHORTCUT_GROUPS, shortcutKey, shortcutOf } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  isMod: false,
  isAlt: false,
  isComposing: false,
  isTyping: false,
  isOver: false,
  ...more,
});
const does = (key: string, pending = false, more: Partial<KeyPress> = {}) =>
  shortcutOf(press(key, more), pending, true).does;

test('ACCESS-03 every key of the list does the action that the list names', () => {
  for (const keys of Object.values(SHORTCUT_GROUPS)) {
    for (const [name, ways] of Object.entries<readonly string[]>(keys)) {
      for (const way of ways) {
        const isMod = way.startsWith('Ctrl+');
        const sequence = way.split(' ');
        const key = (sequence.at(-1) ?? '')
          .replace('Ctrl+', '')
          .replace('Shift+', '')
          .replace('Esc', 'Escape');
        expect(does(key, sequence.length > 1, { isMod }), way).toBe(name);
      }
    }
  }
});

test('ACCESS-03 a sequence begins with g and ends with any other key', () => {
  expect(shortcutOf(press('g'), false, true)).toEqual({ begins: true });
  expect([does('h'), does('h', true), does('j', true), does('n', true), does('y', true)]).toEqual([
    undefined,
    'go home',
    'next',
    'go notifications',
    undefined,
  ]);
});

test('ACCESS-03 no shortcut works while typing, composing or in a dialog; Ctrl K works without single keys', () => {
  const any = fc.record({
    key: fc.oneof(
      fc.constantFrom('j', 'k', 'g', '?', '/', 'Escape', 'Enter', 'Backspace', 'B'),
      fc.string(),
    ),
    isMod: fc.boolean(),
    isAlt: fc.boolean(),
    isComposing: fc.boolean(),
    isTyping: fc.boolean(),
    isOver: fc.boolean(),
  });
  fc.assert(
    fc.property(any, fc.boolean(), fc.boolean(), (one, pending, singles) => {
      const { does: done, begins } = shortcutOf(one, pending, singles);
      if (one.isComposing || one.isAlt || one.isOver)
        expect([done, begins]).toEqual([undefined, undefined]);
      const mayLeave = one.key === 'Escape' && !one.isMod;
      if (one.isTyping || one.isMod || !singles)
        expect([undefined, 'palette', mayLeave ? 'unfocus' : undefined]).toContain(done);
      if (one.isTyping || one.isMod || !singles) expect(begins).toBeUndefined();
    }),
  );
  expect(shortcutOf(press('K', { isMod: true, isTyping: true }), false, false).does).toBe(
    'palette',
  );
});

test('ACCESS-03 a layout without Latin letters has the shortcuts at the same places', () => {
  const keyOf = (key: string, code: string, shiftKey = false) =>
    shortcutKey({ key, code, shiftKey });
  expect([keyOf('ت', 'KeyJ'), keyOf('ن', 'KeyK'), keyOf('л', 'KeyK'), keyOf('لا', 'KeyB')]).toEqual(
    ['j', 'k', 'k', 'b'],
  );
  expect([keyOf('ظ', 'Slash'), keyOf('؟', 'Slash', true), keyOf('ö', 'Semicolon')]).toEqual([
    '/',
    '?',
    'ö',
  ]);
  // the letters of other Latin layouts are their own
  expect([keyOf('z', 'KeyY'), keyOf('a', 'KeyQ'), keyOf('Escape', 'Escape')]).toEqual([
    'z',
    'a',
    'Escape',
  ]);
});
