import { THEMES } from '../../../../src/events/settings/appearance.ts';
import { faultsInThemes } from './axe.ts';
import type { Page } from '../test.ts';

const WIDE = { width: 1_280, height: 900 };
const PHONE = { width: 390, height: 844 };

/**
 * `look`: screenshots in four themes and two widths, stored in `artifacts/<folder>` for manual
 * review. `found`: the axe violations, and the elements wider than the window.
 */
export function screenshots(page: Page, folder: string) {
  const found: string[] = [];
  const look = async (name: string): Promise<void> => {
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      found.push(...(await faultsInThemes(page)).map((fault) => `${name} ${size.width}, ${fault}`));
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (wide > 0) found.push(`${name} ${size.width} is ${wide} px too wide`);
      for (const theme of THEMES) {
        await page.evaluate(
          (one) => document.documentElement.setAttribute('data-theme', one),
          theme,
        );
        await page.screenshot({ path: `artifacts/${folder}/${name}-${size.width}-${theme}.png` });
      }
    }
    await page.setViewportSize(WIDE);
  };
  return { found, look };
}
