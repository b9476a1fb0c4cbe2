import { useEffect } from 'react';

/** A movement shorter than this, in pixels, is no direction. */
const STEP = 8;

/**
 * Marks the document while the reader scrolls down, for the New note button of small screens, which
 * then hides.
 */
export function useScrollDirection(): void {
  useEffect(() => {
    let last = window.scrollY;
    const note = () => {
      const now = window.scrollY;
      if (Math.abs(now - last) < STEP && now > 0) return;
      document.documentElement.toggleAttribute('data-down', now > last && now > 0);
      last = now;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
}
