import type { Page } from '../test.ts';

/**
 * Return the visible controls of the page whose middle another element would receive the press of.
 * Each control is scrolled to the middle of the window first, away from headers and bars, or to the
 * `end`, where messages of the app appear.
 */
export function coveredControls(
  page: Page,
  block: 'center' | 'end' = 'center',
): Promise<readonly string[]> {
  return page.evaluate((side) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, textarea, select, [role="button"], [role="tab"], [role="combobox"]',
    );
    const said = (element: Element | null) =>
      element === null
        ? 'nothing'
        : `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}" ${element.className}`;
    const covered: string[] = [];
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (getComputedStyle(control).pointerEvents === 'none') continue;
      control.scrollIntoView({ block: side, inline: 'center', behavior: 'instant' });
      // a link that is broken over two lines has its middle in none of them
      const box = [...control.getClientRects()].toSorted((a, b) => b.width - a.width)[0];
      // a skip link or a hidden file field shows nothing to press
      if (!box || box.width < 4 || box.height < 4) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const hit = document.elementFromPoint(x, y);
      const label = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      const isHit = [control, ...label].some((one) => one.contains(hit)) || hit?.contains(control);
      if (hit === null || !isHit) covered.push(`${said(control)} under ${said(hit)}`);
    }
    return covered;
  }, block);
}
