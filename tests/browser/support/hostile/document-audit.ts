import { expect, type Page } from '@playwright/test';

/**
 * Elements and attributes that the client itself adds to the document. Texts of users never add to
 * them.
 */
const ELEMENTS =
  'a article aside b bdi blockquote body br button circle code dd defs del details dialog div dl dt em fieldset figcaption figure footer form g h1 h2 h3 h4 h5 h6 head header ' +
  'hr html i img input kbd label legend li lineargradient link main meta nav noscript ol p path pre q rect script section select small span stop strong summary sup svg symbol table tbody ' +
  'td th thead time title tr u ul use video audio wbr';

/** Allowed attributes, besides aria-* and data-*. */
const ATTRIBUTES =
  'alt as autocapitalize autocomplete charset checked class cols content controls crossorigin fetchpriority cx cy d decoding dir disabled draggable enterkeyhint fill for hidden height href ' +
  'id inputmode lang loading loop max maxlength media min muted name offset open placeholder playsinline popover poster preload r rel role rows rx scope ' +
  'src start stroke stroke-linecap stroke-linejoin stroke-width style tabindex target title transform type value viewbox width x x1 x2 xmlns y y1 y2 datetime';

const LINKS = /^(?:https?|mailto|lightning|bitcoin|nostr|magnet):|^\/(?!\/)|^#/;

/**
 * Forbidden parts of the document: elements and attributes that the client does not use, handlers,
 * styles that fetch, and unchecked links and sources. Empty for a sane page.
 */
export async function strayParts(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ elements, attributes, links }) => {
      const found: string[] = [];
      const gate = new RegExp(links);
      for (const one of document.querySelectorAll('*')) {
        const name = one.localName.toLowerCase();
        if (!elements.includes(name)) found.push(`<${name}>`);
        for (const { name: attribute, value } of one.attributes) {
          const known =
            attributes.includes(attribute.toLowerCase()) ||
            attribute.startsWith('aria-') ||
            attribute.startsWith('data-');
          if (!known || attribute.startsWith('on')) found.push(`<${name} ${attribute}>`);
          if (attribute === 'style' && /url\(|expression|@import/i.test(value))
            found.push(`<${name} style=${value}>`);
          if (
            (attribute === 'href' || attribute === 'src' || attribute === 'poster') &&
            !gate.test(value)
          )
            found.push(`<${name} ${attribute}=${value}>`);
          if (attribute === 'srcdoc' || attribute === 'action' || attribute === 'formaction')
            found.push(`<${name} ${attribute}>`);
        }
      }
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      for (const id of new Set(ids))
        if (ids.filter((other) => other === id).length > 1) found.push(`id ${id} twice`);
      if ('breached' in window) found.push('script ran');
      return [...new Set(found)];
    },
    { elements: ELEMENTS.split(' '), attributes: ATTRIBUTES.split(' '), links: LINKS.source },
  );
}

/** No element paints outside the column, and no row is taller than a few screens (E-08). */
export async function expectInBounds(page: Page): Promise<void> {
  const { wide, tall } = await page.evaluate(() => {
    const name = (one: Element) =>
      `${one.localName}.${one.className} ${one.textContent?.slice(0, 40)}`;
    const parts = [...document.querySelectorAll('html, main, main article')];
    const heights = [...document.querySelectorAll('[role=feed] article')].map(
      (one) => one.getBoundingClientRect().height,
    );
    return {
      wide: parts.filter((one) => one.scrollWidth > one.clientWidth).map(name),
      tall: Math.max(0, ...heights),
    };
  });
  expect(wide, page.url()).toEqual([]);
  expect(tall, page.url()).toBeLessThan(3_000);
}
