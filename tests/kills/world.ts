import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nip04, nip19 } from 'nostr-tools';
import type { Page } from 'playwright-core';
import type { Browser } from '../../scripts/browser.ts';
import { type Rng, rngOf } from '../../town/prng.ts';
import { publish } from '../browser/support/service/publish.ts';
import { startHouse } from '../browser/support/service/test-service.ts';
import { stored } from '../browser/support/service/stored-events.ts';
import { note, notesBy, profile } from '../browser/support/service/village.ts';
import { secretKey, signed } from '../support/events/signed.ts';
import { type Killable, openKillable } from './killable-browser.ts';
import { startSlowRelay } from './slow-relay.ts';

const ME = 5;
const OTHER = 1;

/**
 * The shared parts of all rounds: a service, a slow connection to its relay, and a browser's folder
 * with an account signed in without a PIN.
 */
export interface World {
  readonly rng: Rng;
  /**
   * Open the browser at `path`, or at home. `stage`: the last text of the composer's status line.
   */
  readonly open: (path?: string) => Promise<Killable & { readonly stage: () => string }>;
  /** The notes of another account, and the conversation with it. */
  readonly other: string;
  readonly letters: string;
  /** Publish a new note by another account and return its id. */
  readonly tell: (text: string) => Promise<string>;
  /**
   * Number of the account's events on the relay: by text for notes, articles and messages, by note
   * for likes.
   */
  readonly counted: (kind: 1 | 4 | 7 | 30_023) => Promise<ReadonlyMap<string, number>>;
  readonly clear: () => Promise<void>;
}

/** Longest delay of a frame to or from the relay. Milliseconds. */
const SLOWEST = 400;

export async function startWorld(seed: string, browser: Browser): Promise<World> {
  const rng = rngOf(seed);
  const me = signed({}, ME).pubkey;
  const other = signed({}, OTHER).pubkey;
  const house = await startHouse({
    events: [
      profile(ME, { name: 'me' }),
      profile(OTHER, { name: 'other' }),
      ...notesBy(OTHER, 10, 3_600),
    ],
  });
  const pace = rng.fork('relay');
  const relay = await startSlowRelay(house.url, () => pace.int(0, SLOWEST));
  await publish(
    house.url,
    signed({ kind: 10_002, tags: [['r', relay.url]], created_at: 1_700_000_000 }, ME),
  );
  const folder = mkdtempSync(join(tmpdir(), 'starling-kills-'));
  let current: Killable | undefined;
  const clear = async (): Promise<void> => {
    await current?.close();
    await relay.stop();
    await house.clear();
    rmSync(folder, { recursive: true, force: true });
  };
  const open = async (path = '/home') => {
    const killable = await openKillable(folder, browser);
    current = killable;
    const stage = await watchStage(killable.page);
    await killable.page.goto(`${house.url}${path}`);
    return { ...killable, stage };
  };
  const counted = async (kind: 1 | 4 | 7 | 30_023) => {
    const events = await stored(house.url, { kinds: [kind], authors: [me], limit: 5_000 }, ME);
    const names = events.map(({ content, tags }) => {
      if (kind === 7) return tags.findLast(([name]) => name === 'e')?.[1] ?? '';
      return kind === 4 ? nip04.decrypt(secretKey(ME), other, content) : content;
    });
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const first = await open();
  await signIn(first.page);
  // the kill is tested, not a recent sign-in: the browser writes local storage to disk some seconds
  // later
  await first.close();
  return {
    rng,
    open,
    other: `/p/${nip19.npubEncode(other)}`,
    letters: `/dms/${nip19.npubEncode(other)}`,
    tell: async (text) => {
      const event = note(text, { key: OTHER });
      await publish(house.url, event);
      return event.id;
    },
    counted,
    clear,
  };
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(nip19.nsecEncode(secretKey(ME)));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue without a PIN' }).click();
  await page.getByRole('button', { name: 'Skip PIN' }).last().click();
  await page.getByText('Signed in', { exact: true }).waitFor();
}

/** Return the last text of the composer's status line; empty if no composer is open. */
async function watchStage(page: Page): Promise<() => string> {
  let last = '';
  await page.exposeFunction('tellStage', (text: string) => {
    last = text;
  });
  await page.addInitScript(() => {
    let said = '';
    const look = () => {
      const now = document.querySelector('dialog section p[class*=status]')?.textContent ?? '';
      if (now !== said) Reflect.get(window, 'tellStage')((said = now));
    };
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  return () => last;
}
