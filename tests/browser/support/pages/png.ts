import type { Page } from '@playwright/test';

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Lets every picture of media.example be had, whatever its name. */
export async function servePictures(page: Page): Promise<void> {
  await page.route('https://media.example/**', (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
}

/** As `servePictures`, but none comes before what this gives is called. */
export async function lateImages(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('https://media.example/**', async (route) => {
    await promise;
    await route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  return resolve;
}
