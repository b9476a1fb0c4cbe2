import type { Page } from '@playwright/test';
import { isLoopback } from '../../../../src/events/core/host.ts';

/**
 * Expected load errors of the test's pictures: a missing picture, and its bytes, which the page's
 * own server does not have.
 */
export const LOST_PICTURES =
  /Failed to load resource: (?:net::|.* 404 .*\/[0-9a-f]{64}(?:\.\w+)?$)/;

/**
 * Record unexpected incidents in a page, across navigations: policy violations, errors, dialogs,
 * popups, and requests to other hosts than this machine. Pictures, videos and sounds may come from
 * any host over TLS. `expected`: console errors that do not count.
 */
export async function watch(
  page: Page,
  { expected }: { readonly expected?: RegExp } = {},
): Promise<string[]> {
  const said: string[] = [];
  await page.exposeFunction('tellViolation', (text: string) => void said.push(text));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.apply(Reflect.get(window, 'tellViolation'), window, [
        `violation ${violatedDirective} ${blockedURI}`,
      ]);
    }),
  );
  page.on(
    'dialog',
    (dialog) => void dialog.dismiss().then(() => said.push(`dialog ${dialog.message()}`)),
  );
  page.on('pageerror', (error) => said.push(`error ${error.message}`));
  page.on('popup', (popup) => said.push(`popup ${popup.url()}`));
  page.on('console', (message) => {
    const text = `console ${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !expected?.test(text)) said.push(text);
  });
  page.on('request', (request) => {
    const { protocol, username } = new URL(request.url());
    const isMedia =
      ['image', 'media'].includes(request.resourceType()) &&
      protocol === 'https:' &&
      username === '';
    if (!isHome(request.url()) && !isMedia)
      said.push(`request ${request.resourceType()} ${request.url()}`);
  });
  return said;
}

/** True if the address is on this machine. Other ports count as the same site. */
function isHome(address: string): boolean {
  const { protocol, hostname } = new URL(address, 'http://127.0.0.1');
  return protocol === 'data:' || protocol === 'blob:' || isLoopback(hostname);
}

/**
 * True if a screen has loaded: it has text, no loading message, and no skeleton row in the window.
 */
export async function isThere(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const isSeen = (one: Element) => one.getBoundingClientRect().top < window.innerHeight;
    const waits = [
      ...document.querySelectorAll(
        'main [style*="--bone"], main [role="status"][aria-label^="Loading"]',
      ),
    ].filter(isSeen);
    return (
      waits.length === 0 && (document.querySelector('main')?.innerText.trim().length ?? 0) > 20
    );
  });
}
