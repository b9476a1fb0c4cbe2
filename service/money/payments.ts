import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOf, hexOf } from '../../src/events/core/hex.ts';
import { inSeconds, plus, type Seconds } from '../../src/events/core/time.ts';
import { sha256Hex } from '../hash.ts';
import type { PlayInvoice, PlayPayment, PlayWish } from '../store/money/play-money.ts';
import type { Store } from '../store/store.ts';
import { ignoreDiskFull } from '../errors.ts';
import type { EventVerifier } from '../verify.ts';
import { encodeInvoice } from '../../src/events/nostr/write-invoice.ts';
import { derived, type MoneyKeys } from './money-keys.ts';
import { receiptOf } from './zap-receipt.ts';

/** A requested invoice. */
export interface WantedInvoice {
  /** The payee's account: a public key, or a name such as `mint`. */
  readonly payee: string;
  readonly msats: number;
  /** The description. */
  readonly text: string;
  /** SHA-256 (hex) of the text that the invoice commits to instead (LUD-06, NIP-57). */
  readonly textHash?: string | undefined;
  /** The original text of the zap request, if a receipt is to be published. */
  readonly request?: string | undefined;
  readonly expiry: Seconds;
  /** Idempotency key: the same one returns the same invoice. */
  readonly ref?: string | undefined;
}

/** Play money: invoices of the service's own ledger, and payments between its accounts. */
export interface Money {
  /** Public key that signs zap receipts. */
  readonly provider: string;
  /** Public key of the node that signs invoices, compressed. */
  readonly node: string;
  invoice(wanted: WantedInvoice): Promise<PlayInvoice>;
  /** Pay once for each `ref`. The zap receipt is published before it resolves. */
  pay(wish: PlayWish): Promise<PlayPayment>;
  /**
   * Publish the zap receipt of a payment that the store made with another change, and notify
   * listeners.
   */
  announce(payment: PlayPayment): Promise<void>;
  /**
   * Call the listener once for each payment, after it is in the ledger. Returns the function that
   * removes it.
   */
  onPaid(listener: (paid: PlayInvoice) => void): () => void;
}

/** The largest amount of one invoice, in msats: 10 million sats. */
export const MOST_MSATS = 10_000_000_000;

const LONGEST_INVOICE = 4_000;

/** Open the money of a store, and publish receipts that an earlier run did not publish. */
export async function openMoney(
  store: Store,
  keys: MoneyKeys,
  gate: EventVerifier,
): Promise<Money> {
  const listeners = new Set<(paid: PlayInvoice) => void>();
  const node = derived(keys.root, 'node');
  let nodeName: string | undefined;
  const publish = async (paid: PlayInvoice): Promise<void> => {
    const receipt = receiptOf(paid, keys.provider.secret, gate);
    if (!receipt) return;
    await store.insert([receipt]);
    await store.notePlayReceipt(paid.hash, receipt.id);
  };
  for (const paid of await store.playReceiptsDue()) await ignoreDiskFull(publish(paid));
  const announce = async (payment: PlayPayment): Promise<void> => {
    if ('refused' in payment || !payment.isNew) return;
    // The payment is final. A receipt that could not be stored is published at the next start.
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
      const terms = {
        msats,
        at: inSeconds(createdAt),
        expiry: inSeconds(expiry),
        paymentHash: hash,
        memo,
      };
      const bolt11 = encodeInvoice(
        { ...terms, paymentSecret: derived(keys.root, `secret ${hash}`) },
        node,
      );
      const made = {
        hash,
        preimage,
        bolt11,
        payee,
        msats,
        text,
        textHash,
        request,
        createdAt,
        expiresAt: plus(createdAt, expiry),
      };
      return store.keepPlayInvoice(made, ref ?? hash);
    },
    async pay(wish) {
      // A longer text is no invoice of this ledger, and not worth a row.
      if (wish.bolt11.length > LONGEST_INVOICE) return { refused: 'unknown', invoice: undefined };
      const payment = await store.payPlayInvoice({
        ...wish,
        bolt11: wish.bolt11.trim().toLowerCase(),
      });
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
