import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { NetworkLink } from '../../account/relays/NetworkLink.tsx';
import { useIsProxied } from '../../account/relays/use-network.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { type EcashStrings, useEcashStrings } from '../../ui/strings/ecash.ts';
import text from '../../ui/styles/text.module.css';
import styles from '../ecash/EcashScreen.module.css';
import type { MintBalance } from '../ecash/use-ecash.ts';
import { type NutzapLine, type Nutzaps, useNutzapIntents, useNutzaps } from './use-nutzaps.ts';
import { useLocale } from '../../ui/strings.ts';

/** Maximum number of senders whose profiles are loaded. */
const PEOPLE = 100;

/**
 * The account's ecash on relays (NIP-60, NIP-61): the accepted mints, received nutzaps, and ecash
 * of other programs.
 */
export function NutzapsGroup({ mints }: { readonly mints: readonly MintBalance[] }) {
  const nutzaps = useNutzaps();
  if (!nutzaps) return null;
  return (
    <>
      <Received mints={mints} nutzaps={nutzaps} />
      <Others nutzaps={nutzaps} />
    </>
  );
}

function Received({
  mints,
  nutzaps,
}: {
  readonly mints: readonly MintBalance[];
  readonly nutzaps: Nutzaps;
}) {
  const words = useEcashStrings();
  const { zaps, trouble } = nutzaps;
  const [isProxied] = useIsProxied();
  const people = [...new Set(zaps.map(({ zap }) => zap.from))].slice(0, PEOPLE);
  useLookup(`nutzapsFrom:${people.join()}`, () => query('user_infos', { pubkeys: people }));
  return (
    <SettingGroup
      title={words.nutzaps.title}
      hint={words.nutzaps.hint}
      notice={isProxied && <Resting />}
    >
      {!isProxied && <Accepting mints={mints} nutzaps={nutzaps} />}
      {trouble && !(isProxied && trouble === 'unheard') && (
        <Notice tone="danger" announce>
          {words.nutzaps.trouble[trouble]}
        </Notice>
      )}
      {zaps.length > 0 && (
        <ul>
          {zaps.map((line) => (
            <Line key={line.zap.id} line={line} />
          ))}
        </ul>
      )}
    </SettingGroup>
  );
}

/** Relays are paused, so neither the accepted mints nor new nutzaps are known (RELAY-08). */
function Resting() {
  const { nutzaps: words } = useEcashStrings();
  return <Notice action={<NetworkLink />}>{words.resting}</Notice>;
}

/** The accepted mints. It claims that there are none only after a relay has answered. */
function Accepting({
  mints,
  nutzaps,
}: {
  readonly mints: readonly MintBalance[];
  readonly nutzaps: Nutzaps;
}) {
  const { nutzaps: words } = useEcashStrings();
  const { zaps, mints: named, isHeard } = nutzaps;
  if (!isHeard && named.length === 0)
    return (
      <p role="status" className={styles.small}>
        {words.looking}
      </p>
    );
  return (
    <>
      <p className={styles.small}>{named.length === 0 ? words.off : words.on(named.length)}</p>
      {mints.length === 0 ? (
        <p className={styles.small}>{words.noMints}</p>
      ) : (
        <Publish mints={mints} nutzaps={nutzaps} />
      )}
      {isHeard && named.length > 0 && zaps.length === 0 && (
        <p className={styles.small}>{words.none}</p>
      )}
    </>
  );
}

/** Chooses the mints of the wallet that accept nutzaps. Published ones are preselected. */
function Publish({
  mints,
  nutzaps: { mints: named, isPublishing, unreadable, isAuto },
}: {
  readonly mints: readonly MintBalance[];
  readonly nutzaps: Nutzaps;
}) {
  const words = useEcashStrings().nutzaps;
  const { publish, auto } = useNutzapIntents();
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOn = (mint: string) => changed.get(mint) ?? named.includes(mint);
  const chosen = [...new Set([...named, ...mints.map(({ mint }) => mint)])].filter(isOn);
  return (
    <>
      {mints.map(({ mint, host }) => (
        <Toggle
          key={mint}
          exact
          label={host}
          on={isOn(mint)}
          onChange={(on) => setChanged(new Map(changed).set(mint, on))}
        />
      ))}
      <div className={styles.row}>
        <Button
          busy={isPublishing}
          disabled={chosen.length === 0}
          onClick={() => publish(chosen, unreadable)}
        >
          {words.publish}
        </Button>
      </div>
      {named.length > 0 && (
        <Toggle label={words.auto} hint={words.autoHint} on={isAuto} onChange={auto} />
      )}
    </>
  );
}

function Line({ line }: { readonly line: NutzapLine }) {
  const locale = useLocale();
  const words = useEcashStrings();
  const { take } = useNutzapIntents();
  const { zap, state, isPlay, isHeld } = line;
  return (
    <li className={styles.job}>
      <Icon
        name={
          state === 'redeemed' ? 'check' : state === 'new' || state === 'redeeming' ? 'zap' : 'x'
        }
      />
      <div className={styles.name}>
        <p>
          {words.nutzaps.from(words.unit(fullNumber(zap.sats, locale), isPlay))}{' '}
          <AccountLink pubkey={zap.from} />
        </p>
        {zap.message !== '' && <p dir="auto">{zap.message}</p>}
        <p className={styles.small}>
          <span role="status">{stateWords(words, line)}</span> · <Time at={zap.at} />
        </p>
      </div>
      {state === 'new' && (
        <div className={styles.more}>
          <Button compact onClick={() => take(zap.mint, zap.sats, [zap.id], isHeld)}>
            {words.nutzaps.redeem}
          </Button>
        </div>
      )}
    </li>
  );
}

function stateWords(
  { nutzaps: words, reason: reasonWords }: EcashStrings,
  { state, reason }: NutzapLine,
): string {
  if (state === 'mint' || state === 'lock' || state === 'unproven') return words.fault[state];
  return state === 'new' && reason
    ? `${words.state.new}. ${reasonWords(reason)}`
    : words.state[state];
}

function Others({ nutzaps: { kept, sealed, isOpening, isHeard } }: { readonly nutzaps: Nutzaps }) {
  const locale = useLocale();
  const { others: words, nutzaps, unit } = useEcashStrings();
  const [isProxied] = useIsProxied();
  const isEmpty = kept.length === 0 && sealed === 0;
  const { read, take } = useNutzapIntents();
  if (isEmpty && isProxied) return null;
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      {isEmpty && <p className={styles.small}>{isHeard ? words.none : nutzaps.looking}</p>}
      {kept.length > 0 && (
        <ul>
          {kept.map(({ mint, host, sats, ids, isPlay, isHeld }) => (
            <li key={mint} className={styles.job}>
              <Icon name="mark" />
              <div className={styles.name}>
                <p>{unit(fullNumber(sats, locale), isPlay)}</p>
                <p dir="ltr" className={text.cut}>
                  {host}
                </p>
              </div>
              <div className={styles.more}>
                <Button compact onClick={() => take(mint, sats, ids, isHeld)}>
                  {words.move}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {sealed > 0 && (
        <div className={styles.row}>
          <p className={styles.small}>{words.sealed(sealed)}</p>
          <Button compact busy={isOpening} onClick={read}>
            {words.open}
          </Button>
        </div>
      )}
    </SettingGroup>
  );
}
