import type { Page } from '../test.ts';

const ADDRESS =
  /(?:(?:wss?|https?):\/\/)?(?:[\w.+-]+@)?(?:\[[\da-f:]+\]|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[\w./?=&%-]*)?|@\w[\w.-]*/gi;

/** Addresses on screen whose characters do not run from left to right (ACCESS-05). */
const mirrored = (page: Page): Promise<readonly string[]> =>
  page.evaluate((source) => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: address, index } of (node.nodeValue ?? '').matchAll(
        new RegExp(source, 'gi'),
      )) {
        const places = Array.from({ length: address.length }, (_, at) => {
          range.setStart(node, index + at);
          range.setEnd(node, index + at + 1);
          return range.getBoundingClientRect();
        }).filter(({ width }) => width > 0);
        const isMirrored = places.some((place, at) => {
          const before = places[at - 1];
          return before && Math.abs(before.top - place.top) < 2 && place.left < before.left - 0.5;
        });
        if (isMirrored) found.add(address);
      }
    }
    return [...found];
  }, ADDRESS.source);

/** Texts of one line that are cut at their beginning, because their box has the other direction. */
const beheaded = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const box of document.querySelectorAll<HTMLElement>('body *')) {
      if (box.scrollWidth <= box.clientWidth + 1 || !box.checkVisibility()) continue;
      const { textOverflow, direction } = getComputedStyle(box);
      if (textOverflow !== 'ellipsis') continue;
      const text = box.textContent.trim();
      const [letter] = /\p{L}/u.exec(text) ?? [];
      const own =
        letter !== undefined && /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(letter) ? 'rtl' : 'ltr';
      if (letter !== undefined && own !== direction) found.push(text);
    }
    return [...new Set(found)];
  });

/** Return the faults of the current page: mirrored addresses, and texts without their beginning. */
export async function misdirected(page: Page): Promise<readonly string[]> {
  return [
    ...(await mirrored(page)).map((one) => `${one} is mirrored`),
    ...(await beheaded(page)).map((one) => `${one} is cut at its beginning`),
  ];
}
