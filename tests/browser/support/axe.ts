import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Rules whose outcome can differ between themes: these differ in nothing but colours. */
export const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What axe holds against the page as it stands, serious or critical, by rule and place. */
export async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // without the blank page that it would open for frames: there are none
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary?.replaceAll('\n', ' ')})`),
    );
}
