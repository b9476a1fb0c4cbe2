import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Theme, THEMES } from '../../../../src/events/settings/appearance.ts';

/** Rules whose outcome can differ between themes: these differ in nothing but colours. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Return the serious and critical axe violations of the page, by rule and element. `rules`: only these rules. */
export async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // Legacy mode opens no blank page for frames, as there are none. Only violations are reported. The half megabyte of axe is loaded once a
  // page.
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
