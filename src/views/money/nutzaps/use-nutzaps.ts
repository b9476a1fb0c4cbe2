import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Proof, worthOf } from '../../../events/money/ecash/cashu.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import { canOpen } from '../../../events/money/ecash/token-lock.ts';
import type { Nutzap } from '../../../events/money/nutzaps/nutzap.ts';
import { inSeconds } from '../../../events/core/time.ts';
import {
  infoOf,
  keptTokens,
  type NutzapState,
  nutzapState,
  type NutzapsTrouble,
  sealedEvents,
  unreadableWallet,
} from '../../../machines/money/nutzaps/nutzaps-context.ts';
import type { NutzapsActor } from '../../../machines/money/nutzaps/nutzaps.machine.ts';
import { useOpened } from '../../account/use-features.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { mintName } from '../ecash/mint-host.ts';
import { isPlay } from '../ecash/ecash-input.ts';
import { usePurse } from '../ecash/use-ecash.ts';

export interface NutzapLine {
  readonly zap: Nutzap;
  readonly state: NutzapState;
  /** Why the last attempt to redeem it failed. */
  readonly reason: EcashReason | undefined;
  readonly isPlay: boolean;
  /** True if this device has its key, so the wallet on relays need not be opened. */
  readonly isHeld: boolean;
}

/** Ecash of other programs at one mint. */
interface KeptLine {
  readonly mint: string;
  readonly host: string;
  readonly sats: number;
  readonly ids: readonly string[];
  readonly isPlay: boolean;
  readonly isHeld: boolean;
}

/** The account's ecash on relays. `undefined` until opened. */
export interface Nutzaps {
  /** True if a relay has answered completely. */
  readonly isHeard: boolean;
  /** Mints that accept its nutzaps, by address. Empty if there are none. */
  readonly mints: readonly string[];
  readonly zaps: readonly NutzapLine[];
  readonly kept: readonly KeptLine[];
  readonly sealed: number;
  readonly isOpening: boolean;
  readonly isPublishing: boolean;
  readonly trouble: NutzapsTrouble | undefined;
  /** Id of the wallet event that cannot be read here. */
  readonly unreadable: string | undefined;
  /** True if they are redeemed automatically. */
  readonly isAuto: boolean;
}

/** Open the current user's nutzaps. */
export function useNutzaps(): Nutzaps | undefined {
  const actor: NutzapsActor | undefined = useOpened('nutzaps');
  const { jobs, keys, mints } = usePurse();
  const context = useSelector(actor, (snapshot) => snapshot?.context);
  const isOpening = useSelector(actor, (snapshot) => snapshot?.hasTag('opening') === true);
  const isPublishing = useSelector(actor, (snapshot) => snapshot?.hasTag('publishing') === true);
  return useMemo(() => {
    if (!context) return undefined;
    const info = infoOf(context);
    const time = now();
    const isHeld = (proofs: readonly Proof[]) =>
      proofs.every((proof) => canOpen(proof, keys.keys(), time));
    const zaps = [...context.zaps.values()].toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
    return {
      isHeard: context.isHeard,
      mints: info ? [...info.mints.keys()] : [],
      zaps: zaps.map((zap) => {
        const outcome = context.outcomes.get(zap.id);
        const reason = outcome && !outcome.isDone ? outcome.reason : undefined;
        return {
          zap,
          state: nutzapState(context, zap, jobs, time),
          reason,
          isPlay: isPlay(zap.mint),
          isHeld: isHeld(zap.proofs),
        };
      }),
      kept: [...Map.groupBy(keptTokens(context), ([, { mint }]) => mint)].map(([mint, some]) => ({
        mint,
        host: mintName(mint, mints),
        sats: worthOf(some.flatMap(([, { proofs }]) => proofs)),
        ids: some.map(([id]) => id),
        isPlay: isPlay(mint),
        isHeld: isHeld(some.flatMap(([, { proofs }]) => proofs)),
      })),
      sealed: sealedEvents(context).length,
      isOpening,
      isPublishing,
      trouble: context.trouble,
      unreadable: unreadableWallet(context),
      isAuto: context.isAuto,
    };
  }, [context, jobs, keys, mints, isOpening, isPublishing]);
}

/** Return the actions on nutzaps. A mint is contacted only after the usual confirmation (E-42). */
export function useNutzapIntents() {
  const account = useAccountActor();
  const { ask, intended } = useAsk();
  return {
    /** `isHeld`: without the key, the wallet on relays is opened first. */
    take: (mint: string, sats: number, ids: readonly string[], isHeld: boolean) => {
      const orders = [
        { type: 'ecash.open' },
        { type: 'ecash.allow', mint },
        { type: 'nutzaps.redeem', ids, now: now(), isHeld },
      ] as const;
      ask(
        { code: 'ecash', act: 'redeem', mint, sats, isPlay: isPlay(mint) },
        ...orders.map(intended),
      );
    },
    read: () => account.send({ type: 'account.intent', intent: { type: 'nutzaps.read' } }),
    auto: (on: boolean) =>
      account.send({ type: 'account.intent', intent: { type: 'nutzaps.auto', on } }),
    /** `over`: id of an unreadable wallet that this one replaces after a confirmation. */
    publish: (mints: readonly string[], over: string | undefined) => {
      const intent = { type: 'nutzaps.publish', mints, now: now(), over } as const;
      if (over === undefined) account.send({ type: 'account.intent', intent });
      else ask({ code: 'replaceWallet' }, intended(intent));
    },
  };
}
