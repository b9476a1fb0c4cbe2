import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Theme, THEMES } from '../../../../src/events/settings/appearance.ts';

/** Rules whose result can differ between themes, which differ only in colours. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Return the serious and critical axe violations of the page, by rule and element. `rules`: only
 * these rules.
 */
export async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // Legacy mode opens no blank page for frames, as there are none. Only violations are reported.
  // The half megabyte of axe is loaded once a page.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id}: ${target.join(' ')} (${failureSummary?.replaceAll('\n', ' ')})`,
      ),
    );
}

/** The violations in one of the four themes. */
export async function faultsIn(page: Page, theme: Theme): Promise<string[]> {
  await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
  return (await faults(page)).map((fault) => `${theme}, ${fault}`);
}

/**
 * The violations in each of the four themes. Reduce motion before, because axe would see colours in
 * the middle of a fade.
 */
export async function faultsInThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    found.push(
      ...(await faults(page, theme === THEMES[0] ? undefined : OF_COLOUR)).map(
        (fault) => `${theme}, ${fault}`,
      ),
    );
  }
  return found;
}
