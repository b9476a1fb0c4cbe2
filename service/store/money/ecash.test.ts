import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import { BOOKS } from '../../../tests/support/money/mint-world.ts';
import { isLong, runs } from '../../../tests/support/runs.ts';
import { promiseOf } from '../../../tests/support/store/store-conformance-ecash.ts';
import { invoiceOf } from '../../../tests/support/store/store-conformance-money.ts';
import { NOW } from '../../../tests/support/store/store-world.ts';
import { ISSUER } from './play-money.ts';
import {
  onEachEngine,
  type OpenTried,
  type TriedStore,
} from '../../../tests/support/store/engines.ts';
import { int } from '../engine/row.ts';

const MINTS = ['mint', 'oldmint'] as const;
const PAYEE = 'a'.repeat(64);

const pick = fc.nat({ max: 30 });
const picks = fc.uniqueArray(pick, { maxLength: 4 });
/** Amounts of outputs, valid or invalid. `fair`: adjusted to the inputs. */
const amounts = fc.record({
  fair: fc.nat({ max: 3 }).map((n) => n > 0),
  sats: fc.array(fc.constantFrom(1, 2, 4, 8, 16), { maxLength: 5 }),
});
const mint = fc.constantFrom(...MINTS);

const step = fc.oneof(
  fc.record({ does: fc.constant('quote' as const), mint, sats: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ does: fc.constant('fund' as const), quote: pick }),
  fc.record({ does: fc.constant('issue' as const), quote: pick, amounts }),
  fc.record({
    does: fc.constant('swap' as const),
    mint,
    inputs: picks,
    amounts,
    twice: fc.boolean(),
  }),
  fc.record({
    does: fc.constant('melt' as const),
    mint,
    inputs: picks,
    msats: fc.integer({ min: 1, max: 200_000 }),
    again: fc.boolean(),
    amounts,
  }),
  fc.record({ does: fc.constant('wait' as const), length: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ does: fc.constant('resign' as const), mint, output: pick, input: pick }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Coin {
  readonly y: string;
  readonly sats: number;
  isSpent: boolean;
}

/** Simulates honest and dishonest wallets and tracks the ecash that they hold. */
class Purse {
  readonly store: TriedStore;
  readonly clock: { now: number };
  readonly quotes: {
    readonly mint: string;
    readonly id: string;
    readonly bolt11: string;
    readonly sats: number;
  }[] = [];
  readonly coins = new Map<string, Coin[]>(MINTS.map((name) => [name, []]));
  #n = 0;
  #melt: { mint: string; id: string } | undefined;

  constructor(store: TriedStore, clock: { now: number }) {
    this.store = store;
    this.clock = clock;
  }

  coinsOf(name: string): Coin[] {
    return this.coins.get(name) ?? [];
  }

  worth(name: string): number {
    return this.coinsOf(name).reduce((sum, { sats, isSpent }) => sum + (isSpent ? 0 : sats), 0);
  }

  async invoice(payee: string, msats: number) {
    const times = { createdAt: seconds(this.clock.now), expiresAt: seconds(this.clock.now + 600) };
    this.#n++;
    return this.store.keepPlayInvoice(invoiceOf(this.#n, payee, msats, times), `ref ${this.#n}`);
  }

  /** Sends inputs and outputs to the mint. Granted ecash counts from then on. */
  async move(
    name: string,
    inputs: readonly Coin[],
    sats: readonly number[],
    quotes: { minted?: string; melted?: string },
    b?: string,
  ) {
    const outputs = sats.map((each) => promiseOf(b ?? `b${this.#n++}`, each));
    const move = { mint: name, digest: `move ${this.#n++}`, inputs, outputs, ...quotes };
    const outcome = await this.store.moveEcash(move);
    if ('refused' in outcome) return;
    for (const input of inputs) input.isSpent = true;
    for (const output of outputs)
      this.coinsOf(name).push({ y: `y ${output.b}`, sats: output.sats, isSpent: false });
  }

  async take(each: Step): Promise<void> {
    if (each.does === 'wait') this.clock.now += each.length;
    if (each.does === 'quote') {
      const { hash, bolt11, expiresAt } = await this.invoice(each.mint, each.sats * 1_000);
      const quote = {
        mint: each.mint,
        id: `quote ${this.quotes.length}`,
        hash,
        sats: each.sats,
        expiresAt,
      };
      await this.store.keepMintQuote(quote);
      this.quotes.push({ ...quote, bolt11 });
    }
    if (each.does === 'fund') {
      const quote = this.quotes[each.quote % this.quotes.length];
      if (quote)
        await this.store.payPlayInvoice({
          bolt11: quote.bolt11,
          payer: ISSUER,
          ref: `fund ${this.#n++}`,
        });
    }
    if (each.does === 'issue') {
      const quote = this.quotes[each.quote % this.quotes.length];
      if (quote)
        await this.move(quote.mint, [], partsOrNot(each.amounts, quote.sats), { minted: quote.id });
    }
    if (each.does === 'swap') {
      const inputs = this.chosen(each.mint, each.inputs);
      const given = each.twice ? [...inputs, ...inputs] : inputs;
      await this.move(each.mint, given, partsOrNot(each.amounts, total(inputs)), {});
    }
    if (each.does === 'melt') await this.melt(each);
    if (each.does === 'resign') {
      const [coin] = this.chosen(each.mint, [each.input]);
      const [before] = this.chosen(each.mint, [each.output]);
      if (coin && before) await this.move(each.mint, [coin], [coin.sats], {}, before.y.slice(2));
    }
  }

  /** Sometimes pays an invoice of the mint itself, or a quote that was melted before. */
  async melt({
    mint: name,
    inputs: which,
    msats,
    again,
    amounts: asked,
  }: Step & { readonly does: 'melt' }): Promise<void> {
    const inputs = this.chosen(name, which);
    if (!again || this.#melt?.mint !== name) {
      const own = this.quotes.find(
        (quote) => quote.sats * 1_000 <= total(inputs) * 1_000 && msats % 3 === 0,
      );
      const bolt11 =
        own?.bolt11 ??
        (await this.invoice(PAYEE, Math.min(msats, Math.max(1, total(inputs) * 1_000)))).bolt11;
      const quote = await this.store.keepMeltQuote({ mint: name, id: `melt ${this.#n++}`, bolt11 });
      if ('refused' in quote) return;
      this.#melt = { mint: name, id: quote.id };
    }
    const quote = this.#melt && (await this.store.meltQuote(name, this.#melt.id));
    if (quote)
      await this.move(name, inputs, partsOrNot(asked, total(inputs) - quote.sats), {
        melted: quote.id,
      });
  }

  /** Picks inputs, including spent ones. */
  chosen(name: string, which: readonly number[]): Coin[] {
    const coins = this.coinsOf(name);
    return [...new Set(which.flatMap((n) => coins[n % coins.length] ?? []))];
  }
}

/** Initial steps that fund the wallets. Without them the mints would refuse most steps. */
const START: readonly Step[] = MINTS.flatMap((name, n) => [
  { does: 'quote', mint: name, sats: 31 },
  { does: 'fund', quote: n },
  { does: 'issue', quote: n, amounts: { fair: true, sats: [] } },
]);

const total = (coins: readonly Coin[]) => coins.reduce((sum, { sats }) => sum + sats, 0);

function partsOrNot(
  { fair, sats }: { readonly fair: boolean; readonly sats: readonly number[] },
  sum: number,
): readonly number[] {
  return fair
    ? Array.from({ length: 20 }, (_, n) => 2 ** n).filter(
        (part) => Math.floor(Math.max(sum, 0) / part) % 2 === 1,
      )
    : sats;
}

async function openPurse(open: OpenTried): Promise<Purse> {
  const clock = { now: NOW };
  return new Purse(await open({ now: () => seconds(clock.now) }), clock);
}

async function checkBooks(purse: Purse): Promise<void> {
  const sum = async (sql: string, mint?: string) =>
    int((await purse.store.rows(sql, mint === undefined ? [] : [mint]))[0] ?? {}, 'n');
  for (const name of MINTS) {
    const [issued, spent, kept] = [
      await sum(BOOKS.issued, name),
      await sum(BOOKS.spent, name),
      await sum(BOOKS.kept, name),
    ];
    expect(await sum(BOOKS.ledger, name)).toBe(
      issued - spent + (await sum(BOOKS.waiting, name)) + kept,
    );
    expect(issued - spent).toBe(purse.worth(name) * 1_000);
    expect(kept).toBeGreaterThanOrEqual(0);
  }
  expect(await sum('select coalesce(sum(msats), 0) as n from play_entries')).toBe(0);
}

onEachEngine((open, share) => {
  test.runIf(isLong)(
    "E-42 ecash in circulation equals the mints' ledger balances to the msat after any requests",
    async () => {
      const done = { minted: 0, melted: 0, swapped: 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
          const purse = await openPurse(open);
          for (const each of START) await purse.take(each);
          for (const each of steps) {
            await purse.take(each);
            await checkBooks(purse);
          }
          const moves =
            'select minted is not null as minted, melted is not null as melted from mint_moves';
          for (const row of await purse.store.rows(moves))
            done[row['minted'] ? 'minted' : row['melted'] ? 'melted' : 'swapped']++;
          await purse.store.close();
        }),
        { numRuns: runs(800 * share) },
      );
      // The minimum does not apply without random runs: each run starts with the same steps, and a
      // few runs alone prove nothing.
      expect(done.minted).toBeGreaterThan(100 * share);
      if (share === 1) for (const count of Object.values(done)) expect(count).toBeGreaterThan(100);
    },
  );

  test('the check of the books detects a sat that was never funded', async () => {
    const purse = await openPurse(open);
    await purse.take({ does: 'quote', mint: 'mint', sats: 4 });
    await purse.take({ does: 'fund', quote: 0 });
    await purse.take({ does: 'issue', quote: 0, amounts: { fair: true, sats: [] } });
    await checkBooks(purse);
    await purse.store.rows('update mint_promises set sats = sats + 1');
    await expect(checkBooks(purse)).rejects.toThrow(/expected/);
    await purse.store.close();
  });

  test('E-48 unpaid quotes and invoices are deleted after an hour; paid ones remain owed', async () => {
    let now = NOW;
    const store = await open({ now: () => seconds(now) });
    const count = async (table: string) =>
      (await store.rows(`select count(*) as n from ${table}`))[0]?.['n'];
    const counts = () =>
      Promise.all(['mint_quotes', 'melt_quotes', 'purchases', 'play_invoices'].map(count));
    for (let n = 1; n <= 4; n++) {
      const { hash, bolt11, expiresAt } = await store.keepPlayInvoice(
        invoiceOf(n, 'mint', 1_000),
        `ref ${n}`,
      );
      await store.keepMintQuote({ mint: 'mint', id: `${n}`, hash, sats: 1, expiresAt });
      await store.keepMeltQuote({ mint: 'oldmint', id: `${n}`, bolt11 });
      const terms = {
        receiver: 'b',
        name: '',
        product: 'month',
        msats: 1_000,
        usd: '7',
        createdAt: seconds(NOW),
      };
      await store.keepQuote({ quote: hash, buyer: 'a', ...terms });
    }
    await store.payPlayInvoice({ bolt11: 'lnbcrt1', payer: ISSUER, ref: 'fund' });
    now += 3_599;
    await store.sweep();
    expect(await counts()).toEqual([4, 0, 4, 4]);
    now += 61;
    await store.sweep();
    expect(await counts()).toEqual([1, 0, 1, 1]);
    expect([(await store.mintQuote('mint', '1'))?.sats, (await store.paidQuotes()).length]).toEqual(
      [1, 1],
    );
    await store.close();
  });
});
