import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Payer } from '../../../events/money/payments/payment.ts';
import type { NutzapGift, ZapRecipient } from '../../../machines/money/payments/money-protocol.ts';
import { useFeature } from '../../account/use-features.ts';
import { type MintBalance, useEcashPayers, useEcashState } from '../ecash/use-ecash.ts';
import { useMoney, useMoneySender, useMoneyState } from '../payments/use-payments.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import type { PayerChoice } from '../payments/PayerPicker.tsx';
import { useBudgetLeft, usePayers } from '../payments/use-payers.ts';
import { useActivePayer } from '../wallets/use-wallets.ts';
import { isPlayAddress, useReceiptRelays } from '../zaps/use-zap.ts';

/** Balance at one mint, and the recipients who accept nutzaps from it (NIP-61). */
interface Gift extends Pick<MintBalance, 'mint' | 'host' | 'sats' | 'isPlay'> {
  readonly takers: ReadonlyMap<string, NutzapGift>;
}

/**
 * A zap from the ecash of one mint: nutzaps to the recipients who accept them, and payments to the
 * addresses of all others.
 */
export interface NutzapBalance {
  readonly takers: ReadonlyMap<string, NutzapGift>;
  readonly by: Payer;
}

/**
 * Return the current user's ecash that those people accept as nutzaps, the largest first. Without
 * ecash there is no lookup. `isComing`: the lookup is running.
 */
export function useNutzapBalances(pubkeys: readonly string[]): {
  readonly gifts: readonly Gift[];
  readonly isComing: boolean;
} {
  const money = useMoney();
  const { isOpening, isBroken } = useMoneyState(money);
  const { hasEcash } = useActivePayer();
  const mints = useEcashPayers().filter(({ sats }) => sats > 0);
  const ecash = useEcashState(useFeature('ecash'));
  const relays = useReceiptRelays();
  const send = useMoneySender();
  const found = useSelector(
    money,
    (snapshot) => pubkeys.map((pubkey) => snapshot?.context.recipients.get(pubkey)),
    shallowEqual,
  );
  const people = pubkeys.join();
  const isWanted = people !== '' && mints.length > 0;
  const find = useEffectEvent((wanted: string) => {
    for (const pubkey of wanted.split(','))
      send({ type: 'money.findNutzapRecipient', pubkey, relays });
  });
  useEffect(() => {
    if (isWanted) find(people);
  }, [isWanted, people]);
  const isPurseComing = isOpening || (hasEcash && !ecash.isOpen && !ecash.isBroken);
  const gifts = mints.map(({ mint, host, sats, isPlay }): Gift => {
    const takers = pubkeys.flatMap((pubkey, at): (readonly [string, NutzapGift])[] => {
      const info = found[at]?.info;
      const named = info?.mints.get(mint);
      if (!info || named === undefined) return [];
      return [
        [
          pubkey,
          { mint, named, key: info.key, relays: info.relays.length > 0 ? info.relays : relays },
        ],
      ];
    });
    return { mint, host, sats, isPlay, takers: new Map(takers) };
  });
  return {
    gifts: isWanted ? gifts.filter(({ takers }) => takers.size > 0) : [],
    isComing:
      people !== '' &&
      !isBroken &&
      (isPurseComing || (isWanted && found.some((taker) => !taker || taker.isComing))),
  };
}

/**
 * Return the ways to pay a zap: wallets and other payers, and ecash that a recipient accepts as a
 * nutzap. `giving`: the chosen ecash. It is the default if there is no other way. `by`: the payer
 * that was chosen for this zap.
 */
export function useNutzapPayers(recipients: readonly ZapRecipient[]): {
  readonly payers: PayerChoice;
  readonly giving: NutzapBalance | undefined;
  readonly by: Payer | undefined;
  readonly isPlay: boolean;
} {
  const words = useZapStrings().paidBy;
  const { gifts } = useNutzapBalances(recipients.map(({ pubkey }) => pubkey));
  const isPlayPaid = recipients.every(({ address }) => isPlayAddress(address));
  const { choice, payer, by, isPlay: isPlayPayer } = usePayers(isPlayPaid);
  const [mint, setMint] = useState<string>();
  const canPay = recipients.some(({ address }) => address !== undefined);
  const chosen = gifts.find((one) => one.mint === mint) ?? (canPay ? undefined : gifts[0]);
  const giving: NutzapBalance | undefined = chosen && {
    takers: chosen.takers,
    by: { by: 'ecash', mint: chosen.mint },
  };
  const left = useBudgetLeft(giving?.by ?? payer);
  // Play ecash can only pay play invoices, and real ecash cannot pay those.
  const canPayRest = ({ takers, isPlay }: Gift) =>
    recipients.every(
      ({ pubkey, address }) =>
        takers.has(pubkey) || address === undefined || isPlayAddress(address) === isPlay,
    );
  const nutzaps = gifts.map((gift) => ({
    id: `nutzap ${gift.mint}`,
    name: words.nutzap(gift.host),
    sats: gift.sats,
    most: canPayRest(gift) ? gift.sats : 0,
  }));
  return {
    giving,
    by: giving?.by ?? by,
    isPlay: chosen ? chosen.isPlay : isPlayPayer || isPlayPaid,
    payers: {
      options: [...(canPay ? choice.options : []), ...nutzaps],
      chosen: chosen ? `nutzap ${chosen.mint}` : choice.chosen,
      left,
      ...(choice.onKeep && !chosen ? { onKeep: choice.onKeep } : {}),
      onChoose: (id) => {
        const nutzap = id.startsWith('nutzap ') ? id.slice('nutzap '.length) : undefined;
        setMint(nutzap);
        if (nutzap === undefined) choice.onChoose(id);
      },
    },
  };
}
