import { fromCallback, fromPromise } from 'xstate';
import { seconds } from '../../../src/events/core/time.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { Proof } from '../../../src/events/money/ecash/cashu.ts';
import type { EcashLogEntry } from '../../../src/events/money/ecash/ecash-log-entry.ts';
import { EMPTY_PURSE } from '../../../src/events/money/ecash/ecash-log.ts';
import { foldEcash } from '../../../src/events/money/ecash/fold-ecash.ts';
import { admitsEcash } from '../../../src/events/money/ecash/ecash-admission.ts';
import { ecashCheckMachine } from '../../../src/machines/money/ecash/ecash-check.machine.ts';
import { ecashMachine } from '../../../src/machines/money/ecash/ecash.machine.ts';
import type {
  EcashStoreCommand,
  MintAnswer,
  MintAsk,
} from '../../../src/machines/money/ecash/ecash-protocol.ts';

/**
 * A wallet with its log in memory, and mints that report the secrets in `spent` as spent. Unnamed
 * mints do not answer. `signing`: mints that confirm the signatures of proofs if `isTrue` accepts
 * each of them.
 */
export function fakeEcashWallet(
  lines: readonly EcashLogEntry[],
  spent: Readonly<Record<string, readonly string[]>> = {},
  signing: readonly string[] = [],
  isTrue: (proof: Proof) => boolean = () => true,
) {
  const asked: string[] = [];
  const log = fromCallback<EcashStoreCommand, { account: string }>(({ sendBack, receive }) => {
    let purse = foldEcash(EMPTY_PURSE, [{ type: 'seeded', words: secretOf('words') }, ...lines]);
    sendBack({
      type: 'ecashLog.opened',
      lines: [{ type: 'seeded', words: secretOf('words') }, ...lines],
    });
    receive((command) => {
      if (command.type !== 'ecashLog.append') return;
      const taken = command.lines.filter((line) => admitsEcash(purse, line));
      purse = foldEcash(purse, taken);
      sendBack({ type: 'ecashLog.appended', lines: taken });
    });
  });
  const mint = fromPromise<MintAnswer, MintAsk>(({ input: { mint: url, act: asks } }) => {
    asked.push(url);
    if (asks.do === 'prove' && (asks.proofs.length > 0 || signing.includes(url)))
      return Promise.resolve({
        is: 'proven',
        all: signing.includes(url) && asks.proofs.every(isTrue),
      });
    const known = spent[url];
    if (!known || asks.do !== 'check') return Promise.reject(new Error('silent'));
    return Promise.resolve({
      is: 'checked',
      spent: asks.proofs.map(({ secret }) => known.includes(secret.reveal() ?? '')),
    });
  });
  return {
    asked,
    ecash: ecashMachine.provide({
      actors: { log, check: ecashCheckMachine.provide({ actors: { mint } }) },
    }),
  };
}

/** Return the wallet log of a mint that issued that amount. */
export function ecashIssued(
  mint: string,
  amount: number,
  counter: number,
): readonly EcashLogEntry[] {
  const kept = {
    id: '009a1f293253e41e',
    amount,
    secret: secretOf(`secret of ${mint}`),
    C: `02${mint.length}`.padEnd(66, '0'),
  };
  const prepared = {
    api: 'v1',
    inputs: [],
    outputs: { keyset: kept.id, counter, amounts: [amount] },
    given: 0,
    fee: 0,
  } as const;
  return [
    { type: 'allowed', mint },
    { type: 'wanted', job: `from ${mint}`, at: seconds(1), want: { type: 'mint', mint, amount } },
    {
      type: 'prepared',
      job: `from ${mint}`,
      prepared: { ...prepared, quote: 'q', invoice: 'lnbc1' },
    },
    { type: 'settled', job: `from ${mint}`, settled: { kept: [kept], given: [] } },
  ];
}
