import {
  createBlindSignature,
  createNewMintKeys,
  deriveKeysetId,
  hashToCurve,
  pointFromHex,
  serializeMintKeys,
} from '@cashu/cashu-ts';
import { hexOf } from '../../../src/events/core/hex.ts';
import { once } from './cached-outputs.ts';
import { invoiceOf } from './invoices.ts';

/**
 * Outcome of one request: it succeeds, the mint does not receive it, its response is lost, it is
 * sent twice, or the response is false.
 */
export type MintFault = 'ok' | 'unheard' | 'lost' | 'doubled' | 'lie' | 'broken';

interface Blinded {
  readonly amount: number;
  readonly B_: string;
  readonly id: string;
}
interface Signature {
  readonly id: string;
  readonly amount: number;
  readonly C_: string;
}
interface Given {
  readonly id: string;
  readonly amount: number;
  readonly secret: string;
  readonly C: string;
}
interface Quote {
  readonly amount: number;
  readonly invoice: string;
  state: string;
  change?: readonly Signature[];
}

/** The body of a request, with the fields that it has. */
interface Body {
  readonly inputs: readonly Given[];
  readonly proofs: readonly Given[];
  readonly outputs: readonly Blinded[];
  readonly Ys: readonly string[];
  readonly quote: string;
  readonly request: string;
  readonly pr: string;
  readonly amount: number;
}

class No extends Error {
  readonly code: number;
  constructor(message: string, code: number) {
    super(message);
    this.code = code;
  }
}

/** Return an invoice over that many sats that no node settles. */
export function fakeInvoice(sats: number, nth = 0): string {
  const hash = Array.from({ length: 32 }, (_, at) => (at + nth) % 256);
  return invoiceOf(hexOf(Uint8Array.from(hash)), {
    amountMsats: sats * 1_000,
    timestamp: 1_800_000_000,
  });
}

/**
 * A mint in memory that really signs, with both interfaces and one ledger. `faults` returns the
 * outcome of each request; `lie` permits a false response. It counts all signed and spent amounts,
 * so that a test can check the totals.
 */
export function fakeMint({ ppk = 0, api = 'v1' }: { ppk?: number; api?: 'v1' | 'v0' } = {}) {
  const pair = mintKeys(ppk);
  const keys = serializeMintKeys(pair.pubKeys);
  const id = api === 'v0' ? deriveKeysetId(keys, { isDeprecatedBase64: true }) : pair.keysetId;
  const spent = new Set<string>();
  const signed = new Map<string, Signature>();
  const quotes = new Map<string, Quote>();
  const asked: string[] = [];
  let next = 0;
  let faultOf: (path: string) => MintFault = () => 'ok';
  /** Result of payments to invoices: paid, failed or pending. */
  let pays: 'paid' | 'failed' | 'pending' = 'paid';
  const ledger = { issued: 0, redeemed: 0, melted: 0 };

  const keyOf = (amount: number): Uint8Array => {
    const key = pair.privKeys[amount];
    if (!key) throw new No('no such amount', 11_000);
    return key;
  };
  const sign = (outputs: readonly Blinded[]): Signature[] => {
    if (new Set(outputs.map(({ B_ }) => B_)).size < outputs.length)
      throw new No('duplicate outputs', 11_008);
    if (outputs.some(({ B_ }) => signed.has(B_)))
      throw new No('outputs have already been signed before.', 10_002);
    return outputs.map(({ amount, B_ }) => {
      const C_ = blindSignature(B_, keyOf(amount));
      const signature = { id, amount, C_ };
      signed.set(B_, signature);
      return signature;
    });
  };
  const take = (inputs: readonly Given[]): void => {
    for (const { amount, secret, C, id: of } of inputs) {
      if (blindSignature(yOf(secret), keyOf(amount)) !== C || of !== id)
        throw new No('Token could not be verified', 10_003);
      if (spent.has(secret)) throw new No('Token already spent', 11_001);
    }
    if (new Set(inputs.map(({ secret }) => secret)).size < inputs.length)
      throw new No('duplicate inputs', 11_007);
    for (const { secret } of inputs) spent.add(secret);
  };
  const sum = (all: readonly { amount: number }[]): number =>
    all.reduce((before, { amount }) => before + amount, 0);
  const feeOf = (inputs: readonly unknown[]): number => Math.ceil((inputs.length * ppk) / 1_000);
  const swap = (inputs: readonly Given[], outputs: readonly Blinded[]): Signature[] => {
    if (sum(inputs) - feeOf(inputs) !== sum(outputs))
      throw new No('inputs do not add up to outputs', 11_002);
    if (outputs.some(({ B_ }) => signed.has(B_)))
      throw new No('outputs have already been signed before.', 10_002);
    take(inputs);
    ledger.redeemed += sum(inputs);
    ledger.issued += sum(outputs);
    return sign(outputs);
  };
  const mint = (quote: string, outputs: readonly Blinded[]): Signature[] => {
    const known = quotes.get(quote);
    if (!known || known.state === 'UNPAID') throw new No('quote not paid', 20_001);
    if (known.state === 'ISSUED') throw new No('already issued', 20_002);
    if (sum(outputs) !== known.amount) throw new No('amount does not match', 11_002);
    const signatures = sign(outputs);
    known.state = 'ISSUED';
    ledger.issued += known.amount;
    return signatures;
  };
  const newQuote = (amount: number, invoice = fakeInvoice(amount, next)): string => {
    const quote = `q${++next}`;
    quotes.set(quote, { amount, invoice, state: 'UNPAID' });
    return quote;
  };
  const melt = (quote: string, inputs: readonly Given[], outputs: readonly Blinded[]): Quote => {
    const known = quotes.get(quote);
    if (!known) throw new No('no such quote', 20_000);
    if (known.state === 'PAID') throw new No('Invoice already paid.', 20_006);
    if (known.state === 'PENDING') throw new No('quote is pending', 20_005);
    if (sum(inputs) < known.amount + 2 + feeOf(inputs)) throw new No('not enough inputs', 11_005);
    if (pays === 'failed') return known;
    take(inputs);
    ledger.redeemed += sum(inputs);
    if (pays === 'pending') known.state = 'PENDING';
    else {
      // the payment cost one sat, the rest is returned
      const back = sum(inputs) - known.amount - 1 - feeOf(inputs);
      const powers = [...Array(17).keys()]
        .map((power) => 2 ** power)
        .filter((power) => (back & power) !== 0);
      const given = outputs
        .slice(0, powers.length)
        .map((output, at) => ({ ...output, amount: powers[at] ?? 0 }));
      known.state = 'PAID';
      known.change = sign(given);
      ledger.issued += back;
      ledger.melted += known.amount;
    }
    return known;
  };
  const restore = (outputs: readonly Blinded[]) => {
    const known = outputs.filter(({ B_ }) => signed.has(B_));
    return { outputs: known, signatures: known.map(({ B_ }) => signed.get(B_)) };
  };
  const meltQuote = (quote: string) => {
    const { amount, invoice, state, change } = quotes.get(quote) ?? {
      amount: 0,
      invoice: '',
      state: 'UNPAID',
    };
    return {
      quote,
      amount,
      unit: 'sat',
      request: invoice,
      fee_reserve: 2,
      state,
      expiry: 4_000_000_000,
      payment_preimage: null,
      change,
    };
  };
  const satsOf = (invoice: string): number =>
    Number(/^lnbc(\d+)p1/.exec(invoice)?.[1] ?? 0) / 10_000;

  const v1 = (path: string, body: Body): unknown => {
    const parts = path.split('/');
    if (path === 'keysets')
      return { keysets: [{ id, unit: 'sat', active: true, input_fee_ppk: ppk }] };
    if (parts[0] === 'keys')
      return { keysets: [{ id, unit: 'sat', active: true, input_fee_ppk: ppk, keys }] };
    if (path === 'swap') return { signatures: swap(body.inputs, body.outputs) };
    if (path === 'checkstate')
      return {
        states: body.Ys.map((Y) => ({
          Y,
          state: [...spent].some((one) => yOf(one) === Y) ? 'SPENT' : 'UNSPENT',
        })),
      };
    if (path === 'restore') return restore(body.outputs);
    if (path === 'mint/bolt11') return { signatures: mint(body.quote, body.outputs) };
    if (path === 'melt/bolt11') {
      melt(body.quote, body.inputs, body.outputs ?? []);
      return meltQuote(body.quote);
    }
    if (path === 'mint/quote/bolt11') return mintQuote(newQuote(body.amount));
    if (path === 'melt/quote/bolt11')
      return meltQuote(newQuote(satsOf(body.request), body.request));
    if (parts[1] === 'quote')
      return parts[0] === 'mint' ? mintQuote(parts[3] ?? '') : meltQuote(parts[3] ?? '');
    throw new No('Not found', 404);
  };
  const mintQuote = (quote: string) => {
    const { amount, invoice, state } = quotes.get(quote) ?? {
      amount: 0,
      invoice: '',
      state: 'UNPAID',
    };
    return { quote, request: invoice, amount, unit: 'sat', state, expiry: 4_000_000_000 };
  };
  const v0 = (path: string, query: URLSearchParams, body: Body | undefined): unknown => {
    if (path === 'info') return { name: 'a mint' };
    if (path === 'keysets') return { keysets: [id] };
    if (path.startsWith('keys')) return keys;
    if (path === 'mint' && !body) {
      const quote = newQuote(Number(query.get('amount')));
      return { pr: quotes.get(quote)?.invoice, hash: quote };
    }
    if (path === 'mint') return { promises: mint(query.get('hash') ?? '', body?.outputs ?? []) };
    if (path === 'split') return { promises: swap(body?.proofs ?? [], body?.outputs ?? []) };
    if (path === 'check')
      return { spendable: body?.proofs.map(({ secret }) => !spent.has(secret)) };
    if (path === 'checkfees') return { fee: 2 };
    if (path === 'restore') {
      const { outputs, signatures } = restore(body?.outputs ?? []);
      return { outputs, promises: signatures };
    }
    if (path === 'melt') {
      const invoice = String(body?.pr);
      const known =
        [...quotes].find(([, one]) => one.invoice === invoice)?.[0] ??
        newQuote(satsOf(invoice), invoice);
      const { state, change } = melt(known, body?.proofs ?? [], body?.outputs ?? []);
      return {
        paid: state === 'PAID',
        preimage: state === 'PAID' ? 'ab'.repeat(32) : null,
        change,
      };
    }
    throw new No('Not found', 404);
  };
  const answer = (url: URL, body: Partial<Body> | undefined): Response => {
    try {
      const path = url.pathname.slice(1);
      const value =
        path.startsWith('v1/') === (api === 'v1')
          ? api === 'v1'
            ? v1(path.slice(3), (body ?? {}) as Body)
            : v0(path, url.searchParams, body as Body | undefined)
          : undefined;
      if (value === undefined) return Response.json({ detail: 'Not Found' }, { status: 404 });
      return Response.json(value);
    } catch (error) {
      if (!(error instanceof No)) throw error;
      return Response.json({ detail: error.message, code: error.code }, { status: 400 });
    }
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    await Promise.resolve();
    const url = new URL(String(input));
    const path = url.pathname.slice(1);
    const body: Partial<Body> | undefined =
      typeof init?.body === 'string' ? (JSON.parse(init.body) as Partial<Body>) : undefined;
    asked.push(path);
    const fault = faultOf(path);
    if (fault === 'unheard') throw new TypeError('no connection');
    if (fault === 'broken') return new Response('<html>', { status: 502 });
    const first = answer(url, body);
    if (fault === 'doubled') return answer(url, body);
    if (fault === 'lost') throw new TypeError('connection reset');
    if (fault === 'lie') return lieOf(path, (await first.json()) as Answer);
    return first;
  };
  return {
    url: 'https://mint.example',
    id,
    fetch,
    asked,
    ledger,
    spent,
    quotes,
    set faults(faults: (path: string) => MintFault) {
      faultOf = faults;
    },
    set paying(how: 'paid' | 'failed' | 'pending') {
      pays = how;
    },
    /** Pay the invoice of the last quote, or of `quote`. */
    pay: (quote = [...quotes.keys()].at(-1) ?? '') => {
      const known = quotes.get(quote);
      if (known && known.state === 'UNPAID') known.state = 'PAID';
    },
    isSpendable: (secret: string) => !spent.has(secret),
  };
}

export type FakeMint = ReturnType<typeof fakeMint>;

interface Answer {
  readonly signatures?: readonly object[];
  readonly promises?: readonly object[];
}

const ys = new Map<string, string>();
function yOf(secret: string): string {
  return once(ys, secret, () => hashToCurve(new TextEncoder().encode(secret)).toHex(true));
}

const signatures = new Map<string, string>();
function blindSignature(B_: string, key: Uint8Array): string {
  return once(signatures, `${B_} ${key.join()}`, () =>
    createBlindSignature(pointFromHex(B_), key, '').C_.toHex(true),
  );
}

const pairs = new Map<string, ReturnType<typeof createNewMintKeys>>();
function mintKeys(ppk: number): ReturnType<typeof createNewMintKeys> {
  return once(pairs, String(ppk), () =>
    createNewMintKeys(16, new Uint8Array(32).fill(7), { versionByte: 0, input_fee_ppk: ppk }),
  );
}

/**
 * A false response: one signature less, wrong amounts, no states, or an unpaid state. The mint has
 * still performed the request.
 */
function lieOf(path: string, value: Answer): Response {
  if (value.signatures) return Response.json({ ...value, signatures: value.signatures.slice(1) });
  if (value.promises)
    return Response.json({ promises: value.promises.map((one) => ({ ...one, amount: 1 })) });
  if (path.endsWith('checkstate')) return Response.json({ states: [] });
  return Response.json({ ...value, state: 'UNPAID' });
}
