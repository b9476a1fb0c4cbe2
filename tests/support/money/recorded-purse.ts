import { type Rng, rngOf } from '../../../town/prng.ts';
import {
  type AskMint,
  askingMint,
  type Blank,
  blankOf,
  partsOf,
  proofOf,
  type TestProof,
} from './mint-world.ts';

/** The names of the two mints in requests. */
export type MintName = 'mint' | 'oldmint';
export const MINT_NAMES: readonly MintName[] = ['mint', 'oldmint'];

/**
 * A request that may have been lost, with all data to send it again. Every redemption is recorded
 * here first (E-48).
 */
interface Wish {
  readonly mint: MintName;
  readonly path: string;
  readonly body: unknown;
  readonly inputs: readonly TestProof[];
  readonly blanks: readonly Blank[];
  /** The quote that the ecash is issued for, or that it pays. */
  readonly quote?: Quote;
}

interface Quote {
  readonly mint: MintName;
  readonly id: string;
  readonly request: string;
  readonly sats: number;
}

/**
 * A user with ecash of both mints who records each request before sending it. After any failure of
 * the service, repeating the requests until they are answered must restore exactly the earlier
 * total.
 */
export class RecordedPurse {
  readonly coins = new Map<MintName, TestProof[]>(MINT_NAMES.map((name) => [name, []]));
  readonly wishes: Wish[] = [];
  /** Quotes with ecash to fetch, paid or about to be. */
  readonly owed: Quote[] = [];
  /** Quotes that need a payment from outside. */
  readonly toFund: Quote[] = [];
  answers = 0;
  /** Called after each response, and after each sent request that must not be lost. */
  onEvent: () => void = () => undefined;
  readonly refusals: string[] = [];
  readonly #rng: Rng;
  #asks = new Map<MintName, AskMint>();
  #keysets = new Map<
    MintName,
    { readonly id: string; readonly keys: Readonly<Record<string, unknown>> }
  >();

  /** `seed`: determines all actions. */
  constructor(seed: string) {
    this.#rng = rngOf(seed);
  }

  worth(name: MintName): number {
    return (this.coins.get(name) ?? []).reduce((sum, { amount }) => sum + amount, 0);
  }

  async meet(origin: string): Promise<void> {
    for (const name of MINT_NAMES) this.#asks.set(name, askingMint(`${origin}/${name}`));
    const { keysets } = (await this.#ask('mint', 'GET', 'v1/keys')) as {
      keysets: [{ id: string; keys: Record<string, unknown> }];
    };
    this.#keysets.set('mint', keysets[0]);
    const old = (await this.#ask('oldmint', 'GET', 'keysets')) as { keysets: [string] };
    this.#keysets.set('oldmint', {
      id: old.keysets[0],
      keys: await this.#ask('oldmint', 'GET', 'keys'),
    });
  }

  /** Repeat unanswered requests and fetch issued ecash. */
  async recover(fund: (request: string) => Promise<void>): Promise<void> {
    for (const wish of this.wishes.slice()) await this.#send(wish);
    for (const quote of this.toFund.splice(0)) await fund(quote.request);
    for (const quote of this.owed.splice(0)) await this.#issue(quote);
  }

  /** Perform one random action of a wallet. Rejects when the service is gone. */
  async step(fund: (request: string) => Promise<void>): Promise<void> {
    const name = this.#rng.pick(MINT_NAMES);
    const what = this.#rng.int(0, 9);
    const isPoor = this.worth(name) < 20;
    if (what < 2 || (isPoor && this.owed.length === 0)) {
      const quote = await this.#quote(name, this.#rng.int(1, 300));
      this.toFund.push(quote);
      this.owed.push(quote);
      await fund(quote.request);
      this.toFund.splice(this.toFund.indexOf(quote), 1);
      return;
    }
    const owed = what < 4 || isPoor ? this.owed.shift() : undefined;
    if (owed) return this.#issue(owed);
    if (what < 7) return this.#swap(name);
    return this.#melt(name);
  }

  async #issue(quote: Quote): Promise<void> {
    const blanks = this.#blanks(quote.mint, quote.sats);
    const outputs = blanks.map(({ output }) => output);
    const [path, body] =
      quote.mint === 'mint'
        ? ['v1/mint/bolt11', { quote: quote.id, outputs }]
        : [`mint?hash=${quote.id}`, { outputs }];
    await this.#wish({ mint: quote.mint, path, body, inputs: [], blanks, quote });
  }

  async #swap(name: MintName): Promise<void> {
    const inputs = this.#take(name, this.#rng.int(1, 4));
    const blanks = this.#blanks(name, sumOf(inputs));
    const outputs = blanks.map(({ output }) => output);
    const [path, body] =
      name === 'mint' ? ['v1/swap', { inputs, outputs }] : ['split', { proofs: inputs, outputs }];
    await this.#wish({ mint: name, path, body, inputs, blanks });
  }

  /** Pay for ecash of either mint with ecash of this one. */
  async #melt(name: MintName): Promise<void> {
    const quote = await this.#quote(
      this.#rng.pick(MINT_NAMES),
      this.#rng.int(1, Math.floor(this.worth(name) / 2)),
    );
    const pr = quote.request;
    const asked =
      name === 'mint'
        ? await this.#ask(name, 'POST', 'v1/melt/quote/bolt11', { request: pr, unit: 'sat' })
        : {};
    const fee =
      name === 'mint'
        ? asked['fee_reserve']
        : (await this.#ask(name, 'POST', 'checkfees', { pr }))['fee'];
    const inputs: TestProof[] = [];
    while (sumOf(inputs) < quote.sats + Number(fee)) inputs.push(...this.#take(name, 1));
    const blanks = this.#blanks(name, 255);
    const outputs = blanks.map(({ output }) => ({ ...output, amount: 1 }));
    const [path, body] =
      name === 'mint'
        ? ['v1/melt/bolt11', { quote: asked['quote'], inputs, outputs }]
        : ['melt', { pr, proofs: inputs, outputs }];
    await this.#wish({ mint: name, path, body, inputs, blanks, quote });
  }

  async #wish(wish: Wish): Promise<void> {
    this.wishes.push(wish);
    const sent = this.#send(wish);
    this.onEvent();
    await sent;
  }

  async #send(wish: Wish): Promise<void> {
    const { mint, path, body, inputs, blanks, quote } = wish;
    const { status, json } = await this.#sent(mint, 'POST', path, body);
    this.wishes.splice(this.wishes.indexOf(wish), 1);
    const own = this.coins.get(mint) ?? [];
    if (status !== 200) {
      this.refusals.push(`${path} ${JSON.stringify(json)}`);
      own.push(...inputs);
      return;
    }
    const signatures = json['signatures'] ?? json['promises'] ?? json['change'] ?? [];
    const keys = this.#keysets.get(mint)?.keys ?? {};
    if (Array.isArray(signatures))
      own.push(
        ...signatures.flatMap((signature, n) =>
          blanks[n] ? [proofOf(blanks[n], signature, keys)] : [],
        ),
      );
    if (quote && inputs.length > 0) this.owed.push(quote);
  }

  async #quote(mint: MintName, sats: number): Promise<Quote> {
    const json =
      mint === 'mint'
        ? await this.#ask(mint, 'POST', 'v1/mint/quote/bolt11', { amount: sats, unit: 'sat' })
        : await this.#ask(mint, 'GET', `mint?amount=${sats}`);
    return {
      mint,
      id: String(json['quote'] ?? json['hash']),
      request: String(json['request'] ?? json['pr']),
      sats,
    };
  }

  #take(name: MintName, count: number): TestProof[] {
    const own = this.coins.get(name) ?? [];
    return Array.from({ length: Math.min(count, own.length) }, () =>
      own.splice(this.#rng.int(0, own.length - 1), 1),
    ).flat();
  }

  #blanks(name: MintName, sats: number): Blank[] {
    return partsOf(sats).map((part) => blankOf(part, this.#keysets.get(name)?.id ?? ''));
  }

  async #ask(mint: MintName, method: 'GET' | 'POST', path: string, body?: unknown) {
    const { status, json } = await this.#sent(mint, method, path, body);
    if (status !== 200) throw new Error(`${path} ${JSON.stringify(json)}`);
    return json;
  }

  async #sent(mint: MintName, method: 'GET' | 'POST', path: string, body: unknown) {
    const ask = this.#asks.get(mint);
    if (!ask) throw new Error('no mint was met');
    const answer = await ask(method, path, body);
    this.answers++;
    this.onEvent();
    return answer;
  }
}

function sumOf(proofs: readonly TestProof[]): number {
  return proofs.reduce((sum, { amount }) => sum + amount, 0);
}
