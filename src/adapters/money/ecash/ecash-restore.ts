import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { MintAnswer } from '../../../machines/money/ecash/ecash-protocol.ts';
import type { Asked } from './ecash-mint.ts';
import { proofsOf } from './ecash-outputs.ts';
import { MintSaid } from './mint-http.ts';
import type { MintKeyset, Signed } from './mint-client.ts';

/** Number of secrets in one request, and how many empty requests end the search (NUT-13). */
const BATCH = 100;
const EMPTY = 3;
const MAX_BATCHES = 100;

/**
 * Restores unspent ecash that derives from the words at a mint (NUT-09). `known`: signatures of
 * proofs that the wallet has, or has given away.
 */
export async function restoreAll(asked: Asked, known: readonly string[]): Promise<MintAnswer> {
  const keysets = (await asked.line.keysets()).filter(({ unit }) => unit === 'sat');
  const kept: Proof[] = [];
  const counters: Record<string, number> = {};
  for (const keyset of keysets) {
    const found = await restoreKeyset(asked, keyset);
    if (found.next > 0) counters[keyset.id] = found.next;
    kept.push(...found.proofs.filter(({ C }) => !known.includes(C)));
  }
  return { is: 'settled', settled: { kept, given: [], counters } };
}

async function restoreKeyset(
  { line, derive }: Asked,
  keyset: MintKeyset,
): Promise<{ proofs: readonly Proof[]; next: number }> {
  const proofs: Proof[] = [];
  let next = 0;
  for (let batch = 0, empty = 0; empty < EMPTY && batch < MAX_BATCHES; batch++) {
    const { signed, next: found } = await signedFrom({ line, derive }, keyset.id, batch * BATCH);
    empty = signed.length === 0 ? empty + 1 : 0;
    if (signed.length === 0) continue;
    next = found;
    proofs.push(...(await unspentOf(line, keyset, signed)));
  }
  return { proofs, next };
}

/** Return the first counter from `counter` on after which the mint has signed no secret. */
export async function nextUnused(
  asked: Pick<Asked, 'line' | 'derive'>,
  keyset: string,
  counter: number,
): Promise<number> {
  let next = counter;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { signed, next: found } = await signedFrom(asked, keyset, next);
    if (signed.length === 0) break;
    next = found;
  }
  return next;
}

/**
 * Return which secrets of a batch from that counter on the mint has signed, and the counter after
 * the last of them.
 */
async function signedFrom(
  { line, derive }: Pick<Asked, 'line' | 'derive'>,
  keyset: string,
  counter: number,
): Promise<{ readonly signed: readonly Signed[]; readonly next: number }> {
  const amounts = Array.from({ length: BATCH }, () => 1);
  const outputs = derive({ keyset, counter, amounts });
  const signed = await line.restore(outputs);
  const last = outputs.findLastIndex((output) => signed.some((one) => one.output === output));
  return { signed, next: counter + last + 1 };
}

async function unspentOf(
  line: Asked['line'],
  keyset: MintKeyset,
  signed: readonly Signed[],
): Promise<readonly Proof[]> {
  const ours = signed.filter(({ signature }) => signature.id === keyset.id);
  if (ours.length < signed.length) throw new MintSaid({ code: 'keyset' }, undefined, 0);
  const keys = { id: keyset.id, keys: await line.keys(keyset) };
  const proofs = proofsOf(
    ours.map(({ output }) => output),
    ours.map(({ signature }) => signature),
    keys,
  );
  const states = await line.states(proofs);
  return proofs.filter((_, at) => states[at] !== 'spent');
}
