import { useActiveOption } from '../../ui/hooks/use-active-option.ts';

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
  const places = items.map((_, place) => String(place));
  const { active, move, restart } = useActiveOption(places, '0');
  const at = Number(active);
  const press = (event: Pressed): boolean => {
    const item = items[at];
    if (!item) return false;
    if (event.key === 'Enter' || event.key === 'Tab') pick(item);
    else if (event.key === 'Escape') leave();
    else if (!move(event.key)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { active: at, press, restart };
}
