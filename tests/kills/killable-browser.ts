import { chromium, type Page } from 'playwright-core';
import type { Browser } from '../../scripts/browser.ts';

/** A browser with files of its own that can be ended without a word. */
export interface Killable {
  readonly page: Page;
  /** SIGKILL to the browser and all its processes; gives the time just before (performance.now). */
  readonly kill: () => Promise<number>;
  /** The way a person closes it. */
  readonly close: () => Promise<void>;
}

/** Every name but the loopback's leads nowhere. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** Milliseconds: what a busy machine is slow with is no finding. */
const PATIENCE = 180_000;

/** Starts the browser on a folder that outlives it. */
export async function openKillable(folder: string, { channel, args, ...options }: Browser): Promise<Killable> {
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    ...(channel ? { channel } : {}),
    args: [...args, ALONE],
    viewport: { width: 1_280, height: 1_400 },
    locale: 'en-US',
  });
  context.setDefaultTimeout(PATIENCE);
  context.setDefaultNavigationTimeout(PATIENCE);
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
    // the browser leads a group of its own, in which its renderers and helpers are
    process.kill(-main, 'SIGKILL');
    await gone;
    return at;
  };
  return { page, kill, close: () => context.close() };
}
