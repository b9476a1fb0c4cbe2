import { useState } from 'react';

/** The part of a key event that both React and the DOM provide. */
interface Pressed {
  readonly key: string;
  readonly preventDefault: () => void;
  readonly stopPropagation: () => void;
}

/**
 * Return the active suggestion, and its key handling for the text. Arrows move, Enter and Tab pick,
 * Esc closes. `press` returns true if it handled the key. `restart` goes back to the first
 * suggestion.
 */
export function useSuggestionKeys<S>(
  items: readonly S[],
  { pick, leave }: { readonly pick: (item: S) => void; readonly leave: () => void },
) {
  const [active, setActive] = useState(0);
  const at = Math.min(active, Math.max(0, items.length - 1));
  const press = (event: Pressed): boolean => {
    const item = items[at];
    if (!item) return false;
    if (event.key === 'ArrowDown') setActive((at + 1) % items.length);
    else if (event.key === 'ArrowUp') setActive((at + items.length - 1) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(item);
    else if (event.key === 'Escape') leave();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { active: at, press, restart: () => setActive(0) };
}
