import type { Page } from '../test.ts';

/** Marks of the pseudo-language, around each text from the catalogue. */
const MARK = '⟦';

/**
 * Interface texts that a surrounding box clips, with the class of that box. `known`: the texts to
 * check, whole. Without it the texts of the pseudo-language are checked.
 */
export const clipped = (page: Page, known?: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(
    ([mark, ...words]) => {
      const found: string[] = [];
      const those = new Set(words);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const said = node.nodeValue ?? '';
        if (those.size > 0 ? !those.has(said.trim()) : !said.includes(mark ?? '')) continue;
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        if (text.width <= 1) continue;
        for (let box = node.parentElement; box && box !== document.body; box = box.parentElement) {
          const { overflowX, overflowY, position } = getComputedStyle(box);
          const around = box.getBoundingClientRect();
          // texts for screen readers only
          if (around.width <= 1 || around.height <= 1 || position === 'fixed') break;
          if (/auto|scroll/.test(overflowX)) break;
          const isCut =
            (overflowX !== 'visible' &&
              (text.left < around.left - 1 || text.right > around.right + 1)) ||
            (/hidden|clip/.test(overflowY) &&
              (text.top < around.top - 2 || text.bottom > around.bottom + 2));
          if (isCut) found.push(`${said} in ${box.localName}.${box.className}`);
          if (isCut) break;
        }
      }
      return [...new Set(found)];
    },
    [MARK, ...(known ?? [])],
  );

/** Return the innermost elements that reach beyond the edges of the window. */
export const wide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    // in right-to-left layout the page grows to the left
    const sticksOut = ({ left, right }: DOMRect) =>
      document.dir === 'rtl' ? left < -0.5 : right > width + 0.5;
    const out = [...document.querySelectorAll('body *')].filter((one) =>
      sticksOut(one.getBoundingClientRect()),
    );
    return out
      .filter((one) => !out.some((other) => other !== one && one.contains(other)))
      .map((one) => `${one.localName}.${one.getAttribute('class')} ${one.textContent}`);
  });

/**
 * Return those of the given words that the page contains whole, as texts, names, hints or
 * descriptions. Texts of users and names of parts are isolated and skipped.
 */
export const saidOf = (page: Page, words: readonly string[]): Promise<readonly string[]> =>
  page.evaluate((all) => {
    const those = new Set(all);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const said = [document.title];
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement?.closest('bdi')) said.push(node.nodeValue ?? '');
    for (const one of document.querySelectorAll(
      '[aria-label], [placeholder], [title], [alt], [aria-valuetext], [aria-description]',
    ))
      for (const name of [
        'aria-label',
        'placeholder',
        'title',
        'alt',
        'aria-valuetext',
        'aria-description',
      ])
        said.push(one.getAttribute(name) ?? '');
    return [...new Set(said.map((one) => one.trim()))].filter((one) => those.has(one));
  }, words);
