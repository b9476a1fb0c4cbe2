import { useEffect, useEffectEvent, useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { zapKeyOf } from '../../../events/money/payments/payment.ts';
import { shortNpub } from '../../../events/nostr/nip19.ts';
import { derived, type Ours } from '../../../events/nostr/ours.ts';
import { usePictures } from '../../ui/hooks/app-context.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { PaymentDialog } from '../payments/PaymentDialog.tsx';
import { useNutzapPayers } from '../nutzaps/use-nutzap-payers.ts';
import { useInMoney } from '../payments/use-rate.ts';
import { useZapRecipients, useZapSettings, type Zapped } from './use-zap.ts';
import { satsOfAll } from '../payments/payment-view.ts';
import { useDroppedZaps, useOpenZaps } from '../payments/use-payments.ts';
import { targetIn, useZapping } from './use-zapping.ts';
import { type ZapChoice, ZapDialog, type ZapShare } from './ZapDialog.tsx';

export interface ZapFlowProps {
  readonly zapped: Zapped;
  /** Name of a zapped feed. */
  readonly name?: string | undefined;
  /** True if the default amount was set on another device and not shown here yet. */
  readonly isSetElsewhere?: boolean;
  readonly onClose: () => void;
}

const WIDTH = 44;

/** A recipient whose profile is still being loaded. */
const UNKNOWN = { address: undefined, picture: [] } as const;

/**
 * A zap of a chosen amount: the dialog, then the progress of its payment (ZAP-01). If no recipient
 * can be paid once their profiles are loaded, it closes, and a message says so.
 */
export function ZapFlow({ zapped, name, isSetElsewhere = false, onClose }: ZapFlowProps) {
  const { dialog: words, again, sats } = useZapStrings();
  const { zap, start, settle } = useZapping(zapped);
  const { recipients, isComing, isUnloaded } = useZapRecipients(zapped);
  const { settings, show } = useZapSettings();
  const { payers, giving, by, isPlay } = useNutzapPayers(recipients);
  const [begun, setIntent] = useState<string>();
  const dropped = useDroppedZaps();
  const intent = begun !== undefined && dropped.has(begun) ? undefined : begun;
  const earlier = useOpenZaps(zapKeyOf(targetIn(zapped)));
  // Remembers the chosen ecash, because the zap may spend all of it.
  const [given, setGiven] = useState(giving);
  const takers = (intent === undefined && payers.options.length > 0 ? giving : given)?.takers;
  const inMoney = useInMoney(isPlay);
  const pictures = usePictures();
  const [chosen, choose] = useState<ZapChoice>(start);
  const shares: readonly ZapShare[] = recipients.flatMap(({ pubkey, address, weight, profile }) =>
    address === undefined && !takers?.has(pubkey)
      ? []
      : [
          {
            pubkey,
            address,
            weight,
            isNutzap: takers?.has(pubkey) === true,
            name: displayNameOf(profile, pubkey),
            picture: pictures(profile?.picture ?? '', WIDTH),
          },
        ],
  );
  const [first] = shares;
  const unknown = { pubkey: zapped.pubkey, name: shortNpub(zapped.pubkey), ...UNKNOWN };
  const person =
    shares.find(({ pubkey }) => pubkey === zapped.pubkey) ??
    first ??
    (isComing ? unknown : undefined);
  const [isEarly] = useState(isComing);
  const isUnknown = recipients.some(({ profile }) => profile === undefined);
  const isLost = !person && (isEarly || isUnknown);
  const giveUp = useEffectEvent(() => {
    onClose();
    settle(isUnloaded);
  });
  useEffect(() => {
    if (isLost) giveUp();
  }, [isLost]);
  if (!person) return null;
  const title = words.title(name ?? person.name);
  const begin = (choice: Ours<ZapChoice>) => {
    choose(choice);
    if (choice.sats === start.sats) show(derived(choice, ({ sats }) => sats));
    setGiven(giving);
    setIntent(zap(choice, { giving, by, again: earlier.length > 0 }));
  };
  if (intent !== undefined)
    return (
      <PaymentDialog
        intent={intent}
        person={person}
        title={title}
        sats={chosen.sats}
        isPlay={isPlay}
        inMoney={inMoney}
        onClose={onClose}
        onAgain={() => setIntent(undefined)}
      />
    );
  return (
    <ZapDialog
      person={person}
      title={title}
      shares={shares}
      isPartial={!isComing && shares.length < recipients.length}
      isComing={isComing}
      options={settings.zapConfig}
      isSetElsewhere={isSetElsewhere}
      start={chosen}
      payers={payers}
      warning={
        earlier.length > 0
          ? `${again.openSum(sats(satsOfAll(earlier), isPlay))} ${again.hint}`
          : undefined
      }
      isPlay={isPlay}
      inMoney={inMoney}
      onZap={begin}
      onClose={onClose}
    />
  );
}
