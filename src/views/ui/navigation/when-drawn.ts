/** How long a press waits for its element. */
const WAIT_MS = 10_000;

/**
 * Call `then` with the result of `find` once the page has drawn it, or `otherwise` after ten
 * seconds. Returns a function that ends the wait.
 */
export function whenDrawn<T>(
  find: () => T | false | null | undefined,
  then: (found: T) => void,
  otherwise?: () => void,
): () => void {
  const look = (): void => {
    const found = find();
    if (!found) return;
    end();
    then(found);
  };
  const watch = new MutationObserver(look);
  const timer = setTimeout(() => {
    end();
    otherwise?.();
  }, WAIT_MS);
  const end = (): void => {
    watch.disconnect();
    clearTimeout(timer);
  };
  watch.observe(document.body, { childList: true, subtree: true });
  look();
  return end;
}
