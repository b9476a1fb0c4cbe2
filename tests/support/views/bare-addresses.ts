/** A text that is an address as a whole: of a relay, a server or a person, maybe with a path. */
const ADDRESS =
  /^(?:(?:wss?|https?):\/\/)?(?:[\w.+-]+@)?(?:\[[\da-f:]+\]|localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/\S*)?$/i;
/** Elements whose text has a direction of its own. */
const ISOLATED = 'body [dir], bdi, code, kbd, pre, textarea, script, style';

/**
 * Return the addresses whose direction depends on the text around them. In a language from right to
 * left, their parts would change places (ACCESS-05).
 */
export function bareAddresses(root: Element): readonly string[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = (node.nodeValue ?? '').trim();
    // digits with points and colons keep their order everywhere (UAX 9, rule W4)
    const isNumber = /^[\d.:]+$/.test(text);
    if (!isNumber && ADDRESS.test(text) && !node.parentElement?.closest(ISOLATED)) found.add(text);
  }
  return [...found];
}
