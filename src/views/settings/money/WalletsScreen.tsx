import { useEffect, useEffectEvent, useId, useState } from 'react';
import { readConnection } from '../../../events/money/wallets/nwc.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Menu, type MenuEntry } from '../../ui/controls/Menu.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { Budgets } from '../../money/payments/Budgets.tsx';
import { type ConnectFault, ConnectWallet } from '../../money/wallets/ConnectWallet.tsx';
import { useEcashPayers } from '../../money/ecash/use-ecash.ts';
import { useBudget, usePayerName } from '../../money/payments/use-payers.ts';
import { useMoney, useMoneyState } from '../../money/payments/use-payments.ts';
import { useInMoney } from '../../money/payments/use-rate.ts';
import {
  MOST_WALLETS,
  useActivePayer,
  useWallet,
  useWalletIntents,
  useWallets,
} from '../../money/wallets/use-wallets.ts';
import { SavedWallets } from '../../money/wallets/SavedWallets.tsx';
import { WalletMoves, WalletRow } from '../../money/wallets/WalletRow.tsx';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import styles from '../network/Network.module.css';

/**
 * SETTINGS-10 WALLET-01 at /settings/nwc: the wallets, the one that pays, and the budget for
 * payments without a prompt.
 */
export function WalletsScreen() {
  const { sections } = useSettingsStrings();
  const { visitor } = useWalletStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.nwc.title} back>
        {canAct ? <Wallets /> : <NeedsAccount title={visitor.title}>{visitor.text}</NeedsAccount>}
      </Column>
      <SettingsIndex />
    </>
  );
}

const FAULTS = {
  'wallet.noKey': 'key',
  'wallet.noRelay': 'relay',
  'wallet.noSecret': 'secret',
} as const;

function Wallets() {
  const words = useWalletStrings();
  const money = useMoney();
  const { isOpening, isKept } = useMoneyState(money);
  const wallets = useWallets();
  const { payer, hasWebln } = useActivePayer();
  const mints = useEcashPayers();
  const { activate, connect } = useWalletIntents();
  const group = useId();
  if (isOpening) return <Skeleton />;
  const faultOf = (string: string): ConnectFault | undefined => {
    const connection = readConnection(string);
    if ('fault' in connection) return FAULTS[connection.fault];
    if (wallets.some(({ id }) => id === connection.id)) return 'known';
    return wallets.length >= MOST_WALLETS ? 'full' : undefined;
  };
  return (
    <>
      {!isKept && <Notice tone="warning">{words.unkept}</Notice>}
      <SettingGroup
        title={words.title}
        hint={wallets.length + mints.length === 0 ? words.none : words.hint}
      >
        <div role="radiogroup" aria-label={words.choose}>
          {wallets.map(({ id }) => (
            <Wallet
              key={id}
              id={id}
              group={group}
              pays={payer.by === 'wallet' && payer.wallet === id}
            />
          ))}
          {hasWebln && (
            <WalletRow
              wallet={{
                id: 'webln',
                name: words.webln.name,
                about: words.webln.state,
                isPlay: false,
                state: 'online',
              }}
              group={group}
              pays={payer.by === 'webln'}
              money={undefined}
              onChoose={() => activate({ by: 'webln' })}
            />
          )}
          {mints.map(({ mint, host, sats, isPlay, isSilent }) => (
            <WalletRow
              key={mint}
              wallet={{
                id: mint,
                name: words.ecash.name(host),
                sats,
                isPlay,
                state: isSilent ? 'silent' : undefined,
              }}
              group={group}
              pays={payer.by === 'ecash' && payer.mint === mint}
              money={undefined}
              onChoose={() => activate({ by: 'ecash', mint })}
            />
          ))}
          <WalletRow
            wallet={{
              id: 'shown',
              name: words.shown.name,
              about: words.shown.hint,
              isPlay: false,
              state: undefined,
            }}
            group={group}
            pays={payer.by === 'shown'}
            money={undefined}
            onChoose={() => activate({ by: 'shown' })}
          />
        </div>
        <p className={styles.reset}>
          <LinkButton to="/settings/payments" icon="list">
            {words.payments.open}
          </LinkButton>
        </p>
      </SettingGroup>
      <ConnectWallet faultOf={faultOf} onConnect={(string) => void connect(string)} />
      <SavedWallets isFull={wallets.length >= MOST_WALLETS} />
      <Budgets />
    </>
  );
}

interface WalletProps {
  readonly id: string;
  readonly group: string;
  readonly pays: boolean;
}

function Wallet({ id, group, pays }: WalletProps) {
  const words = useWalletStrings();
  const { ask, intended } = useAsk();
  const known = useWallet(id);
  const { balanceMsats, transactions, isConnecting, isSilent, isPlay } = known;
  const { activate, refresh } = useWalletIntents();
  // only here, or by a payment, the user is asked to permit the connection
  const wanted = useEffectEvent(() => refresh(id));
  useEffect(() => wanted(), []);
  const budget = useBudget({ by: 'wallet', wallet: id });
  const inMoney = useInMoney(isPlay);
  const [isOpen, setIsOpen] = useState(false);
  const name = usePayerName()({ by: 'wallet', wallet: id });
  const sats = balanceMsats === undefined ? undefined : Math.floor(balanceMsats / 1_000);
  const entries = (): readonly MenuEntry[] => [
    { label: words.refresh, icon: 'refresh', onSelect: () => refresh(id) },
    {
      label: isOpen ? words.hideRecent : words.recent,
      icon: 'list',
      onSelect: () => setIsOpen(!isOpen),
    },
    'line',
    {
      label: words.remove,
      icon: 'trash',
      danger: true,
      onSelect: () =>
        ask({ code: 'removeWallet', name }, intended({ type: 'money.disconnect', wallet: id })),
    },
  ];
  return (
    <WalletRow
      wallet={{
        id,
        name,
        about: known.isNotPermitted
          ? words.notPermitted
          : isConnecting
            ? undefined
            : words.noBalance,
        sats,
        isPlay,
        state: known.isNotPermitted
          ? 'notPermitted'
          : isSilent
            ? 'silent'
            : isConnecting
              ? 'connecting'
              : 'online',
        budget,
      }}
      group={group}
      pays={pays}
      money={sats === undefined ? undefined : inMoney(sats)}
      onChoose={() => activate({ by: 'wallet', wallet: id })}
      options={
        <Menu
          label={words.options(name)}
          entries={entries}
          renderTrigger={(props) => (
            <IconButton {...props} compact icon="more" label={words.options(name)} />
          )}
        />
      }
    >
      {isOpen && (
        <WalletMoves
          isPlay={isPlay}
          moves={(transactions ?? []).map((one, at) => ({
            key: `${one.hash ?? ''} ${at}`,
            isIncoming: one.type === 'incoming',
            sats: Math.floor(one.amountMsats / 1_000),
            at: one.at,
            description: one.description,
          }))}
        />
      )}
    </WalletRow>
  );
}
