import { randomBytes } from 'node:crypto';
import { setImmediate as breath } from 'node:timers/promises';
import { plus, type Seconds, seconds } from '../../src/events/core/time.ts';
import { sha256Hex } from '../hash.ts';
import { derived } from '../money/money-keys.ts';
import { MOST_MSATS, type Money } from '../money/payments.ts';
import type { EcashMove, EcashPromise, MeltQuote, MintQuote } from '../store/money/ecash.ts';
import type { Guard } from '../relay/enforce-policy.ts';
import type { Store } from '../store/store.ts';
import {
  type CurvePoint,
  hashToCurve,
  isSignature,
  mintKeyOf,
  oldHashToCurve,
  signBlinded,
} from './curve.ts';
import { MINT_ERROR, MintError, mintErrorOf } from './mint-errors.ts';
import { type Keyset, type KeysetVersion, makeKeyset, powersOf } from './keyset.ts';
import { unlock } from './spending-conditions.ts';
import { openQuotes } from './open-quotes.ts';
import type { Input, Output } from './parse-request.ts';

export interface MintParts {
  readonly store: Store;
  readonly money: Pick<Money, 'invoice' | 'announce'>;
  readonly guard: Pick<Guard, 'objectionToKeeping'>;
  /** Root of all keys, 32 bytes in hex. */
  readonly root: string;
  /** The mint's account in the ledger of play money. Its keys are derived from this name, too. */
  readonly account: string;
  /** Its keysets, the preferred one first, each with the ending of its name. */
  readonly keysets: readonly NamedVersion[];
}

/** The keys of a keyset are derived from its name. */
export interface NamedVersion {
  readonly version: KeysetVersion;
  readonly ending: string;
}

/** A mint of play sats. Refusals throw a `MintError`. Amounts in sats. */
export interface Mint {
  /** Its keysets, all active, the preferred one first. Computed on first use. */
  keysets(): readonly Keyset[];
  /** Public key of the mint, in hex. */
  pubkey(): string;
  /** Create a quote for ecash for a client address. Its invoice must be paid first. */
  askToMint(sats: number, from: string): Promise<MintQuote>;
  mintQuote(id: string): Promise<MintQuote>;
  /** Issue the ecash of a paid quote, once. */
  issue(id: string, outputs: readonly Output[]): Promise<readonly EcashPromise[]>;
  swap(inputs: readonly Input[], outputs: readonly Output[]): Promise<readonly EcashPromise[]>;
  /**
   * Create a quote to pay an invoice, for a client address. The id of an earlier quote returns that
   * quote.
   */
  askToMelt(bolt11: string, from: string, id?: string): Promise<MeltQuote>;
  meltQuote(id: string): Promise<MeltQuote>;
  changeOf(id: string): Promise<readonly EcashPromise[]>;
  /** Pay the invoice of a quote for ecash, and return the change on `blanks` (NUT-08). */
  melt(
    id: string,
    inputs: readonly Input[],
    blanks: readonly Output[],
  ): Promise<{ quote: MeltQuote; change: readonly EcashPromise[] }>;
  /** The subset of these points that is spent. */
  spentAmong(ys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Promises on these blinded messages, in their order (NUT-09). */
  restored(bs: readonly string[]): Promise<readonly EcashPromise[]>;
}

/** The largest amount of one quote. */
export const MOST_SATS = MOST_MSATS / 1_000;
const QUOTE_EXPIRY = seconds(3_600);
/**
 * Limit of unpaid quotes of one address, for each kind separately, so that one kind never blocks
 * the other.
 */
const MOST_OPEN = 100;
const QUOTE_BYTES = 1_000;

export function openMint({ store, money, guard, root, account, keysets: named }: MintParts): Mint {
  let made: readonly Keyset[] | undefined;
  const keysets = () =>
    (made ??= named.map(({ version, ending }) =>
      makeKeyset(root, `${account} keyset${ending}`, version),
    ));
  const act = openAct(store, account);
  const mintQuote = async (id: string) => found(await store.mintQuote(account, id));
  const meltQuote = async (id: string) => found(await store.meltQuote(account, id));
  const [minting, melting] = [
    openQuotes(MOST_OPEN, () => store.now()),
    openQuotes(MOST_OPEN, () => store.now()),
  ];
  const enter = async (quotes: typeof minting, from: string, id: string, until: Seconds) => {
    const objection = await guard.objectionToKeeping({ from, bytes: QUOTE_BYTES });
    if (objection !== undefined) throw new MintError(MINT_ERROR.crowded, objection);
    if (!quotes.open(from, id, until)) throw new MintError(MINT_ERROR.crowded);
  };
  return {
    keysets,
    pubkey: () => mintKeyOf(derived(root, `${account} name`)).hex,
    mintQuote,
    meltQuote,
    async askToMint(sats, from) {
      if (sats > MOST_SATS) throw new MintError(MINT_ERROR.limit, `at most ${MOST_SATS} sats`);
      const id = randomId();
      await enter(minting, from, id, plus(store.now(), QUOTE_EXPIRY));
      const wanted = {
        payee: account,
        msats: sats * 1_000,
        text: `Ecash of ${sats} play sats`,
        expiry: QUOTE_EXPIRY,
      };
      const { hash, expiresAt } = await money.invoice(wanted);
      await store.keepMintQuote({ mint: account, id, hash, sats, expiresAt });
      return mintQuote(id);
    },
    async issue(id, outputs) {
      const { promises } = await act({ kind: 'mint', minted: id, outputs });
      minting.settle(id);
      return promises;
    },
    swap: async (inputs, outputs) => (await act({ kind: 'swap', inputs, outputs })).promises,
    async askToMelt(bolt11, from, id = randomId()) {
      const known = await store.meltQuote(account, id);
      if (known?.bolt11 === bolt11) return known;
      await enter(melting, from, id, plus(store.now(), QUOTE_EXPIRY));
      const quote = await store.keepMeltQuote({ mint: account, id, bolt11 });
      if (!('refused' in quote)) return quote;
      melting.settle(id);
      throw mintErrorOf(quote.refused);
    },
    changeOf: (id) => store.changeOf(account, id),
    async melt(id, inputs, blanks) {
      const outputs = withChange(await meltQuote(id), inputs, blanks);
      const { promises, payment } = await act({
        kind: 'melt',
        melted: id,
        inputs,
        outputs,
        blanks,
      });
      if (payment) await money.announce(payment);
      melting.settle(id);
      return { quote: await meltQuote(id), change: promises };
    },
    spentAmong: (ys) => store.spentAmong(account, ys),
    async restored(bs) {
      const known = new Map(
        (await store.promisesAmong(account, bs)).map((promise) => [promise.b, promise]),
      );
      return bs.flatMap((b) => known.get(b) ?? []);
    },
  };
}

/** The operation of one request. */
interface Act {
  readonly kind: 'mint' | 'swap' | 'melt';
  readonly minted?: string;
  readonly melted?: string;
  readonly inputs?: readonly Input[];
  readonly outputs: readonly Output[];
  /** All blanks for change, used or not. */
  readonly blanks?: readonly Output[];
}

/**
 * Run an operation. A repeated request gets the same response (NUT-19), so that a wallet that lost
 * the first one loses no sats. Cheap checks run first, and all checks again inside the transaction.
 */
function openAct(store: Store, mint: string) {
  return async ({ kind, minted, melted, inputs = [], outputs, blanks }: Act) => {
    const digest = digestOf([
      kind,
      minted ?? melted ?? '',
      ...inputs.map(inputText),
      ...(blanks ?? outputs).map(outputText),
    ]);
    const before = await store.movedEcash(mint, digest);
    if (before) return { promises: before, payment: undefined };
    const points: CurvePoint[] = [];
    for (const { secret } of inputs) {
      await breath();
      points.push(hashToCurve(Buffer.from(secret)));
    }
    const spent = inputs.map(({ sats }, n) => ({ sats, y: points[n]?.toHex(true) ?? '' }));
    const move = { mint, digest, inputs: spent, minted, melted };
    await lookFirst(store, move, outputs);
    for (const [n, input] of inputs.entries()) {
      await breath();
      const [point, key] = [points[n], input.keyset.keys.get(input.sats)];
      const holds =
        point &&
        key &&
        (isSignature(key, point, input.c) || (input.keyset.isOld && isOldSignature(input)));
      if (!holds) throw new MintError(MINT_ERROR.proof);
    }
    // Mints before v1 do not know locks.
    if (inputs.some(({ keyset }) => !keyset.isOld))
      await unlock({ inputs, outputs: blanks ?? outputs, quote: melted, now: store.now() });
    const promises: EcashPromise[] = [];
    for (const output of outputs) {
      await breath();
      promises.push(signed(output));
    }
    const moved = await store.moveEcash({ ...move, outputs: promises });
    if (!('refused' in moved)) return moved;
    // The same request may have arrived twice at the same time.
    const meanwhile = await store.movedEcash(mint, digest);
    if (meanwhile) return { promises: meanwhile, payment: undefined };
    throw mintErrorOf(moved.refused);
  };
}

/** Refuse impossible requests before any signature is computed. */
async function lookFirst(
  store: Store,
  { mint, minted, inputs, melted }: Omit<EcashMove, 'outputs'>,
  outputs: readonly Output[],
) {
  const known = await store.promisesAmong(
    mint,
    outputs.map(({ b }) => b),
  );
  const spent = await store.spentAmong(
    mint,
    inputs.map(({ y }) => y),
  );
  if (minted !== undefined) {
    const quote = found(await store.mintQuote(mint, minted));
    if (quote.paidAt === undefined) throw new MintError(MINT_ERROR.unpaid);
    if (quote.issuedAt !== undefined) throw new MintError(MINT_ERROR.issued);
    if (worth(outputs) !== quote.sats) throw new MintError(MINT_ERROR.unbalanced);
  }
  if (melted !== undefined && found(await store.meltQuote(mint, melted)).preimage !== undefined)
    throw new MintError(MINT_ERROR.settled);
  if (spent.size > 0) throw new MintError(MINT_ERROR.spent);
  if (known.length > 0) throw new MintError(MINT_ERROR.signed);
  if (minted === undefined && melted === undefined && worth(inputs) !== worth(outputs))
    throw new MintError(MINT_ERROR.unbalanced);
}

/**
 * Return the blanks that are used for change, with their amounts (NUT-08). The largest parts of the
 * change are used, in the order of the blanks. Refuse inputs if more than the reserve would remain
 * without room for change, because those sats would be lost.
 */
function withChange(
  { sats, reserve }: MeltQuote,
  inputs: readonly Input[],
  blanks: readonly Output[],
): Output[] {
  const over = worth(inputs) - sats;
  if (over < reserve)
    throw new MintError(MINT_ERROR.unbalanced, `${sats + reserve} sats are needed`);
  const powers = powersOf(over);
  const amounts = powers.slice(Math.max(0, powers.length - blanks.length));
  if (over - amounts.reduce((sum, amount) => sum + amount, 0) > reserve) {
    throw new MintError(
      MINT_ERROR.unbalanced,
      `change of ${over} sats needs ${powers.length} outputs`,
    );
  }
  return amounts.flatMap((amount, n) => (blanks[n] ? { ...blanks[n], sats: amount } : []));
}

function signed({ sats, b, point, keyset: { id, keys } }: Output): EcashPromise {
  const key = keys.get(sats);
  if (!key) throw new MintError(MINT_ERROR.malformed, 'there is no key for this amount');
  return { b, keyset: id, sats, ...signBlinded(key, point) };
}

/**
 * Verify a proof of a wallet before v1, whose point was derived differently. A secret is spent
 * once, by its current point.
 */
function isOldSignature({ sats, secret, c, keyset }: Input): boolean {
  const key = keyset.keys.get(sats);
  return key !== undefined && isSignature(key, oldHashToCurve(Buffer.from(secret)), c);
}

function worth(all: readonly { readonly sats: number }[]): number {
  return all.reduce((sum, { sats }) => sum + sats, 0);
}

function found<T>(quote: T | undefined): T {
  if (quote === undefined) throw new MintError(MINT_ERROR.quote);
  return quote;
}

/** Return an unguessable id, which is the proof for collecting the ecash (NUT-04). */
function randomId(): string {
  return randomBytes(24).toString('hex');
}

function digestOf(parts: readonly string[]): string {
  return sha256Hex(JSON.stringify(parts));
}

function inputText({ sats, secret, c }: Input): string {
  return `input ${sats} ${c.toHex(true)} ${secret}`;
}

/** Only a keyset beside the first one is named: digests of earlier requests stay valid. */
function outputText({ sats, b, keyset, isFirst }: Output): string {
  return `output ${sats} ${b}${isFirst ? '' : ` ${keyset.id}`}`;
}
