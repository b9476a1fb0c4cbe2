import type { Page } from '@playwright/test';

/** A control by its region and name, and its box: left, top, width and height. */
export type ControlPlaces = Readonly<Record<string, string>>;

/** Controls that stay where they are: of the navigation, and of a screen's header and tabs. */
const NAVIGATION = '#navigation, nav:has(> a[href="/home"])';
const HEADERS = 'main > header, main [role="tablist"], main [role="toolbar"]:not([popover])';

interface Wanted {
  readonly regions: string;
  /** False: only the start of each box, for controls whose width follows their words. */
  readonly isWhole: boolean;
}

/** Return the boxes of the navigation's controls. */
export const navigationPlaces = (page: Page): Promise<ControlPlaces> =>
  page.evaluate(read, { regions: NAVIGATION, isWhole: true });

/** Return the boxes of all controls of the navigation, and of the screen's header and tabs. */
export const headPlaces = (page: Page): Promise<ControlPlaces> =>
  page.evaluate(read, { regions: `${NAVIGATION}, ${HEADERS}`, isWhole: false });

/**
 * Record, from each navigation on, where each of those controls is first drawn. Read with
 * `movedControls`.
 */
export async function watchControls(page: Page): Promise<void> {
  await page.addInitScript({
    content: `(() => {
      const read = ${read.toString()};
      const wanted = ${JSON.stringify({ regions: `${NAVIGATION}, ${HEADERS}`, isWhole: false })};
      const first = {};
      Object.assign(window, { firstPlaces: first });
      const look = () => {
        if (document.body) for (const [name, box] of Object.entries(read(wanted))) first[name] ??= box;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })();`,
  });
}

/** Return the controls that are not where they were first drawn, with both boxes. */
export async function movedControls(page: Page): Promise<readonly string[]> {
  const first = await page.evaluate(
    (): ControlPlaces => Reflect.get(window, 'firstPlaces') as ControlPlaces,
  );
  return differences(first, await headPlaces(page));
}

/** Return the controls of both that are at different places. */
export function differences(before: ControlPlaces, after: ControlPlaces): readonly string[] {
  return Object.entries(after).flatMap(([name, box]) =>
    before[name] === undefined || before[name] === box
      ? []
      : [`${name}: ${before[name]} to ${box}`],
  );
}

/** Runs in the page. A name leaves out numbers, such as unread counts. */
function read({ regions, isWhole }: Wanted): Record<string, string> {
  const places: Record<string, string> = {};
  for (const region of document.querySelectorAll(regions)) {
    const all = region.querySelectorAll('a, button, [role="tab"], [role="combobox"]');
    for (const control of all) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const words = control.getAttribute('aria-label') ?? control.textContent ?? '';
      const name = `${region.tagName.toLowerCase()} ${words.replace(/[\d.,+]+/g, '').trim()}`;
      const { x, y, width, height } = control.getBoundingClientRect();
      const box = isWhole ? [x, y, width, height] : [x, y];
      places[name] = box.map((one) => Math.round(one)).join(' ');
    }
  }
  return places;
}
