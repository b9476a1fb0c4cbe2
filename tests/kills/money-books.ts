import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openStore } from '../../service/store/sqlite.ts';
import { DATABASE } from '../../service/unfinished.ts';
import { booksOf } from '../support/mint-world.ts';

/** How sats stand in the ledger of the service. `paid`: invoices that the account paid. `owed`: ecash that is out; `kept`: what the mint was paid for its work. */
export interface LedgerBooks {
  readonly wallet: number;
  readonly paid: number;
  readonly owed: number;
  readonly mint: number;
  readonly kept: number;
  /** All entries together, msats. */
  readonly sum: number;
}

/** Reads the ledger from the disk, beside the service that runs on it. Sats. */
export async function ledgerBooks(data: string, account: string): Promise<LedgerBooks> {
  const store = openStore(join(data, DATABASE));
  try {
    const { issued, spent, kept, ledger } = booksOf(store, 'mint');
    const count = (sql: string, ...of: readonly string[]) => store.database.one(sql, of, (row) => Number(row['n'])) ?? 0;
    return {
      wallet: (await store.playBalance(account)) / 1_000,
      paid: count('select count(*) as n from play_invoices where payer = ? and paid_at is not null', account),
      owed: (issued - spent) / 1_000,
      mint: ledger / 1_000,
      kept: kept / 1_000,
      sum: count('select coalesce(sum(msats), 0) as n from play_entries'),
    };
  } finally {
    await store.close();
  }
}

/** What the client itself says: of what it paid by wallet and with ecash, with fees, and of the ecash that it has or has given away untaken. Sats. */
export interface ClientBooks {
  readonly byWallet: number;
  readonly walletPayments: number;
  readonly byEcash: number;
  readonly held: number;
  readonly given: number;
  /** Payments that came to nothing, or hang before anything was paid. */
  readonly unpaid: number;
}

const PATIENCE = 240_000;
const number = (text: string | undefined): number => Number((text ?? '0').replaceAll(',', ''));

/** Waits until nothing is being paid or asked of a mint, and reads what the client then says. */
export async function clientBooks(page: Page, url: string): Promise<ClientBooks> {
  const payments = await readPayments(page, url);
  const { held, given } = await readEcash(page, url);
  const of = (isEcash: boolean) => payments.flatMap((one) => (one.paid && one.isEcash === isEcash ? [one.sats + one.fee] : []));
  const sum = (all: readonly number[]): number => all.reduce((before, one) => before + one, 0);
  return {
    byWallet: sum(of(false)),
    walletPayments: of(false).length,
    byEcash: sum(of(true)),
    held,
    given,
    unpaid: payments.filter(({ paid }) => !paid).length,
  };
}

async function readPayments(page: Page, url: string) {
  await page.goto(`${url}/settings/payments`);
  const main = page.getByRole('main');
  const rows = main.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await rows.first().or(main.getByText('No payments yet')).first().waitFor({ timeout: PATIENCE });
  const older = main.getByRole('button', { name: 'Show older payments' });
  while (await older.isVisible()) await older.click();
  await gone(page, rows.filter({ hasText: /is paying|We don’t know yet/ }));
  const texts = await rows.allInnerTexts();
  return texts.map((text) => ({
    paid: text.includes('Paid by '),
    isEcash: text.includes('Paid by Ecash of '),
    sats: number(/− ([\d,]+)/.exec(text)?.[1]),
    fee: number(/, fee ([\d,]+)/.exec(text)?.[1]),
  }));
}

async function readEcash(page: Page, url: string) {
  await page.goto(`${url}/settings/ecash`);
  const main = page.getByRole('main');
  const jobs = main.getByRole('listitem');
  await main.getByText('On this device').waitFor({ timeout: PATIENCE });
  await gone(page, jobs.filter({ hasText: /Asking the mint|On the way\. It goes on by itself\./ }));
  const given = await jobs.filter({ hasText: 'Not taken yet' }).allInnerTexts();
  const total = await main.getByRole('region', { name: 'On this device' }).innerText();
  return {
    held: number(/([\d,]+) play sats/.exec(total)?.[1]),
    given: given.reduce((sum, text) => sum + number(/Sent ([\d,]+)/.exec(text)?.[1]), 0),
  };
}

/** Waits until none of these is there any more. */
async function gone(page: Page, rows: ReturnType<Page['locator']>): Promise<void> {
  const end = performance.now() + PATIENCE;
  while ((await rows.count()) > 0) {
    if (performance.now() > end) throw new Error(`still open: ${(await rows.first().innerText()).replaceAll('\n', ' ')}`);
    await page.waitForTimeout(200);
  }
}

/** What does not agree, in words. `began`: the ledger before the first round; `pressed`: how often somebody pressed to pay by wallet. */
export function moneyWrongs(began: LedgerBooks, ledger: LedgerBooks, client: ClientBooks, pressed: number): readonly string[] {
  const found: string[] = [];
  const held = (what: string, one: number, other: number): void => {
    if (one !== other) found.push(`${what}: the ledger has ${one}, the client ${other}`);
  };
  held('paid by the wallet', began.wallet - ledger.wallet, client.byWallet);
  held('payments by the wallet', ledger.paid - began.paid, client.walletPayments);
  held('ecash that is out', ledger.owed, client.held + client.given);
  held('paid with ecash', began.owed - ledger.owed, client.byEcash);
  if (ledger.mint !== ledger.owed + ledger.kept) found.push(`the mint has ${ledger.mint}, owes ${ledger.owed} and kept ${ledger.kept}`);
  if (ledger.sum !== 0) found.push(`all entries add up to ${ledger.sum} msats`);
  if (client.walletPayments > pressed) found.push(`${client.walletPayments} payments for ${pressed} presses`);
  return found;
}
