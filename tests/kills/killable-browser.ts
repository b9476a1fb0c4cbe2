import { chromium, type Page } from 'playwright-core';
import type { Browser } from '../../scripts/browser.ts';

/** A browser with its own files that can be killed without warning. */
export interface Killable {
  readonly page: Page;
  /**
   * Send SIGKILL to the browser and all its processes. Return the time just before
   * (performance.now).
   */
  readonly kill: () => Promise<number>;
  /** Close it normally. */
  readonly close: () => Promise<void>;
}

/** No host name but the loopback address is resolved. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** Milliseconds: a slow machine is no fault. */
const TIMEOUT_MS = 180_000;

/** Start the browser on a folder that outlives it. */
export async function openKillable(
  folder: string,
  { channel, args, ...options }: Browser,
): Promise<Killable> {
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    ...(channel ? { channel } : {}),
    args: [...args, ALONE],
    viewport: { width: 1_280, height: 1_400 },
    locale: 'en-US',
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  context.setDefaultNavigationTimeout(TIMEOUT_MS);
  const browser = context.browser();
  if (!browser) throw new Error('a browser without a process of its own');
  const session = await browser.newBrowserCDPSession();
  const gone = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()));
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser')?.id;
  if (main === undefined) throw new Error('a browser without a process');
  const [page = await context.newPage()] = context.pages();
  const kill = async (): Promise<number> => {
    const at = performance.now();
    // the browser is the leader of a process group with its renderers and helpers
    process.kill(-main, 'SIGKILL');
    await gone;
    return at;
  };
  return { page, kill, close: () => context.close() };
}
