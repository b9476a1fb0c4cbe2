import { useState } from 'react';

/**
 * Return the active option of a list whose field keeps the focus (ARIA combobox). `preselected`: it
 * is active until an arrow chooses another one. `move` returns true for a key that it handled, and
 * wraps around. `restart` goes back to the preselected one.
 */
export function useActiveOption(options: readonly string[], preselected?: string) {
  const [chosen, setChosen] = useState<string>();
  const at = options.indexOf(chosen ?? '');
  const active = at < 0 ? preselected : chosen;
  const move = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step === undefined || options.length === 0) return false;
    const from = active === undefined ? (step > 0 ? -1 : 0) : options.indexOf(active);
    setChosen(options.at((from + step) % options.length));
    return true;
  };
  return { active, move, restart: () => setChosen(undefined) };
}
