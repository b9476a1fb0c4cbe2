import { useState } from 'react';
import { displayNameOf } from '../../events/account/profile.ts';
import { zapSettingsIn } from '../../events/money/zap-settings.ts';
import { getRow } from '../../events/table.ts';
import { useFactsShallow, usePictures, useSetting } from '../app/app-context.ts';
import { useZapStrings } from '../app/strings/zaps.ts';
import { PaymentDialog } from './PaymentDialog.tsx';
import { usePayers } from './use-payers.ts';
import { useMoney } from './use-payments.ts';
import { useInMoney } from './use-rate.ts';
import { useRecipients, useZapping, type Zapped } from './use-zapping.ts';
import { type ZapChoice, ZapDialog, type ZapShare } from './ZapDialog.tsx';

export interface ZapFlowProps {
  readonly zapped: Zapped;
  /** Of a feed: how it is called. */
  readonly name?: string | undefined;
  readonly onClose: () => void;
}

const WIDTH = 44;

/** A zap that somebody chooses: the dialog, then how its payment goes on (ZAP-01). */
export function ZapFlow({ zapped, name, onClose }: ZapFlowProps) {
  const words = useZapStrings().dialog;
  useMoney();
  const { zap, start } = useZapping(zapped, 'note.notZappable');
  const recipients = useRecipients(zapped);
  const { options } = zapSettingsIn(useSetting('zaps'));
  const { choice: payers, isPlay } = usePayers();
  const inMoney = useInMoney(isPlay);
  const people = usePeople(recipients.map(({ pubkey }) => pubkey));
  const [chosen, choose] = useState<ZapChoice>(start);
  const [intent, setIntent] = useState<string>();
  const shares: readonly ZapShare[] = recipients.flatMap(({ address, weight }, at) => {
    const person = people[at];
    return address === undefined || !person ? [] : [{ ...person, address, weight }];
  });
  const [first] = shares;
  const person = shares.find(({ pubkey }) => pubkey === zapped.pubkey) ?? first;
  if (!person) return null;
  const title = words.title(name ?? person.name);
  const begin = (choice: ZapChoice) => {
    choose(choice);
    setIntent(zap(choice));
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
      isPartial={shares.length < recipients.length}
      options={options}
      start={chosen}
      payers={payers}
      isPlay={isPlay}
      inMoney={inMoney}
      onZap={begin}
      onClose={onClose}
    />
  );
}

/** Names and pictures of people, in their order. */
function usePeople(pubkeys: readonly string[]) {
  const profiles = useFactsShallow((facts) => pubkeys.map((pubkey) => getRow(facts.profiles, pubkey)));
  const pictures = usePictures();
  return pubkeys.map((pubkey, at) => {
    const profile = profiles[at];
    return { pubkey, name: displayNameOf(profile, pubkey), picture: profile ? pictures(profile.picture, WIDTH) : [] };
  });
}
