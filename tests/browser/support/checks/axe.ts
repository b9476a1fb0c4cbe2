import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Theme, THEMES } from '../../../../src/events/settings/appearance.ts';

/** Rules whose outcome can differ between themes: these differ in nothing but colours. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What axe holds against the page as it stands, serious or critical, by rule and place. `rules`: only these. */
export async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // without the blank page that it would open for frames, as there are none; without what is right; its half a megabyte read once a page
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary?.replaceAll('\n', ' ')})`),
    );
}

/** The same in one of the four themes. */
export async function faultsIn(page: Page, theme: Theme): Promise<string[]> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  return (await faults(page)).map((fault) => `${theme}, ${fault}`);
}

/** The same in each of the four themes; motion is best reduced before, as fades would be caught half-way. */
export async function faultsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    found.push(...(await faults(page, theme === THEMES[0] ? undefined : OF_COLOUR)).map((fault) => `${theme}, ${fault}`));
  }
  return found;
}
