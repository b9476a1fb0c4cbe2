import { readFile } from 'node:fs/promises';
import { kept, leaksIn, listen, type Needles, type Places, remembered } from './secret-search.ts';
import { expect, type Page } from '../test.ts';

/**
 * Searches for the secret after each step in a page. `found` collects the leaks, with the step
 * before them.
 */
export function watch(page: Page, found: string[], needles: Needles, forgotten: Needles) {
  const ear = listen(page);
  /** `where`: places that may contain the secret. */
  const check = async (
    step: string,
    also: Places = new Map(),
    where: readonly string[] = [],
  ): Promise<void> => {
    const places = [...ear.heard(), ...(await kept(page)), ...also].filter(
      ([place]) => !where.includes(place),
    );
    found.push(...leaksIn(new Map(places), needles).map((leak) => `${step}: ${leak}`));
  };
  const checkMemory = async (step: string): Promise<void> => {
    found.push(...leaksIn(await remembered(page), forgotten).map((leak) => `${step}: ${leak}`));
  };
  const checkRecording = async (step: string): Promise<void> =>
    check(step, new Map([['recording', await savedRecording(page)]]));
  return { check, checkMemory, checkRecording, frames: ear.frames };
}

/** Save the recording of the flight recorder (TOOL-02) as a user does, without a load. */
export async function savedRecording(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('link', { name: 'Developer tools' }).click();
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.includes('"path":["account"')).toBe(true);
  expect(text.length).toBeLessThan(2_000_000);
  await page.getByRole('link', { name: 'Home' }).first().click();
  return text;
}
