import { getEncodedToken, type Proof, sumProofs, Wallet } from '@cashu/cashu-ts';
import { createHash, pbkdf2Sync } from 'node:crypto';
import { payInvoice } from './peer-wallet.ts';

/** An ecash wallet of another user, by another implementation. */
export interface PeerEcash {
  /** Creates a token of that many sats, with a memo. */
  readonly token: (sats: number, memo?: string) => Promise<string>;
  /** Redeems a token, and returns its sats. */
  readonly take: (token: string) => Promise<number>;
}

/** A wallet at a mint of a service, filled with sats by an account of its play money. */
export async function peerEcash(mint: string, payer: string, sats: number): Promise<PeerEcash> {
  const wallet = await walletOf(mint, createHash('sha512').update(`peer of ${mint}`).digest());
  const quote = await wallet.createMintQuoteBolt11(sats);
  await payInvoice(payer, quote.request);
  let proofs: readonly Proof[] = await wallet.mintProofsBolt11(sats, quote);
  return {
    token: async (amount, memo = '') => {
      const { keep, send } = await wallet.send(amount, [...proofs]);
      proofs = keep;
      return getEncodedToken({ mint, proofs: send, unit: 'sat', memo });
    },
    take: async (token) => {
      const taken = await wallet.receive(token);
      proofs = [...proofs, ...taken];
      return satsOf(taken);
    },
  };
}

/**
 * All proofs that a mint ever signed for a wallet's seed words (NUT-09, NUT-13), and the spendable
 * balance in sats.
 */
export async function restored(
  mint: string,
  words: string,
): Promise<{ readonly secrets: readonly string[]; readonly sats: number }> {
  // as in BIP-39
  const wallet = await walletOf(mint, pbkdf2Sync(words, 'mnemonic', 2_048, 64, 'sha512'));
  const { proofs } = await wallet.batchRestore(50, 100);
  const states = await wallet.checkProofsStates(proofs);
  return {
    secrets: proofs.map(({ secret }) => secret),
    sats: satsOf(proofs.filter((_, at) => states[at]?.state === 'UNSPENT')),
  };
}

async function walletOf(mint: string, seed: Buffer): Promise<Wallet> {
  const wallet = new Wallet(mint, {
    unit: 'sat',
    bip39seed: Uint8Array.from(seed),
    requireSigDleq: true,
  });
  await wallet.loadMint();
  return wallet;
}

function satsOf(proofs: readonly Proof[]): number {
  return sumProofs([...proofs]).toNumber();
}
