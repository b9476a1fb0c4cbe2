import { KIND } from '../../../events/nostr/kinds.ts';
import { lettersOf } from './stand-ins.ts';

/**
 * Return the verified seals of private messages as a file has them: the length of each encrypted
 * text, and `null` for a forged one. Without their number a replay would request fewer prompts of
 * the signer, and all later answers would miss theirs. The senders never leave. `undefined` if the
 * value is no such function.
 */
export function shownSeals(value: unknown): ReadonlyArray<number | null> | undefined {
  if (typeof value !== 'function') return undefined;
  const seals: unknown = Reflect.apply(value, undefined, []);
  if (!Array.isArray(seals)) return undefined;
  return seals.map((seal: unknown) => lengthOf(seal) ?? null);
}

function lengthOf(seal: unknown): number | undefined {
  const isSeal = typeof seal === 'object' && seal !== null && 'content' in seal;
  return isSeal && typeof seal.content === 'string' ? seal.content.length : undefined;
}

/** The made-up sender of all seals in a replay. Their texts are stand-ins, so none is opened. */
const SENDER = '0'.repeat(64);

/** Return made-up seals of these lengths. No two are equal, because equal prompts are shared. */
export function sealStandIns(lengths: readonly unknown[]): () => readonly unknown[] {
  const seals = lengths.map((length, at) =>
    typeof length === 'number' ? sealStandIn(length, at) : undefined,
  );
  return () => seals;
}

function sealStandIn(length: number, at: number): unknown {
  // the form of an encrypted text (NIP-44)
  const content = `A${lettersOf(at)}`.padEnd(length, 'A');
  const [id, sig] = [SENDER, SENDER.repeat(2)];
  return { id, pubkey: SENDER, created_at: 0, kind: KIND.Seal, tags: [], content, sig };
}
