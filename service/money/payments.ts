import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOf, hexOf } from '../../src/events/core/hex.ts';
import { inSeconds, plus, type Seconds } from '../../src/events/core/time.ts';
import { sha256Hex } from '../hash.ts';
import type { PlayInvoice, PlayPayment, PlayWish } from '../store/money/play-money.ts';
import type { Store } from '../store/store.ts';
import { ifRoom } from '../errors.ts';
import type { Gate } from '../verify.ts';
import { encodeInvoice } from './bolt11.ts';
import { derived, type MoneyKeys } from './money-keys.ts';
import { receiptOf } from './zap-receipt.ts';

/** An invoice that somebody asks for. */
export interface WantedInvoice {
  /** The account that it pays: a public key, or a name such as `mint`. */
  readonly payee: string;
  readonly msats: number;
  /** What it is for, in words. */
  readonly text: string;
  /** SHA-256 in hex of what it commits to instead (LUD-06, NIP-57). */
  readonly textHash?: string | undefined;
  /** The zap request as it was sent, whose receipt is to be published. */
  readonly request?: string | undefined;
  readonly expiry: Seconds;
  /** Of a wish that may be repeated: the same one is given the same invoice. */
  readonly ref?: string | undefined;
}

/** Play money: invoices of the service's own ledger, and payments from one of its accounts to another. */
export interface Money {
  /** Public key that signs zap receipts. */
  readonly provider: string;
  /** Public key of the node that signs invoices, compressed. */
  readonly node: string;
  invoice(wanted: WantedInvoice): Promise<PlayInvoice>;
  /** Pays, once for each `ref`; also the zap receipt is published when this is answered. */
  pay(wish: PlayWish): Promise<PlayPayment>;
  /** Publishes the zap receipt of a payment that the store made together with something else, and tells of it. */
  announce(payment: PlayPayment): Promise<void>;
  /** Told of each payment once, after it stands in the ledger. Gives the way to stop. */
  onPaid(listener: (paid: PlayInvoice) => void): () => void;
}

/** The largest amount of one invoice, in msats: 10 million sats. */
export const MOST_MSATS = 10_000_000_000;

const LONGEST_INVOICE = 4_000;

/** Opens the money of a store, and publishes the receipts that an earlier run was not given the time for. */
export async function openMoney(store: Store, keys: MoneyKeys, gate: Gate): Promise<Money> {
  const listeners = new Set<(paid: PlayInvoice) => void>();
  const node = derived(keys.root, 'node');
  let nodeName: string | undefined;
  const publish = async (paid: PlayInvoice): Promise<void> => {
    const receipt = receiptOf(paid, keys.provider.secret, gate);
    if (!receipt) return;
    await store.insert([receipt]);
    await store.notePlayReceipt(paid.hash, receipt.id);
  };
  for (const paid of await store.playReceiptsDue()) await ifRoom(publish(paid));
  const announce = async (payment: PlayPayment): Promise<void> => {
    if ('refused' in payment || !payment.isNew) return;
    // what is paid is paid: a receipt that could not be kept is made up for at the next start
    await publish(payment.paid).catch(() => undefined);
    for (const listener of listeners) listener(payment.paid);
  };
  return {
    provider: keys.provider.pubkey,
    get node() {
      nodeName ??= hexOf(secp256k1.getPublicKey(bytesOf(node), true));
      return nodeName;
    },
    async invoice({ payee, msats, text, textHash, request, expiry, ref }) {
      const preimage = randomBytes(32).toString('hex');
      const [hash, createdAt] = [sha256Hex(bytesOf(preimage)), store.now()];
      const memo = textHash === undefined ? { text } : { hash: textHash };
      const terms = { msats, at: inSeconds(createdAt), expiry: inSeconds(expiry), paymentHash: hash, memo };
      const bolt11 = encodeInvoice({ ...terms, paymentSecret: derived(keys.root, `secret ${hash}`) }, node);
      const made = { hash, preimage, bolt11, payee, msats, text, textHash, request, createdAt, expiresAt: plus(createdAt, expiry) };
      return store.keepPlayInvoice(made, ref ?? hash);
    },
    async pay(wish) {
      // what is so long is no invoice of this ledger, and not worth a row
      if (wish.bolt11.length > LONGEST_INVOICE) return { refused: 'unknown', invoice: undefined };
      const payment = await store.payPlayInvoice({ ...wish, bolt11: wish.bolt11.trim().toLowerCase() });
      await announce(payment);
      return payment;
    },
    announce,
    onPaid(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
