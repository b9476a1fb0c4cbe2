import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { drawBeside } from '../ui/overlays/draw-beside.ts';

/** The content of a window. */
interface Drawn {
  readonly title: string;
  /** Shown after the inspected tab is gone. */
  readonly gone: string;
  readonly draw: (close: () => void) => ReactNode;
}

/**
 * Open a window of its own and draw into it from this tab, so that it shows the tab's own objects.
 * Returns false if the browser does not allow it.
 */
export function openWindow({ title, gone, draw }: Drawn): boolean {
  const opened = window.open('/inspect.html', 'starling-inspector', 'popup,width=1280,height=860');
  if (!opened) return false;
  const fill = () => {
    const { document: page } = opened;
    page.title = title;
    const stopStyles = shareStyles(page);
    const box = page.createElement('div');
    page.body.replaceChildren(box);
    const root = createRoot(box);
    const end = () => {
      stopStyles();
      root.unmount();
      removeEventListener('pagehide', leave);
    };
    // the code ends with the tab: a window without it would look alive
    const leave = () => {
      end();
      page.body.textContent = gone;
    };
    addEventListener('pagehide', leave);
    opened.addEventListener('pagehide', end, { once: true });
    root.render(draw(() => opened.close()));
  };
  if (isReady(opened)) fill();
  else opened.addEventListener('load', fill, { once: true });
  opened.focus();
  return true;
}

interface RecordingWindow {
  /** Hand over the text of a recording, and the address of the code that shows it. */
  readonly give: (code: string, text: string) => void;
  readonly close: () => void;
}

/**
 * Open a window for the page of a recording, whose code runs in it. It says `waiting` until then.
 * Undefined if the browser does not allow the window.
 */
export function openRecordingWindow(waiting: string): RecordingWindow | undefined {
  const opened = window.open('/inspect.html', '_blank');
  if (!opened) return undefined;
  const given = Promise.withResolvers<{ readonly code: string; readonly text: string }>();
  addEventListener('message', function hand({ source, origin, data }) {
    if (source !== opened || origin !== location.origin || data !== READY) return;
    removeEventListener('message', hand);
    opened.document.body.textContent = waiting;
    void given.promise.then((message) => {
      shareStyles(opened.document)();
      opened.postMessage(message, location.origin);
    });
  });
  return { give: (code, text) => given.resolve({ code, text }), close: () => opened.close() };
}

/** Message of `public/inspect.js`: the window has loaded. */
const READY = 'starling:inspect';

/** True if the window shows its page. A new one is empty at first. */
function isReady({ document: page, location: { pathname } }: Window): boolean {
  return page.readyState === 'complete' && pathname === '/inspect.html';
}

/** Copy this tab's style sheets and theme into another page, also those that come later. */
function shareStyles(page: Document): () => void {
  const copies = new Map<Node, Node>();
  const share = () => {
    const sheets = document.querySelectorAll('link[rel="stylesheet"], style');
    for (const sheet of sheets)
      if (!copies.has(sheet)) {
        const copy = page.importNode(sheet, true);
        copies.set(sheet, copy);
        page.head.append(copy);
      }
    for (const { name, value } of document.documentElement.attributes)
      if (name !== 'style') page.documentElement.setAttribute(name, value);
  };
  share();
  const watch = new MutationObserver(share);
  watch.observe(document.head, { childList: true });
  watch.observe(document.documentElement, { attributes: true });
  return () => watch.disconnect();
}

let closeBelow = (): void => undefined;

/** Draw into this page, above all else. It replaces an earlier drawing. */
export function openBelow(draw: (close: () => void) => ReactNode): void {
  closeBelow();
  closeBelow = drawBeside(draw).close;
}
