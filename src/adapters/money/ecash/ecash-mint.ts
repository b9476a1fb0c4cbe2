import type { PromiseActorLogic } from 'xstate';
import { safeMediaUrl } from '../../../events/core/url.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { MintAct, MintAnswer, MintAsk } from '../../../machines/money/ecash/ecash-protocol.ts';
import type { Web } from '../../connection/http.ts';
import { areProven } from './ecash-locks.ts';
import { lookAt, sendPrepared, withGone } from './ecash-moves.ts';
import { type DeriveOutputs, outputsFrom } from './ecash-outputs.ts';
import { prepare, withoutMint } from './ecash-prepare.ts';
import { restoreAll } from './ecash-restore.ts';
import { mintCall, MintSaid, MintSilent } from './mint-http.ts';
import type { MintClient } from './mint-client.ts';
import { mintV0 } from './mint-v0.ts';
import { mintV1 } from './mint-v1.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

export interface EcashMintDeps {
  readonly fetch: typeof fetch;
  readonly now: () => Seconds;
  /** `outputsFrom`, or a cache of it in tests: derivation takes milliseconds an output. */
  readonly outputsFrom?: typeof outputsFrom;
}

/** A mint, and outputs that derive from the wallet's words. */
export interface Asked {
  readonly line: MintClient;
  readonly mint: string;
  readonly home: string;
  readonly derive: DeriveOutputs;
  readonly keys: MintAsk['keys'];
  readonly now: () => Seconds;
}

/** Sends the wallet's requests to mints (ECASH-01, 02), with either interface. */
export function ecashMint(deps: EcashMintDeps): PromiseActorLogic<MintAnswer, MintAsk> {
  const apis = new Map<string, 'v1' | 'v0'>();
  return promiseAdapter<MintAnswer, MintAsk>(
    async ({ input: { mint, home, words, keys, act }, signal }) => {
      const offline = withoutMint(act);
      if (offline) return offline;
      if (safeMediaUrl(mint, home) === undefined)
        return { is: 'refused', reason: { code: 'address' } };
      try {
        const line = await lineOf({ fetch: deps.fetch, home }, mint, signal, apis);
        if (act.do === 'check' || act.do === 'prove') return await checked(line, act);
        const text = words?.reveal();
        // ECASH-03: each error code in the place where the documents have it
        if (text === undefined)
          return { is: 'refused', reason: { code: act.do === 'restore' ? 'noWords' : 'noSeed' } };
        const derive = (deps.outputsFrom ?? outputsFrom)(text);
        if (!derive) return { is: 'refused', reason: { code: 'invalidWords' } };
        const asked = { line, mint, home, derive, keys, now: deps.now };
        if (act.do === 'prepare') return await prepare(asked, act);
        if (act.do === 'restore') return await restoreAll(asked, act.known);
        const answer =
          act.do === 'send' ? await sendPrepared(asked, act) : await lookAt(asked, act);
        return await withGone(line, answer, act.free);
      } catch (error) {
        return failed(error, act.do);
      }
    },
  );
}

type CheckAct = Extract<MintAct, { do: 'check' | 'prove' }>;

/**
 * Before anything has moved, a refusal of the mint is final. After that only verified states count.
 */
function failed(error: unknown, act: MintAsk['act']['do']): MintAnswer {
  const isSafe = act === 'prepare' || act === 'restore';
  if (error instanceof MintSaid)
    return isSafe
      ? { is: 'refused', reason: error.reason }
      : { is: 'waiting', reason: error.reason };
  const reason: EcashReason = error instanceof MintSilent ? error.reason : { code: 'badResponse' };
  return { is: 'waiting', reason };
}

async function checked(line: MintClient, { do: what, proofs }: CheckAct): Promise<MintAnswer> {
  if (what === 'prove')
    return { is: 'proven', all: await areProven(line, await line.keysets(), proofs, true) };
  const states = await line.states(proofs);
  return { is: 'checked', spent: states.map((state) => state === 'spent') };
}

/** Today's interface if the mint has it, else the old one. Checked once a page. */
async function lineOf(
  web: Web,
  mint: string,
  signal: AbortSignal,
  apis: Map<string, 'v1' | 'v0'>,
): Promise<MintClient> {
  const call = mintCall(web, mint, signal);
  const known = apis.get(mint) ?? (await apiOf(call));
  apis.set(mint, known);
  return known === 'v1' ? mintV1(call) : mintV0(call);
}

async function apiOf(call: ReturnType<typeof mintCall>): Promise<'v1' | 'v0'> {
  try {
    await call({ path: 'v1/keysets' });
    return 'v1';
  } catch (error) {
    if (!(error instanceof MintSaid) || error.reason.code === 'address') throw error;
    await call({ path: 'info' });
    return 'v0';
  }
}
