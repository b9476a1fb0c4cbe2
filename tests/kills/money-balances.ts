import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../service/store/sqlite/sqlite-store.ts';
import { DATABASE } from '../../service/transfer/data-directory.ts';
import { stored } from '../browser/support/service/stored-events.ts';
import { booksOf } from '../support/money/mint-world.ts';

/** Ecash that the account has before the first round, sats. */
export const FUND = 50_000;

/**
 * Sats in the ledger of the service. `paid`: invoices that the account paid. `owed`: outstanding
 * ecash. `kept`: fees that the mint earned.
 */
export interface LedgerBalances {
  readonly wallet: number;
  readonly paid: number;
  readonly owed: number;
  readonly mint: number;
  readonly kept: number;
  /** Total of all entries, msats. */
  readonly sum: number;
}

/** Read the ledger from the disk while the service runs. Sats. */
export async function ledgerBalances(data: string, account: string): Promise<LedgerBalances> {
  const store = openStore(join(data, DATABASE));
  try {
    const { issued, spent, kept, ledger } = booksOf(store, 'mint');
    const count = (sql: string, ...of: readonly string[]) =>
      store.database.one(sql, of, (row) => Number(row['n'])) ?? 0;
    return {
      wallet: (await store.playBalance(account)) / 1_000,
      paid: count(
        'select count(*) as n from play_invoices where payer = ? and paid_at is not null',
        account,
      ),
      owed: (issued - spent) / 1_000,
      mint: ledger / 1_000,
      kept: kept / 1_000,
      sum: count('select coalesce(sum(msats), 0) as n from play_entries'),
    };
  } finally {
    await store.close();
  }
}

/**
 * Totals shown by the client: payments by wallet and with ecash, including fees, and its ecash,
 * including unredeemed tokens. Sats.
 */
export interface ClientBooks {
  readonly byWallet: number;
  readonly walletPayments: number;
  readonly byEcash: number;
  /** Sats given as nutzaps; `lockFees`: the fees of locking them. */
  readonly asNutzaps: number;
  readonly lockFees: number;
  readonly nutzaps: number;
  readonly held: number;
  readonly given: number;
  /** Payments that failed, or hang before any amount was paid. */
  readonly unpaid: number;
  /**
   * Unresolved payments by the wallet, which the client looks up. The wallet was killed before it
   * received them, and cannot report them as failed.
   */
  readonly unknown: number;
}

const TIMEOUT_MS = 240_000;
/** Milliseconds within which a wallet reports a received payment, even after a restart. */
const HEARD = 60_000;
const number = (text: string | undefined): number => Number((text ?? '0').replaceAll(',', ''));

/**
 * Wait until no payment or mint request is open, and read the client's totals. `unknown`: earlier
 * number of unresolved wallet payments. Wait for further ones, but no longer than a wallet needs to
 * report a received payment.
 */
export async function clientBooks(page: Page, url: string, unknown: number): Promise<ClientBooks> {
  const payments = await readPayments(page, url, unknown);
  const { held, given } = await readEcash(page, url);
  const of = (by: (typeof payments)[number]['by']) =>
    payments.flatMap((one) => (one.paid && one.by === by ? [one.sats + one.fee] : []));
  const sum = (all: readonly number[]): number => all.reduce((before, one) => before + one, 0);
  return {
    byWallet: sum(of('wallet')),
    walletPayments: of('wallet').length,
    byEcash: sum(of('ecash')),
    asNutzaps: sum(payments.flatMap((one) => (one.paid && one.by === 'nutzap' ? [one.sats] : []))),
    lockFees: sum(payments.flatMap((one) => (one.paid && one.by === 'nutzap' ? [one.fee] : []))),
    nutzaps: of('nutzap').length,
    held,
    given,
    unpaid: payments.filter(({ paid }) => !paid).length,
    unknown: payments.filter((one) => one.isUnknown).length,
  };
}

async function readPayments(page: Page, url: string, unknown: number) {
  await page.goto(`${url}/settings/payments`);
  const main = page.getByRole('main');
  const rows = main.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await rows.first().or(main.getByText('No payments yet')).first().waitFor({ timeout: TIMEOUT_MS });
  const older = main.getByRole('button', { name: 'Show older payments' });
  while (await older.isVisible()) await older.click();
  const open = rows.filter({ hasText: /is paying|We don’t know yet/ });
  const byWallet = rows.filter({ hasText: /Zap to Iris.*We don’t know yet/s });
  const end = performance.now() + HEARD;
  while ((await byWallet.count()) > unknown && performance.now() < end)
    await page.waitForTimeout(200);
  await gone(page, open.filter({ hasNotText: /Zap to Iris.*We don’t know yet/s }));
  const texts = await rows.allInnerTexts();
  return texts.map((text) => ({
    paid: text.includes('Paid by '),
    isUnknown: text.includes('We don’t know yet'),
    by: payerOf(text),
    sats: number(/− ([\d,]+)/.exec(text)?.[1]),
    fee: number(/, fee ([\d,]+)/.exec(text)?.[1]),
  }));
}

/** Zaps with ecash are nutzaps here; addresses and invoices are paid. */
function payerOf(text: string): 'wallet' | 'ecash' | 'nutzap' {
  if (!text.includes('Paid by Ecash of ')) return 'wallet';
  return text.includes('Zap to ') ? 'nutzap' : 'ecash';
}

/** The relay's nutzaps by that account: each event, and proofs that are in more than one. */
export interface NutzapBooks {
  readonly sats: number;
  readonly count: number;
  readonly doubled: number;
}

export async function nutzapBooks(url: string, account: string): Promise<NutzapBooks> {
  const events = await stored(url, { kinds: [9_321], authors: [account] });
  const proofs = events.flatMap(({ tags }) =>
    tags.flatMap(([name, text = '']) => (name === 'proof' ? [JSON.parse(text)] : [])),
  );
  const secrets = new Set(proofs.map(({ secret }) => secret));
  const sats = proofs.reduce((sum, { amount }) => sum + Number(amount), 0);
  return { sats, count: events.length, doubled: proofs.length - secrets.size };
}

async function readEcash(page: Page, url: string) {
  await page.goto(`${url}/settings/ecash`);
  const main = page.getByRole('main');
  const jobs = main.getByRole('listitem');
  await main.getByText('On this device', { exact: true }).waitFor({ timeout: TIMEOUT_MS });
  await gone(
    page,
    jobs.filter({ hasText: /Asking the mint|In progress\. It continues by itself\./ }),
  );
  const given = await jobs.filter({ hasText: /Not checked|Not redeemed yet/ }).allInnerTexts();
  const total = await main.getByRole('region', { name: 'On this device', exact: true }).innerText();
  return {
    held: number(/([\d,]+) play sats/.exec(total)?.[1]),
    given: given.reduce((sum, text) => sum + number(/Sent ([\d,]+)/.exec(text)?.[1]), 0),
  };
}

/** Wait until none of these rows is left. */
async function gone(page: Page, rows: ReturnType<Page['locator']>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while ((await rows.count()) > 0) {
    if (performance.now() > end)
      throw new Error(`still open: ${(await rows.first().innerText()).replaceAll('\n', ' ')}`);
    await page.waitForTimeout(200);
  }
}

/**
 * Return the differences as text. `began`: the ledger before the first round. `pressed`: how often
 * the user pressed to pay by wallet.
 */
export function moneyWrongs(
  began: LedgerBalances,
  ledger: LedgerBalances,
  client: ClientBooks,
  nutzaps: NutzapBooks,
  pressed: number,
): readonly string[] {
  const found: string[] = [];
  const held = (what: string, one: number, other: number): void => {
    if (one !== other) found.push(`${what}: the ledger has ${one}, the client ${other}`);
  };
  held('paid by the wallet', began.wallet - ledger.wallet, client.byWallet);
  held('payments by the wallet', ledger.paid - began.paid, client.walletPayments);
  // notes of the town contain tokens, too
  const elsewhere = began.owed - FUND;
  held('ecash that is out', ledger.owed - elsewhere, client.held + client.given);
  held('paid with ecash', began.owed - ledger.owed, client.byEcash + client.lockFees);
  if (nutzaps.sats !== client.asNutzaps || nutzaps.count !== client.nutzaps)
    found.push(
      `nutzaps: the relay has ${nutzaps.count} of ${nutzaps.sats}, the client ${client.nutzaps} of ${client.asNutzaps}`,
    );
  if (nutzaps.doubled > 0) found.push(`${nutzaps.doubled} proofs are in two nutzaps`);
  if (client.asNutzaps > client.given)
    found.push(`${client.asNutzaps} given as nutzaps, of ${client.given} that was locked or sent`);
  if (ledger.mint !== ledger.owed + ledger.kept)
    found.push(`the mint has ${ledger.mint}, owes ${ledger.owed} and kept ${ledger.kept}`);
  if (ledger.sum !== 0) found.push(`all entries add up to ${ledger.sum} msats`);
  if (client.walletPayments > pressed)
    found.push(`${client.walletPayments} payments for ${pressed} presses`);
  return found;
}
