import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { serveMints } from '../../../service/http/mint/serve-mint.ts';
import { openInFlight } from '../../../service/http/in-flight.ts';
import { hashToCurve, readPoint } from '../../../service/mint/curve.ts';
import { openMints } from '../../../service/mint/open-mints.ts';
import { openKeys } from '../../../service/money/money-keys.ts';
import { openMoney } from '../../../service/money/payments.ts';
import { openGuard } from '../../../service/relay/enforce-policy.ts';
import { POLICY } from '../../../service/relay/policy.ts';
import { ISSUER } from '../../../service/store/money/play-money.ts';
import { openStore, type SqliteStore } from '../../../service/store/sqlite/sqlite-store.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { type Seconds, seconds } from '../../../src/events/core/time.ts';
import { loopback } from '../service/loopback.ts';

const { Point } = secp256k1;
const gate = await openEventVerifier();

/** The response of a mint. */
interface MintAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Readonly<Record<string, unknown>>;
}

export type AskMint = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<MintAnswer>;

/**
 * Send requests to the mint at an address without a trailing slash. A string body is sent
 * unchanged. Each request has its own connection. The server closes idle connections after some
 * seconds, on a busy machine perhaps just as they are reused.
 */
export function askingMint(address: string): AskMint {
  return async (method, path, body) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = {
      method,
      headers: { connection: 'close' },
      ...(body !== undefined && { body: text }),
    };
    const answer = await fetch(`${address}/${path}`, init);
    const json = parseJson(await answer.text());
    return { status: answer.status, headers: answer.headers, json: isRecord(json) ? json : {} };
  };
}

/**
 * Both mints behind a server of this machine, with a ledger that gives play sats to every caller.
 */
export async function openMintWorld({
  path = ':memory:',
  now,
}: {
  path?: string;
  now?: () => Seconds;
} = {}) {
  const store = openStore(path, { verify: gate.verify, ...(now && { now }) });
  const keys = await openKeys(store, undefined);
  const money = await openMoney(store, keys, gate);
  const mints = openMints({ store, money, guard: openGuard(store, POLICY), root: keys.root });
  const inFlight = openInFlight();
  const server = await loopback((request, response) => {
    const url = new URL(`http://service${request.url}`);
    const from = request.headers['x-forwarded-for']?.toString() ?? 'here';
    serveMints({ mints, version: '0' }, { request, response, url, from, inFlight }).then(
      (isServed) => isServed || response.writeHead(404).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return {
    store,
    money,
    mints,
    origin: server.origin,
    today: askingMint(`${server.origin}/mint`),
    old: askingMint(`${server.origin}/oldmint`),
    /** Pay an invoice from the play money issuer. */
    fund: (bolt11: string) => money.pay({ bolt11, payer: ISSUER, ref: `fund ${bolt11}` }),
    /** An invoice of a payee who is paid by melting. */
    invoice: async (sats: number, payee = 'a'.repeat(64)) =>
      (
        await money.invoice({
          payee,
          msats: sats * 1_000,
          text: 'to be melted',
          expiry: seconds(600),
        })
      ).bolt11,
    async end() {
      await server.end();
      await store.close();
    },
  };
}

/** SQL for the totals of a mint's tables, each as one number `n`, in msats. */
export const BOOKS = {
  issued: 'select coalesce(sum(sats), 0) * 1000 as n from mint_promises where mint = ?',
  spent: 'select coalesce(sum(sats), 0) * 1000 as n from mint_spent where mint = ?',
  kept: 'select coalesce(sum(kept), 0) as n from mint_moves where mint = ?',
  waiting: `select coalesce(sum(q.sats), 0) * 1000 as n from mint_quotes q join play_invoices i on i.hash = q.hash
    where q.mint = ? and q.issued_at is null and i.paid_at is not null`,
  ledger: 'select coalesce(sum(msats), 0) as n from play_entries where account = ?',
} as const;

/** Return the totals of a mint's tables, in msats, and the balance of its account in the ledger. */
export function booksOf({ database }: SqliteStore, mint: string) {
  const sum = (sql: string) => database.one(sql, [mint], (row) => Number(row['n'])) ?? 0;
  const { issued, spent, kept, waiting, ledger } = BOOKS;
  return {
    issued: sum(issued),
    spent: sum(spent),
    kept: sum(kept),
    waiting: sum(waiting),
    ledger: sum(ledger),
  };
}

/** A blinded message with its secret (NUT-00). */
export interface Blank {
  readonly secret: string;
  readonly r: bigint;
  readonly output: { readonly amount: number; readonly id: string; readonly B_: string };
}

export interface TestProof {
  readonly amount: number;
  readonly id: string;
  readonly secret: string;
  readonly C: string;
}

type ToCurve = typeof hashToCurve;

export function blankOf(
  amount: number,
  id: string,
  secret = randomBytes(32).toString('hex'),
  toCurve: ToCurve = hashToCurve,
): Blank {
  const r = BigInt(`0x${randomBytes(31).toString('hex')}`) + 1n;
  const blinded = toCurve(Buffer.from(secret)).add(Point.BASE.multiply(r));
  return { secret, r, output: { amount, id, B_: blinded.toHex(true) } };
}

/** Unblind a signature: C = C_ - rK. `keys`: the mint's, in hex by amount. */
export function proofOf(
  blank: Blank,
  signature: unknown,
  keys: Readonly<Record<string, unknown>>,
): TestProof {
  const { amount, id, C_ } = Object(signature) as { amount: number; id: string; C_: string };
  const [signed, key] = [readPoint(C_), readPoint(String(keys[String(amount)]))];
  if (!signed || !key) throw new Error('no signature');
  return {
    amount,
    id,
    secret: blank.secret,
    C: signed.subtract(key.multiply(blank.r)).toHex(true),
  };
}

/** Split a sum into powers of two. */
export function partsOf(sats: number): number[] {
  return Array.from({ length: 31 }, (_, n) => 2 ** n).filter(
    (part) => Math.floor(sats / part) % 2 === 1,
  );
}
