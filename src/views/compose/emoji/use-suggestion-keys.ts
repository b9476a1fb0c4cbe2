import { useState } from 'react';

/** What is asked of a key, whether React or the page tells of it. */
interface Pressed {
  readonly key: string;
  readonly preventDefault: () => void;
  readonly stopPropagation: () => void;
}

/**
 * Which of the suggestions is meant, and the keys for it, which are heard in the text: arrows go along them, Enter and Tab take one, Esc leaves. `press`
 * says whether the key was for them; `restart` goes back to the first.
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
