import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getPublicKey, nip19 } from 'nostr-tools';
import type { Page } from 'playwright-core';
import { draftNutzapInfo } from '../../src/events/money/nutzaps/nutzap.ts';
import type { Browser } from '../../scripts/browser.ts';
import { type Rng, rngOf } from '../../town/prng.ts';
import { payInvoice } from '../browser/support/pages/peer-wallet.ts';
import { publish, signedBy } from '../browser/support/service/publish.ts';
import { openKillable } from './killable-browser.ts';
import { type KillableService, startKillableService } from './killable-service.ts';
import {
  type ClientBooks,
  clientBooks,
  FUND,
  type LedgerBalances,
  ledgerBalances,
  moneyWrongs,
  type NutzapBooks,
  nutzapBooks,
} from './money-balances.ts';
import { printRows } from './writing-results.ts';

/**
 * The work in progress at the kill: a zap by the wallet (NIP-47), a payment with ecash, a nutzap
 * (NIP-61), or a swap of ecash.
 */
export const MONEY_MOMENTS = ['paying', 'melting', 'giving', 'swapping'] as const;
type Moment = (typeof MONEY_MOMENTS)[number];
const VICTIMS = ['browser', 'service', 'both'] as const;

export interface MoneyTally {
  readonly kills: Record<Moment, number>;
  readonly victims: Record<(typeof VICTIMS)[number], number>;
  /** The differences after a round, as text. */
  readonly wrong: string[];
  pressed: number;
  client: ClientBooks | undefined;
  ledger: LedgerBalances | undefined;
  nutzaps: NutzapBooks;
}

interface Rounds {
  readonly rounds: number;
  readonly seed: string;
  readonly browser: Browser;
  /** Limits the rounds to these moments. */
  readonly moments?: readonly Moment[];
}

const TIMEOUT_MS = 180_000;
/** The key that nutzaps are locked to. It has no owner, so that none is redeemed. */
const TAKER = '7'.repeat(64);
/** Name of a zap button, even while an earlier zap to that profile is open. */
const BOLT = /^(Zap|An earlier zap may still arrive)$/;
/** Milliseconds within which most presses take effect. */
const LATEST = 2_500;

/**
 * Kill browser, service or both during payments and swaps, `rounds` times. After each round both
 * restart from their stored data. When all work is finished, the service's ledger and the client's
 * totals are compared to the sat (E-39, E-42, E-48).
 */
export async function moneyKillRounds(
  { rounds, seed, browser, moments = MONEY_MOMENTS }: Rounds,
  said: (line: string) => void = () => undefined,
): Promise<MoneyTally> {
  const tally: MoneyTally = {
    kills: { paying: 0, melting: 0, giving: 0, swapping: 0 },
    victims: { browser: 0, service: 0, both: 0 },
    wrong: [],
    pressed: 0,
    client: undefined,
    ledger: undefined,
    nutzaps: { sats: 0, count: 0, doubled: 0 },
  };
  const service = await startKillableService();
  const folder = mkdtempSync(join(tmpdir(), 'starling-money-kills-'));
  let current: Awaited<ReturnType<typeof openKillable>> | undefined;
  const open = async () => (current = await openKillable(folder, browser));
  try {
    await prepare(await open(), service);
    const account = accountOf(service);
    const began = await ledgerBalances(service.data, account);
    const rng = rngOf(seed);
    for (let round = 1; round <= rounds; round++) {
      const from = performance.now();
      const own = rng.fork(String(round));
      const [moment, victim] = [own.pick(moments), own.pick(VICTIMS)];
      const killable = await open();
      if (moment === 'paying') tally.pressed++;
      await ACTS[moment](killable.page, service, own);
      // most of the work happens early
      await pause(own.next() ** 2 * LATEST);
      await Promise.all([
        victim === 'browser' ? undefined : service.kill(),
        victim === 'service' ? undefined : killable.kill(),
      ]);
      if (victim !== 'browser') await service.again();
      tally.kills[moment]++;
      tally.victims[victim]++;
      const { page, close } = victim === 'service' ? killable : await open();
      tally.client = await clientBooks(page, service.url, tally.client?.unknown ?? 0);
      tally.ledger = await ledgerBalances(service.data, account);
      tally.nutzaps = await nutzapBooks(service.url, account);
      await close();
      const wrong = moneyWrongs(began, tally.ledger, tally.client, tally.nutzaps, tally.pressed);
      tally.wrong.push(
        ...wrong.map((one) => `round ${round}, ${victim} killed while ${moment}: ${one}`),
      );
      said(
        `${round}: ${victim} killed while ${moment}, ${((performance.now() - from) / 1_000).toFixed(1)} s ${wrong.join('; ')}`,
      );
      if (wrong.length > 0) break;
    }
  } catch (error) {
    tally.wrong.push(String(error));
  } finally {
    await current?.close().catch(() => undefined);
    await service.clear();
    rmSync(folder, { recursive: true, force: true });
  }
  return tally;
}

function keyOf({ demo }: KillableService, name: string): Uint8Array {
  const read = nip19.decode(demo.find((one) => one.name === name)?.nsec ?? '');
  if (read.type !== 'nsec') throw new Error(`${name} is not there`);
  return read.data;
}

const accountOf = (service: KillableService): string => getPublicKey(keyOf(service, 'jun'));

function walletOf({ wallets }: KillableService, name: string): string {
  return wallets.find(({ owner, mood }) => owner.name === name && mood === 'plain')?.uri ?? '';
}

/** Sign in as Jun, connect the wallet, and fill it with ecash that another account pays for. */
async function prepare(
  { page, close }: Awaited<ReturnType<typeof openKillable>>,
  service: KillableService,
): Promise<void> {
  const { url } = service;
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(nip19.nsecEncode(keyOf(service, 'jun')));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue without a PIN' }).click();
  await page.getByRole('button', { name: 'Skip PIN' }).last().click();
  await page.getByText('Signed in', { exact: true }).waitFor();
  await page.goto(`${url}/settings/nwc`);
  await page.getByLabel('Connection string').fill(walletOf(service, 'jun'));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('play sats', { exact: false }).first().waitFor({ timeout: TIMEOUT_MS });
  await page.goto(`${url}/settings/ecash`);
  const main = page.getByRole('main');
  await main.getByLabel('Address of the mint').fill(`${url}/mint`);
  await main.getByRole('button', { name: 'Add mint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await main.getByText('0 play sats').waitFor({ timeout: TIMEOUT_MS });
  await main.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in sats').fill(String(FUND));
  await dialog.getByRole('button', { name: 'Make invoice' }).click();
  await payInvoice(
    walletOf(service, 'robin'),
    (await dialog.getByText(/^lnbcrt/).textContent()) ?? '',
  );
  await dialog.getByText(/^Added /).waitFor({ timeout: TIMEOUT_MS });
  const takes = draftNutzapInfo([`${url}/mint`], [url.replace('http', 'ws')], TAKER);
  await publish(
    url,
    signedBy(
      service.demo.find(({ name }) => name === 'robin'),
      { ...takes, tags: takes.tags.map((tag) => [...tag]) },
    ),
  );
  // the browser writes local storage to disk some seconds later
  await close();
}

const ACTS: Readonly<
  Record<Moment, (page: Page, service: KillableService, rng: Rng) => Promise<void>>
> = {
  /** Press zap on a profile once, by the wallet. */
  paying: async (page, service) => {
    await page.goto(`${service.url}/iris`);
    await page
      .getByRole('main')
      .getByRole('button', { name: BOLT })
      .first()
      .click({ timeout: TIMEOUT_MS });
    // shown only if an earlier zap is open, and the kill does not wait for it
    const question = page.getByRole('alertdialog', { name: 'Zap again?' });
    question
      .getByRole('button', { name: /^Zap / })
      .click({ timeout: TIMEOUT_MS })
      .catch(() => undefined);
  },
  melting: async (page, service, rng) => {
    await openEcash(page, service);
    await page.getByRole('main').getByRole('button', { name: 'Pay', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel(/address/i)
      .first()
      .fill(`iris@${new URL(service.url).host}`);
    await dialog.getByLabel('Amount in sats').fill(String(rng.int(1, 90)));
    await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /Pay/ }).click();
  },
  /** Send a nutzap to an account that accepts them, at the page's own mint. */
  giving: async (page, service) => {
    await page.goto(`${service.url}/robin`);
    const bolt = page.getByRole('main').getByRole('button', { name: BOLT }).first();
    await bolt.click({ button: 'right', timeout: TIMEOUT_MS });
    const dialog = page.getByRole('dialog');
    const paidBy = dialog.getByRole('combobox', { name: 'Paid by' });
    await paidBy.click({ timeout: TIMEOUT_MS });
    await page.getByRole('option', { name: /^Nutzap/ }).click({ timeout: TIMEOUT_MS });
    await dialog.getByRole('button', { name: /^Zap / }).click();
  },
  /** Create a token, or take one back. */
  swapping: async (page, service, rng) => {
    await openEcash(page, service);
    const main = page.getByRole('main');
    const takeBack = main.getByRole('button', { name: 'Take back' });
    if ((await takeBack.count()) > 0 && rng.chance(0.5)) return takeBack.first().click();
    await main.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in sats').fill(String(rng.int(1, 90)));
    await dialog.getByRole('button', { name: 'Make token' }).click();
  },
};

/** Wait until the ecash is loaded. */
async function openEcash(page: Page, { url }: KillableService): Promise<void> {
  await page.goto(`${url}/settings/ecash`);
  await page
    .getByRole('main')
    .getByText(/\d play sats/)
    .first()
    .waitFor({ timeout: TIMEOUT_MS });
}

/** Print the tally as a table for a terminal. */
export function printMoneyTally({
  kills,
  victims,
  wrong,
  pressed,
  client,
  ledger,
  nutzaps,
}: MoneyTally): string {
  const rows: readonly (readonly [string, number | string])[] = [
    ['kills', Object.values(kills).reduce((sum, one) => sum + one, 0)],
    ...Object.entries(kills).map(([moment, count]) => [`  while ${moment}`, count] as const),
    ...Object.entries(victims).map(
      ([victim, count]) => [`  of ${victim === 'both' ? 'both' : `the ${victim}`}`, count] as const,
    ),
    ['presses to pay by the wallet', pressed],
    ['payments by the wallet, as the client says', client?.walletPayments ?? 0],
    ['sats paid by the wallet', client?.byWallet ?? 0],
    ['payments that the wallet never heard of, still looked up', client?.unknown ?? 0],
    ['sats paid with ecash, with fees', client?.byEcash ?? 0],
    ['sats given as nutzaps', client?.asNutzaps ?? 0],
    ['nutzaps that the relay has', nutzaps.count],
    ['ecash on the device and given away, sats', (client?.held ?? 0) + (client?.given ?? 0)],
    ['ecash that is out, as the ledger says, sats', ledger?.owed ?? 0],
    ['rounds after which the two did not agree', wrong.length],
  ];
  return printRows(rows);
}
