/** What says that a page may go: the window, and the document. */
export interface PageEnd {
  readonly page: EventTarget;
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
}

/** Says, each time, that the page may go at any moment: it was hidden or left, and need not be heard of again. Gives what ends it. */
export function onPageEnd({ page, document }: PageEnd, say: () => void): () => void {
  const hide = (): void => {
    if (document.visibilityState === 'hidden') say();
  };
  page.addEventListener('pagehide', say);
  document.addEventListener('visibilitychange', hide);
  return () => {
    page.removeEventListener('pagehide', say);
    document.removeEventListener('visibilitychange', hide);
  };
}
