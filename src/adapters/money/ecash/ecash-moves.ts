import type { OutputData, SerializedBlindedSignature } from '@cashu/cashu-ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { EcashWant, Prepared, Settled } from '../../../events/money/ecash/ecash-log-entry.ts';
import { inSeconds } from '../../../events/core/time.ts';
import type { MintAct, MintAnswer } from '../../../machines/money/ecash/ecash-protocol.ts';
import type { Asked } from './ecash-mint.ts';
import { unlocked } from './ecash-locks.ts';
import { lockedOutputs, proofsOf } from './ecash-outputs.ts';
import { nextUnused } from './ecash-restore.ts';
import { MintSaid, MintSilent } from './mint-http.ts';
import type { Melted, MintClient, MintKeys } from './mint-client.ts';

type MoveAct = Extract<MintAct, { do: 'send' | 'look' }>;

interface Moving extends Asked {
  readonly want: EcashWant;
  readonly prepared: Prepared;
  readonly outputs: readonly OutputData[];
}

const WAITING: MintAnswer = { is: 'waiting', reason: undefined };
/** Seconds after its end for which an invoice may still turn out to be paid. */
const GRACE = 600;
/** Error codes of NUT-00: the mint has signed such an output before. */
const OUTPUTS_KNOWN: ReadonlySet<number> = new Set([10_002, 11_003, 11_004]);

/**
 * Sends the prepared request to the mint, and reads the result. A refusal is checked first: the
 * mint may have accepted an earlier try.
 */
export async function sendPrepared(asked: Asked, act: MoveAct): Promise<MintAnswer> {
  const moving = movingOf(asked, act);
  try {
    return await moved(moving);
  } catch (error) {
    if (error instanceof MintSaid) return judged(moving, error);
    if (error instanceof MintSilent) return { is: 'waiting', reason: error.reason };
    throw error;
  }
}

/**
 * Determines the state of a prepared request from the mint's quote, inputs and outputs (E-42,
 * E-48).
 */
export async function lookAt(asked: Asked, act: MoveAct): Promise<MintAnswer> {
  const moving = movingOf(asked, act);
  const { want } = act;
  if (want.type === 'mint') return lookAtMint(moving);
  return want.type === 'melt' ? lookAtMelt(moving) : lookAtSwap(moving);
}

function movingOf(asked: Asked, { want, prepared }: MoveAct): Moving {
  const lock = want.type === 'send' ? want.lock : undefined;
  return {
    ...asked,
    want,
    prepared,
    outputs: lockedOutputs(asked.derive, prepared.outputs, prepared.given, lock),
  };
}

async function moved(moving: Moving): Promise<MintAnswer> {
  const { line, want, prepared, outputs, keys, now } = moving;
  const inputs = unlocked({ inputs: prepared.inputs, outputs, quote: prepared.quote }, keys, now());
  if (want.type === 'melt') {
    const { quote = '', invoice = '' } = prepared;
    return meltedAs(moving, await line.melt({ quote, invoice, inputs, outputs }));
  }
  const signatures =
    want.type === 'mint'
      ? await line.mint(prepared.quote ?? '', outputs)
      : await line.swap(inputs, outputs);
  return signedAs(moving, outputs, signatures);
}

async function judged(moving: Moving, { reason, code }: MintSaid): Promise<MintAnswer> {
  const found = await lookAt(moving, { do: 'look', want: moving.want, prepared: moving.prepared });
  if (found.is !== 'untouched') return found;
  const isUsed = code !== undefined && OUTPUTS_KNOWN.has(code);
  if (moving.want.type !== 'mint') return isUsed ? { is: 'used' } : { is: 'refused', reason };
  if (isUsed) return preparedAnew(moving);
  // an unpaid invoice may still be paid, and a paid one is never given up
  return isOver(moving) ? { is: 'refused', reason: { code: 'expired' } } : WAITING;
}

/** Another device with the same words has used these secrets. The paid invoice keeps its quote. */
async function preparedAnew(moving: Moving): Promise<MintAnswer> {
  const { prepared } = moving;
  const { keyset, counter } = prepared.outputs;
  const next = await nextUnused(moving, keyset, counter);
  return {
    is: 'prepared',
    prepared: { ...prepared, outputs: { ...prepared.outputs, counter: next } },
  };
}

async function lookAtMint(moving: Moving): Promise<MintAnswer> {
  const { line, prepared, outputs } = moving;
  const state = await line.mintState(prepared.quote ?? '').catch((error: unknown) => {
    // mints delete quotes that were not paid in time
    if (error instanceof MintSaid && isOver(moving)) return 'unpaid' as const;
    throw error;
  });
  if (state === 'paid') return { is: 'untouched' };
  const signed = state === 'unpaid' ? [] : await line.restore(outputs);
  if (signed.length === outputs.length)
    return signedAs(
      moving,
      outputs,
      signed.map(({ signature }) => signature),
    );
  if (signed.length > 0 || state === 'issued')
    return { is: 'waiting', reason: { code: 'badResponse' } };
  // an old mint reveals the state only when the ecash is requested
  if (state === undefined) return { is: 'untouched' };
  return isOver(moving) ? { is: 'refused', reason: { code: 'expired' } } : WAITING;
}

function isOver({ prepared, now }: Moving): boolean {
  return prepared.until !== undefined && inSeconds(now()) > inSeconds(prepared.until) + GRACE;
}

async function lookAtMelt(moving: Moving): Promise<MintAnswer> {
  const { line, prepared, outputs } = moving;
  const told = await line.meltState(prepared.quote ?? '');
  if (told.is === 'pending') return WAITING;
  const states = await line.states(prepared.inputs);
  // unpaid with spent inputs: another device has spent them, or the mint was wrong about the quote
  const isOdd = told.is === 'unpaid' && states.includes('spent');
  const melted = isOdd ? await line.meltState(prepared.quote ?? '') : told;
  const isTaken = melted.is !== 'unpaid' && states.every((state) => state === 'spent');
  if (melted.is === 'paid' || isTaken) {
    const change =
      melted.change.length > 0
        ? melted.change
        : (await line.restore(outputs)).map(({ signature }) => signature);
    return meltedAs(moving, { ...melted, is: 'paid', change });
  }
  if (states.includes('pending')) return WAITING;
  return states.includes('spent') ? goneOf(prepared.inputs, states) : { is: 'untouched' };
}

async function lookAtSwap(moving: Moving): Promise<MintAnswer> {
  const { line, prepared, outputs } = moving;
  const states = await line.states(prepared.inputs);
  if (states.includes('pending')) return WAITING;
  if (!states.includes('spent')) return { is: 'untouched' };
  const signed = await line.restore(outputs);
  // A swap signs all outputs or none. Otherwise another device with the same words used these
  // secrets.
  const isOurs =
    signed.length === outputs.length &&
    signed.every(({ output, signature }) => output.blindedMessage.amount.equals(signature.amount));
  if (!isOurs) return goneOf(prepared.inputs, states);
  return signedAs(
    moving,
    outputs,
    signed.map(({ signature }) => signature),
  );
}

/** The inputs were spent, and not by this request: by another holder. */
function goneOf(inputs: readonly Proof[], states: readonly string[]): MintAnswer {
  return {
    is: 'refused',
    reason: { code: 'spent' },
    gone: inputs.flatMap(({ C }, at) => (states[at] === 'spent' ? [C] : [])),
  };
}

/** Proofs in one request about their state. Mints limit its size. */
const MAX_CHECKED = 200;

/**
 * Own inputs were spent elsewhere, so other proofs may be, too: the mint is asked about all `free`
 * ones. If it does not answer, only the inputs are known to be gone.
 */
export async function withGone(
  line: MintClient,
  answer: MintAnswer,
  free: readonly Proof[] = [],
): Promise<MintAnswer> {
  if (answer.is !== 'refused' || !answer.gone) return answer;
  const gone = [...answer.gone];
  try {
    for (let at = 0; at < free.length; at += MAX_CHECKED) {
      const some = free.slice(at, at + MAX_CHECKED);
      const states = await line.states(some);
      gone.push(...some.flatMap(({ C }, nth) => (states[nth] === 'spent' ? [C] : [])));
    }
  } catch (error) {
    if (!(error instanceof MintSaid || error instanceof MintSilent)) throw error;
  }
  return { ...answer, gone: [...new Set(gone)] };
}

async function signedAs(
  moving: Moving,
  outputs: readonly OutputData[],
  signatures: readonly SerializedBlindedSignature[],
): Promise<MintAnswer> {
  const proofs = proofsOf(outputs, signatures, await keysetOf(moving));
  const { given } = moving.prepared;
  return settledAs({ given: proofs.slice(0, given), kept: proofs.slice(given) });
}

/**
 * A failed payment is over once the proofs are found unspent. Any other response is checked first.
 */
async function meltedAs(moving: Moving, { is, preimage, change }: Melted): Promise<MintAnswer> {
  const { line, prepared, outputs } = moving;
  if (is === 'paid') {
    const kept = change.length === 0 ? [] : proofsOf(outputs, change, await keysetOf(moving));
    return settledAs({ kept, given: [], preimage });
  }
  if (is !== 'failed') return WAITING;
  const states = await line.states(prepared.inputs);
  return states.every((state) => state === 'unspent')
    ? { is: 'refused', reason: { code: 'notPaid' } }
    : WAITING;
}

async function keysetOf({
  line,
  prepared,
}: Moving): Promise<{ readonly id: string; readonly keys: MintKeys }> {
  const { keyset: id } = prepared.outputs;
  const keyset = (await line.keysets()).find((one) => one.id === id);
  if (!keyset) throw new MintSilent({ code: 'keyset' });
  return { id, keys: await line.keys(keyset) };
}

function settledAs(settled: Settled): MintAnswer {
  return { is: 'settled', settled };
}
