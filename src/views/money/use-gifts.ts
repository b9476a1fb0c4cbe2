import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { NutzapGift, ZapRecipient } from '../../machines/money/money-wire.ts';
import { useFeature } from '../account/use-features.ts';
import { type MintBalance, useEcashPayers, useEcashState } from './use-ecash.ts';
import { useMoney, useMoneySender, useMoneyState } from './use-payments.ts';
import { useZapStrings } from '../app/strings/zaps.ts';
import type { PayerChoice } from './PaidBy.tsx';
import { useBudgetLeft, usePayers } from './use-payers.ts';
import { useActivePayer } from './use-wallets.ts';
import { isPlayAddress, useReceiptRelays } from './use-zap.ts';

/** Ecash of one mint that there is, and that somebody takes as a nutzap (NIP-61). */
interface Gift extends Pick<MintBalance, 'mint' | 'host' | 'sats' | 'isPlay'> {
  readonly gift: NutzapGift;
}

/**
 * What of the ecash of who is here that person takes as a nutzap, the most first. Where there is none nobody is asked. `isComing`: it is being found out.
 * `pubkey` undefined: nobody is meant.
 */
export function useGifts(pubkey: string | undefined): { readonly gifts: readonly Gift[]; readonly isComing: boolean } {
  const money = useMoney();
  const { isOpening, isBroken } = useMoneyState(money);
  const { hasEcash } = useActivePayer();
  const mints = useEcashPayers().filter(({ sats }) => sats > 0);
  const ecash = useEcashState(useFeature('ecash'));
  const relays = useReceiptRelays();
  const send = useMoneySender();
  const taker = useSelector(money, (snapshot) => (pubkey === undefined ? undefined : snapshot?.context.takers.get(pubkey)));
  const isWanted = pubkey !== undefined && mints.length > 0;
  const find = useEffectEvent((person: string) => send({ type: 'money.findTaker', pubkey: person, relays }));
  useEffect(() => {
    if (isWanted) find(pubkey);
  }, [isWanted, pubkey]);
  const info = isWanted ? taker?.info : undefined;
  const isPurseComing = isOpening || (hasEcash && !ecash.isOpen && !ecash.isBroken);
  return {
    gifts: mints.flatMap(({ mint, host, sats, isPlay }) => {
      const named = info?.mints.get(mint);
      if (!info || named === undefined) return [];
      const gift = { mint, named, key: info.key, relays: info.relays.length > 0 ? info.relays : relays };
      return [{ mint, host, sats, isPlay, gift }];
    }),
    isComing: pubkey !== undefined && !isBroken && (isPurseComing || (isWanted && (!taker || taker.isComing))),
  };
}

/**
 * What a zap of these can be paid by: wallets and whatever else there is, and, of one person, ecash as a nutzap, which is chosen for this zap alone.
 * `gift`: what is chosen is that; it is where nothing else can be.
 */
export function useGiftPayers(recipients: readonly ZapRecipient[]): {
  readonly payers: PayerChoice;
  readonly gift: NutzapGift | undefined;
  readonly isPlay: boolean;
} {
  const words = useZapStrings().paidBy;
  const [only, ...others] = recipients;
  const { gifts } = useGifts(others.length === 0 ? only?.pubkey : undefined);
  const isPlayPaid = recipients.every(({ address }) => isPlayAddress(address));
  const { choice, payer, isPlay: isPlayPayer } = usePayers(isPlayPaid);
  const [mint, setMint] = useState<string>();
  const canPay = recipients.some(({ address }) => address !== undefined);
  const chosen = gifts.find((one) => one.mint === mint) ?? (canPay ? undefined : gifts[0]);
  const left = useBudgetLeft(chosen ? { by: 'ecash', mint: chosen.mint } : payer);
  const nutzaps = gifts.map(({ mint: from, host, sats }) => ({ id: `nutzap ${from}`, name: words.nutzap(host), sats, most: sats }));
  return {
    gift: chosen?.gift,
    isPlay: chosen ? chosen.isPlay : isPlayPayer || isPlayPaid,
    payers: {
      options: [...(canPay ? choice.options : []), ...nutzaps],
      chosen: chosen ? `nutzap ${chosen.mint}` : choice.chosen,
      left,
      onChoose: (id) => {
        const nutzap = id.startsWith('nutzap ') ? id.slice('nutzap '.length) : undefined;
        setMint(nutzap);
        if (nutzap === undefined) choice.onChoose(id);
      },
    },
  };
}
