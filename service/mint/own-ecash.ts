import { derived } from '../money/money-keys.ts';
import type { Money } from '../money/payments.ts';
import { ISSUER } from '../store/money/play-money.ts';
import type { Store } from '../store/store.ts';
import { type CurvePoint, hashToCurve, signBlinded } from './curve.ts';
import { type Keyset, UNIT } from './keyset.ts';
import { openMints } from './open-mints.ts';

/** A piece of ecash of the mint at `<address>/mint` (NUT-00). Signature `C` in hex. */
interface OwnProof {
  readonly id: string;
  readonly amount: number;
  readonly secret: string;
  readonly C: string;
}

/** Ecash that the service gives away, paid by the account that issues all play sats. */
export interface OwnEcash {
  /**
   * Return proofs of these amounts (powers of two, in sats). The same name gives the same proofs.
   * They are worth nothing until `issue` is called with the same arguments.
   */
  sign(name: string, amounts: readonly number[]): readonly OwnProof[];
  /** Pay for the proofs and enter them in the books of the mint. A second call has no effect. */
  issue(name: string, amounts: readonly number[]): Promise<void>;
}

/** Issuing is a transaction of this service with itself, so that no quota of clients applies. */
const NO_GUARD = { objectionToKeeping: async () => undefined };
const ISSUED_BY = 'the service';

export function openOwnEcash(
  store: Store,
  money: Pick<Money, 'invoice' | 'announce' | 'pay'>,
  root: string,
): OwnEcash {
  const { today: mint } = openMints({ store, money, guard: NO_GUARD, root });
  // Wallets that know only version 00 can redeem it, too.
  const keyset = (): Keyset => {
    const found = mint.keysets().find(({ id }) => id.startsWith('00'));
    if (!found) throw new Error('the mint has no keyset of version 00');
    return found;
  };
  return {
    sign(name, amounts) {
      const { id, keys } = keyset();
      return piecesOf(root, name, amounts).map(({ amount, secret, point }) => {
        const key = keys.get(amount);
        if (!key) throw new Error(`the mint has no key for ${amount} ${UNIT}`);
        return { id, amount, secret, C: signBlinded(key, point).c };
      });
    },
    async issue(name, amounts) {
      const used = keyset();
      // The points are not blinded, because the service itself knows the secrets.
      const outputs = piecesOf(root, name, amounts).map(({ amount, point }) => ({
        sats: amount,
        written: amount,
        b: point.toHex(true),
        point,
        keyset: used,
        isFirst: used === mint.keysets()[0],
      }));
      if ((await mint.restored(outputs.map(({ b }) => b))).length > 0) return;
      const sats = amounts.reduce((sum, amount) => sum + amount, 0);
      const { id, bolt11 } = await mint.askToMint(sats, ISSUED_BY);
      await money.pay({ bolt11, payer: ISSUER, ref: `own ecash ${id}` });
      await mint.issue(id, outputs);
    },
  };
}

function piecesOf(
  root: string,
  name: string,
  amounts: readonly number[],
): readonly { readonly amount: number; readonly secret: string; readonly point: CurvePoint }[] {
  return amounts.map((amount, n) => {
    const secret = derived(root, `own ecash ${name} ${n}`);
    return { amount, secret, point: hashToCurve(Buffer.from(secret)) };
  });
}
