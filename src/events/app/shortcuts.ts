/**
 * Actions of the keyboard (ACCESS-03): Mastodon's keys, plus bookmark, zap, theme and movement
 * inside a thread.
 */
export type Shortcut =
  | 'palette'
  | 'list'
  | 'search'
  | 'newNote'
  | 'theme'
  | 'back'
  | 'next'
  | 'previous'
  | 'parent'
  | 'nextSibling'
  | 'previousSibling'
  | 'open'
  | 'author'
  | 'media'
  | 'unfold'
  | 'reply'
  | 'like'
  | 'repost'
  | 'quote'
  | 'bookmark'
  | 'zap'
  | 'newNotes'
  | 'unfocus'
  | `go ${ShortcutPlace}`;

type ShortcutPlace =
  | 'home'
  | 'reads'
  | 'explore'
  | 'messages'
  | 'bookmarks'
  | 'notifications'
  | 'settings'
  | 'profile'
  | 'muted';

/** Keys that act alone. */
const SINGLE: ReadonlyMap<string, Shortcut> = new Map<string, Shortcut>([
  ['?', 'list'],
  ['/', 'search'],
  ['s', 'search'],
  ['n', 'newNote'],
  ['t', 'theme'],
  ['Backspace', 'back'],
  ['j', 'next'],
  ['k', 'previous'],
  ['u', 'parent'],
  ['J', 'nextSibling'],
  ['K', 'previousSibling'],
  ['o', 'open'],
  ['Enter', 'open'],
  ['p', 'author'],
  ['e', 'media'],
  ['x', 'unfold'],
  ['r', 'reply'],
  ['l', 'like'],
  ['f', 'like'],
  ['b', 'repost'],
  ['q', 'quote'],
  ['B', 'bookmark'],
  ['z', 'zap'],
  ['.', 'newNotes'],
]);

/** Keys that act after `g`. */
const AFTER_G: ReadonlyMap<string, ShortcutPlace> = new Map<string, ShortcutPlace>([
  ['h', 'home'],
  ['r', 'reads'],
  ['e', 'explore'],
  ['d', 'messages'],
  ['f', 'bookmarks'],
  ['n', 'notifications'],
  ['s', 'settings'],
  ['u', 'profile'],
  ['m', 'muted'],
]);

/**
 * One key press. `isMod`: Ctrl or Cmd is held. `isTyping`: the focus is in a text field. `isOver`:
 * a dialog, a menu or a list covers the page.
 */
export interface KeyPress {
  readonly key: string;
  readonly isMod: boolean;
  readonly isAlt: boolean;
  readonly isComposing: boolean;
  readonly isTyping: boolean;
  readonly isOver: boolean;
}

/** Shortcuts without a letter, by their places on a keyboard: without and with Shift. */
const PLACES: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Period: ['.', '>'],
};

/**
 * Return the key of a press. A layout without Latin letters (Arabic, Greek, Cyrillic) has the
 * shortcuts at the same places of the keyboard.
 */
export function shortcutKey({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (key.length > 2 || /^[ -~]$/.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return PLACES[code]?.[shiftKey ? 1 : 0] ?? key;
}

/** Time after `g` in which the next key belongs to the sequence, in milliseconds. */
export const SEQUENCE = 1_500;

/**
 * Return the action of a key press, and whether it begins a sequence. `pending`: the previous key
 * was `g`. `singles`: keys without Ctrl are enabled (WCAG 2.1.4). Only Escape acts while the user
 * types, and nothing while an input method composes.
 */
export function shortcutOf(
  press: KeyPress,
  pending: boolean,
  singles: boolean,
): { readonly does?: Shortcut; readonly begins?: true } {
  const { key, isMod, isAlt, isComposing, isTyping, isOver } = press;
  if (isComposing || isAlt) return {};
  if (isMod) return key.toLowerCase() === 'k' && !isOver ? { does: 'palette' } : {};
  if (key === 'Escape' && !isOver) return { does: 'unfocus' };
  if (isTyping || isOver || !singles) return {};
  const place = pending ? AFTER_G.get(key) : undefined;
  if (place) return { does: `go ${place}` };
  if (key === 'g') return { begins: true };
  const does = SINGLE.get(key);
  return does === undefined ? {} : { does };
}

/**
 * The list of keys (`?`) in groups: each action with its keys in their order. Alternative keys for
 * one action are separate entries.
 */
export const SHORTCUT_GROUPS = {
  everywhere: {
    palette: ['Ctrl+K'],
    list: ['?'],
    search: ['/', 's'],
    newNote: ['n'],
    theme: ['t'],
    back: ['Backspace'],
    unfocus: ['Esc'],
  },
  go: {
    'go home': ['g h'],
    'go reads': ['g r'],
    'go explore': ['g e'],
    'go messages': ['g d'],
    'go notifications': ['g n'],
    'go bookmarks': ['g f'],
    'go profile': ['g u'],
    'go muted': ['g m'],
    'go settings': ['g s'],
  },
  feed: {
    next: ['j'],
    previous: ['k'],
    open: ['o', 'Enter'],
    reply: ['r'],
    like: ['l', 'f'],
    repost: ['b'],
    quote: ['q'],
    bookmark: ['Shift+B'],
    zap: ['z'],
    author: ['p'],
    media: ['e'],
    unfold: ['x'],
    newNotes: ['.'],
  },
  thread: { parent: ['u'], nextSibling: ['Shift+J'], previousSibling: ['Shift+K'] },
} as const satisfies Readonly<Record<string, Partial<Record<Shortcut, readonly string[]>>>>;
