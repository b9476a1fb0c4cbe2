import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** A part of the page with a React root of its own. */
interface Beside {
  readonly box: HTMLElement;
  readonly close: () => void;
}

/** Draw at the end of the page, in a root of its own: it outlives the screen, and even the app. */
export function drawBeside(draw: (close: () => void) => ReactNode): Beside {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  const close = () => {
    root.unmount();
    box.remove();
  };
  root.render(draw(close));
  return { box, close };
}
