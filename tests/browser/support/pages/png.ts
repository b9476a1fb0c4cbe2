import type { Page } from '@playwright/test';

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Serve a picture for every address of media.example. */
export async function servePictures(page: Page): Promise<void> {
  await page.route('https://media.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  );
}

/** Like `servePictures`, but each picture waits until the returned function is called. */
export async function lateImages(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('https://media.example/**', async (route) => {
    await promise;
    await route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  return resolve;
}
