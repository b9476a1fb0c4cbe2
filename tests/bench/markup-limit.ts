import type { Browser, Page } from 'playwright-core';

/** Data to show the app's first content without the app. */
export interface Limit {
  /**
   * Messages of the app to the socket's worker until its first note was drawn, without the start of
   * the worker.
   */
  readonly told: readonly unknown[];
  /** The markup of the page at its first note. */
  readonly markup: string;
  /** The style sheets of that page. */
  readonly styles: readonly string[];
}

/** A page that shows finished markup. `code`: whether it also parses the app's code. */
export interface Bare {
  readonly limit: Limit;
  readonly code: 'left out' | 'read';
}

/** Read that data from a load of /home. */
export async function readLimit(browser: Browser, site: string): Promise<Limit> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  await page.addInitScript(watchTold);
  await page.goto(`${site}/home`, { waitUntil: 'commit' });
  await page.waitForFunction(() => Reflect.has(window, 'limit'));
  const limit: Limit = await page.evaluate(() => Reflect.get(window, 'limit'));
  await page.close();
  return limit;
}

/**
 * Prepare a page in which the app does not render. Its code is not loaded, or is parsed but not
 * started. Document, styles, boot, worker and signature checks stay the same. The finished markup
 * is inserted on the first verified events.
 */
export async function drawMarkup(page: Page, { limit, code }: Bare): Promise<void> {
  if (code === 'left out') {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.setBlockedURLs', { urls: ['*/assets/app-*.js'] });
  } else await page.addInitScript(startNothing);
  await page.addInitScript(drawLimit, limit);
}

/**
 * Runs in the page first: drops the function by which the boot starts the app. It must not use
 * other code.
 */
function startNothing(): void {
  const later = window.setTimeout.bind(window);
  const dropped = (run: TimerHandler, ms?: number, ...given: unknown[]): number =>
    given.some((one) => Reflect.has(Object(one), 'storages')) ? 0 : later(run, ms, ...given);
  Object.assign(window, { setTimeout: dropped });
}

/** Runs in the page first. It must not use other code. */
function watchTold(): void {
  const told: unknown[] = [];
  window.Worker = class extends Worker {
    override postMessage(message: unknown): void {
      if (Reflect.get(Object(message), 'type') === 'tell') told.push(message);
      super.postMessage(message);
    }
  };
  const watch = new MutationObserver(() => {
    if (!document.querySelector('[role=feed] article')) return;
    watch.disconnect();
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
      ({ href }) => new URL(href).pathname,
    );
    const markup = document.querySelector('#root')?.innerHTML ?? '';
    // messages to a worker may contain values that cannot be read out of a page
    Object.assign(window, { limit: { told: JSON.parse(JSON.stringify(told)), markup, styles } });
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** Runs in the page first. It must not use other code. */
function drawLimit({ told, markup, styles }: Limit): void {
  let drawn = false;
  const draw = (): void => {
    const root = document.querySelector('#root');
    if (drawn || !root) return;
    drawn = true;
    root.innerHTML = markup;
  };
  const dress = (): void => {
    for (const href of styles) {
      if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) continue;
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      document.head.append(link);
    }
  };
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      dress();
      this.addEventListener(
        'message',
        () => {
          for (const each of told) this.postMessage(each);
        },
        { once: true },
      );
      this.addEventListener('message', ({ data }) => {
        const arrivals: { events: unknown[] }[] = data?.signal?.arrivals ?? [];
        if (arrivals.some(({ events }) => events.length > 0)) draw();
      });
    }
  };
}
