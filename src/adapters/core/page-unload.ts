/** The window and the document, whose events show that a page may close. */
export interface PageEnd {
  readonly page: EventTarget;
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
}

/**
 * Calls `say` each time the page was hidden or left: it may close at any moment without another
 * event. Returns a function that ends it.
 */
export function onPageUnload({ page, document }: PageEnd, say: () => void): () => void {
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
