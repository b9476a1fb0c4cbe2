import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import {
  type CashuToken,
  type Proof,
  type TokenEntry,
  worthOf,
} from '../../../events/money/ecash/cashu.ts';
import {
  balancesOf,
  EMPTY_PURSE,
  type EcashJob,
  isTakenBack,
  type Purse,
  receiverOf,
  shownJobs,
} from '../../../events/money/ecash/ecash-log.ts';
import type { Lock } from '../../../events/money/ecash/p2pk.ts';
import { foreignLock } from '../../../events/money/ecash/token-lock.ts';
import type { PaymentWant } from '../../../events/money/payments/payment.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';
import type { Checked, Spendable } from '../../../machines/money/ecash/ecash-check.machine.ts';
import type { EcashActor } from '../../../machines/money/ecash/ecash.machine.ts';
import type { EcashOrder } from '../../../machines/money/ecash/ecash-protocol.ts';
import { useFeature, useOpened } from '../../account/use-features.ts';
import { clipLine } from '../../../events/core/text.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useAccountActor, useFacts } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { useAnswered, useSilentMints } from './use-mint-answers.ts';
import { hostOf, mintName } from './mint-host.ts';
import { useActivePayer } from '../wallets/use-wallets.ts';
import { keyOfProofs, type TokenState, tokenStateOf } from './token-state.ts';
import { isOfSats, isPlay } from './ecash-input.ts';

export type EcashHandle = EcashActor;

/** Open the current user's ecash. `undefined` until loaded, and for accounts without ecash. */
export function useEcash(): EcashHandle | undefined {
  return useOpened('ecash');
}

/**
 * Return the mints with ecash to pay with, the largest first. The chosen payer is included even if
 * it is empty. Opens ecash only if there may be some.
 */
export function useEcashPayers(): readonly MintBalance[] {
  const { payer, hasEcash } = useActivePayer();
  const { mints } = useBalances();
  const chosen = payer.by === 'ecash' ? payer.mint : undefined;
  useOpened('ecash', hasEcash || chosen !== undefined);
  return useMemo(() => {
    const held = mints.filter(({ mint, sats }) => sats > 0 || mint === chosen);
    const isThere = chosen === undefined || held.some(({ mint }) => mint === chosen);
    return isThere
      ? held
      : [
          ...held,
          {
            mint: chosen,
            host: hostOf(chosen),
            sats: 0,
            isPlay: isPlay(chosen),
            isSilent: false,
            hasAnswered: false,
          },
        ];
  }, [mints, chosen]);
}

/** Return the account's ecash, which is empty until it is open. */
export function usePurse(): Purse {
  return useSelector(useFeature('ecash'), (snapshot) => snapshot?.context.purse ?? EMPTY_PURSE);
}

/** Return whether ecash is loading, whether it is available, and whether storing failed. */
export function useEcashState(ecash: EcashHandle | undefined) {
  return useSelector(
    ecash,
    (snapshot) => ({
      isOpen: snapshot?.hasTag('open') ?? false,
      isBroken: snapshot?.hasTag('broken') ?? false,
      isUnkept: snapshot?.context.isUnkept ?? false,
      failure: snapshot?.context.failure,
    }),
    shallowEqual,
  );
}

export interface MintBalance {
  readonly mint: string;
  /** The mint, without its scheme if that names no other one. */
  readonly host: string;
  readonly sats: number;
  /** True for the page's own service, whose sats are play money. */
  readonly isPlay: boolean;
  /** True if a request to it is unanswered. */
  readonly isSilent: boolean;
  /** True if it is known to have answered on this device. */
  readonly hasAnswered: boolean;
}

/** Return balances by mint, the largest first, and the sums of real and of play sats. */
export function useBalances() {
  const purse = usePurse();
  const silent = useSilentMints();
  const answered = useAnswered(purse);
  return useMemo(() => {
    const balances = balancesOf(purse);
    const mints = [...balances].map(
      ([mint, sats]): MintBalance => ({
        mint,
        host: mintName(mint, balances.keys()),
        sats,
        isPlay: isPlay(mint),
        isSilent: silent.includes(mint),
        hasAnswered: sats > 0 || answered.has(mint),
      }),
    );
    const sum = (play: boolean): number =>
      mints.reduce((all, one) => all + (one.isPlay === play ? one.sats : 0), 0);
    return {
      // the first one is chosen for a new sum
      mints: mints.toSorted(
        (a, b) => b.sats - a.sats || Number(b.hasAnswered) - Number(a.hasAnswered),
      ),
      sats: sum(false),
      playSats: sum(true),
    };
  }, [purse, silent, answered]);
}

/** Return the jobs, the latest first. */
export function useEcashJobs(): readonly EcashJob[] {
  const purse = usePurse();
  return useMemo(() => shownJobs(purse), [purse]);
}

/** True if the account itself took back the token of this job. */
export function useIsTakenBack(job: string): boolean {
  return isTakenBack(usePurse(), job);
}

/** Return one job, and whether its mint is allowed. */
export function useEcashJob(job: string | undefined) {
  const purse = usePurse();
  const record = job === undefined ? undefined : purse.jobs.get(job);
  return { record, isAllowed: record !== undefined && purse.mints.has(record.want.mint) };
}

export function useIsAllowed(): (mint: string) => boolean {
  const { mints } = usePurse();
  return (mint) => mints.has(mint);
}

/**
 * Return the mint's last answer about proofs. `undefined` if there is none, or a check is running.
 */
export function useChecked(key: string) {
  return useSelector(
    useFeature('ecash'),
    (snapshot) => ({
      found: spendableOf(snapshot?.context.checked.get(key)),
      isAsking: snapshot?.context.checked.has(key) === true && !snapshot.context.checked.get(key),
    }),
    shallowEqual,
  );
}

/** Return the result of a check. */
function spendableOf(found: Checked | undefined): Spendable | undefined {
  return found === 'proven' || found === 'unproven' ? undefined : found;
}

/** Return the recovery words of the wallet. */
export function useEcashWords(): Secret<string> | undefined {
  return usePurse().words;
}

/**
 * Return the state of a token, combined from the jobs for its parts and each mint's answer
 * (NOTE-21).
 */
export function useTokenState(token: CashuToken): TokenState {
  const purse = usePurse();
  const keys = useMemo(() => token.entries.map(({ proofs }) => keyOfProofs(proofs)), [token]);
  const found = useSelector(
    useFeature('ecash'),
    (snapshot) =>
      keys.map((key) =>
        snapshot?.context.checked.has(key)
          ? (spendableOf(snapshot.context.checked.get(key)) ?? 'asking')
          : undefined,
      ),
    shallowEqual,
  );
  return useMemo(() => {
    const known = token.entries.map(({ proofs }, at) => {
      const said = found[at];
      return {
        job: jobOf(purse, proofs),
        found: said === 'asking' ? undefined : said,
        isAsking: said === 'asking',
      };
    });
    return tokenStateOf(known);
  }, [purse, token, found]);
}

/** Return the job that has all of these proofs, or the last one that failed to redeem them. */
function jobOf(purse: Purse, proofs: readonly Proof[]): EcashJob | undefined {
  const own = receiverOf(purse, proofs);
  const names = new Set(own?.want.type === 'receive' ? own.want.proofs.map(({ C }) => C) : []);
  if (own && proofs.every(({ C }) => names.has(C))) return own;
  const key = keyOfProofs(proofs);
  return [...purse.jobs.values()].findLast(
    ({ want, reason }) => reason && want.type === 'receive' && keyOfProofs(want.proofs) === key,
  );
}

/**
 * Return the actions on ecash. Each `job` gets its id here, once, from the press that starts it.
 */
export function useEcashIntents() {
  const account = useAccountActor();
  const { ask, intended } = useAsk();
  const isAllowed = useIsAllowed();
  const send = (...orders: readonly EcashOrder[]): void => {
    for (const intent of [{ type: 'ecash.open' } as const, ...orders])
      account.send({ type: 'account.intent', intent });
  };
  const begin = (make: (job: string) => EcashOrder): string => {
    const job = crypto.randomUUID();
    send(make(job));
    return job;
  };
  const payWith = (mint: string, want: Ours<PaymentWant>): void => {
    const pay = {
      type: 'money.pay',
      intent: crypto.randomUUID(),
      want,
      by: { by: 'ecash', mint },
      now: now(),
    } as const;
    const sats = Math.ceil(want.amountMsats / 1_000);
    ask(
      { code: 'ecash', act: 'pay', mint, sats, isPlay: isPlay(mint), to: payeeOf(want) },
      intended({ type: 'money.open' }),
      intended(pay),
    );
  };
  const allow = (mint: string, ...then: readonly EcashOrder[]): void => {
    if (isAllowed(mint)) return send(...then);
    const orders = [
      { type: 'ecash.open' } as const,
      { type: 'ecash.allow', mint } as const,
      ...then,
    ];
    ask(
      { code: 'ecash', act: 'allow', mint, sats: 0, isPlay: isPlay(mint) },
      ...orders.map(intended),
    );
  };
  return {
    /** Asks the user before a mint is contacted for the first time, and then sends the command. */
    allow,
    /** The same for a mint without an order: it is only asked if it answers. */
    addMint: (mint: string) =>
      allow(mint, { type: 'ecash.check', key: mint, mint, proofs: [], act: 'prove' }),
    removeMint: (mint: string) => send({ type: 'ecash.removeMint', mint }),
    /** Asks, and then redeems a token, which also allows its mints. */
    redeem: (entries: readonly TokenEntry[]) => {
      for (const { mint, proofs } of entries.filter(isOfSats)) {
        const order: EcashOrder = {
          type: 'ecash.receive',
          job: crypto.randomUUID(),
          mint,
          proofs,
          now: now(),
        };
        const orders = [
          { type: 'ecash.open' } as const,
          { type: 'ecash.allow', mint } as const,
          order,
        ];
        ask(
          { code: 'ecash', act: 'redeem', mint, sats: worthOf(proofs), isPlay: isPlay(mint) },
          ...orders.map(intended),
        );
      }
    },
    /** `lock`: the only key that can spend it. */
    send: (mint: string, amount: number, memo: string, lock: string | undefined) =>
      begin((job) => ({ type: 'ecash.send', job, mint, amount, memo, now: now(), lock })),
    mint: (mint: string, amount: number) =>
      begin((job) => ({ type: 'ecash.mint', job, mint, amount, now: now() })),
    /** Like any payment: within the budgets, and each invoice once (E-39). */
    pay: (mint: string, invoice: string, amount: number) =>
      payWith(
        mint,
        pressed({
          type: 'invoice',
          invoice,
          amountMsats: readInvoice(invoice)?.amountMsats ?? amount * 1_000,
        }),
      ),
    cashOut: (mint: string, address: string, amount: number) =>
      payWith(
        mint,
        pressed({ type: 'address', address, amountMsats: amount * 1_000, message: '' }),
      ),
    takeBack: (of: string) => begin((job) => ({ type: 'ecash.takeBack', job, of, now: now() })),
    check: (key: string, mint: string, proofs: readonly Proof[]): EcashOrder => ({
      type: 'ecash.check',
      key,
      mint,
      proofs,
    }),
    /** Checks a token with each of its mints that the user allows. */
    checkToken: ({ entries }: CashuToken) => {
      for (const [mint, parts] of Map.groupBy(entries, (entry) => entry.mint))
        allow(
          mint,
          ...parts.map(
            ({ proofs }): EcashOrder => ({
              type: 'ecash.check',
              key: keyOfProofs(proofs),
              mint,
              proofs,
            }),
          ),
        );
    },
    restore: (mint: string, words: string) =>
      begin((job) => ({
        type: 'ecash.restore',
        job,
        mint,
        words: words === '' ? undefined : secretOf(words),
        now: now(),
      })),
    /** Asks first, because the invoice may be paid already. */
    cancelOrder: ({ job, want }: EcashJob) =>
      ask(
        {
          code: 'ecash',
          act: 'cancel',
          mint: want.mint,
          sats: want.type === 'mint' ? want.amount : 0,
          isPlay: isPlay(want.mint),
        },
        intended({ type: 'ecash.open' }),
        intended({ type: 'ecash.dismiss', job }),
      ),
    dismiss: (job: string) => send({ type: 'ecash.dismiss', job }),
    again: (job: string) => send({ type: 'ecash.retry', job }),
  };
}

/**
 * Return the recipient of a payment for display: its address, or the description and the ends of
 * its invoice.
 */
function payeeOf(want: PaymentWant): string {
  if (want.type !== 'invoice') return 'address' in want ? want.address : '';
  const text = `${want.invoice.slice(0, 14)}…${want.invoice.slice(-8)}`;
  const description = readInvoice(want.invoice)?.description ?? '';
  // Remove direction overrides, which would affect the surrounding text.
  const line = clipLine(description.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ''), 80);
  return line === '' ? text : `${line} (${text})`;
}

/**
 * For each part of a token, return the lock that this wallet's keys cannot open. `undefined` if
 * there is none (NUT-11).
 */
export function useForeignLocks({ entries }: CashuToken): readonly (Lock | undefined)[] {
  const { keys } = usePurse();
  return useMemo(
    () => entries.map(({ proofs }) => foreignLock(proofs, keys.keys(), now())),
    [entries, keys],
  );
}

/** Return the current user's lightning address. Empty if there is none. */
export function useOwnAddress(): string {
  const me = useAccount()?.pubkey ?? '';
  return useFacts((facts) => getRow(facts.profiles, me)?.lud16 ?? '');
}
