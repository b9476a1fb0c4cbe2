import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useCanActNow } from '../../account/use-features.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { StatusLight } from '../../ui/display/StatusLight.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useEcashStrings } from '../../ui/strings/ecash.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { EcashJobs } from './EcashJobs.tsx';
import styles from './EcashScreen.module.css';
import { EcashWords } from './EcashSeed.tsx';
import { NutzapsGroup } from '../nutzaps/NutzapsGroup.tsx';
import {
  type MintBalance,
  useBalances,
  useChecked,
  useEcash,
  useEcashIntents,
  useIsAllowed,
  useEcashState,
} from './use-ecash.ts';
import { useIsRemovable } from './use-mints.ts';
import { addressOfMint } from './ecash-input.ts';
import { useLocale } from '../../ui/strings.ts';

type Act = 'send' | 'receive' | 'pay' | 'add';

const EcashDialog = lazyPart(() => import('./EcashDialog.tsx').then((code) => code.EcashDialog), {
  close: ({ onClose }) => onClose(),
});

/**
 * ECASH-01 at /settings/ecash: the balances on this device by mint, send, receive and pay, and the
 * recovery words.
 */
export function EcashScreen() {
  const { sections } = useSettingsStrings();
  const words = useEcashStrings();
  const ecash = useEcash();
  const canAct = useCanActNow();
  const { isOpen, isBroken } = useEcashState(ecash);
  return (
    <>
      <Column title={sections.ecash.title} back>
        {!canAct ? (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        ) : isBroken ? (
          <EmptyState title={words.broken}>{words.brokenText}</EmptyState>
        ) : isOpen ? (
          <Wallet />
        ) : (
          <Skeleton />
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Wallet() {
  const locale = useLocale();
  const words = useEcashStrings();
  const ecash = useEcash();
  const { isUnkept, failure } = useEcashState(ecash);
  const { mints, sats, playSats } = useBalances();
  const [act, setAct] = useState<Act>();
  const isPlayAlone = sats === 0 && playSats > 0;
  const hasAny = mints.some((mint) => mint.sats > 0);
  return (
    <>
      {isUnkept && (
        <Notice tone="danger" announce>
          {words.unkept}
        </Notice>
      )}
      {failure && (
        <Notice tone="danger" announce>
          {words.reason(failure)}
        </Notice>
      )}
      <section className={styles.total} aria-label={words.total}>
        <p className={text.label}>{words.total}</p>
        <p className={styles.sum}>
          {words.unit(fullNumber(isPlayAlone ? playSats : sats, locale), isPlayAlone)}
        </p>
        {playSats > 0 && !isPlayAlone && (
          <p className={text.muted}>{words.unit(fullNumber(playSats, locale), true)}</p>
        )}
        <div className={styles.acts}>
          <Button
            icon="send"
            disabled={!hasAny}
            aria-haspopup="dialog"
            onClick={() => setAct('send')}
          >
            {words.send}
          </Button>
          <Button icon="down" aria-haspopup="dialog" onClick={() => setAct('receive')}>
            {words.receive}
          </Button>
          <Button
            icon="zap"
            disabled={!hasAny}
            aria-haspopup="dialog"
            onClick={() => setAct('pay')}
          >
            {words.pay}
          </Button>
          <Button
            icon="plus"
            disabled={mints.length === 0}
            aria-haspopup="dialog"
            onClick={() => setAct('add')}
          >
            {words.add}
          </Button>
        </div>
      </section>
      <Mints mints={mints} />
      <EcashJobs />
      <NutzapsGroup mints={mints} />
      <EcashWords mints={mints} />
      {act && <EcashDialog act={act} mints={mints} onClose={() => setAct(undefined)} />}
    </>
  );
}

function Mints({ mints }: { readonly mints: readonly MintBalance[] }) {
  const words = useEcashStrings();
  return (
    <SettingGroup title={words.mints}>
      {mints.length === 0 ? (
        <EmptyState title={words.noMints}>{words.noMintsText}</EmptyState>
      ) : (
        <ul>
          {mints.map((one) => (
            <MintRow key={one.mint} balance={one} />
          ))}
        </ul>
      )}
      <MintForm />
    </SettingGroup>
  );
}

function MintRow({ balance }: { readonly balance: MintBalance }) {
  const { mint, host, sats, isPlay, hasAnswered } = balance;
  const locale = useLocale();
  const words = useEcashStrings();
  const { addMint, removeMint } = useEcashIntents();
  const isRemovable = useIsRemovable(mint);
  const { found, isAsking } = useChecked(mint);
  // a mint with ecash has answered since it was added
  const isSilent = balance.isSilent || (sats === 0 && found === 'unknown');
  const silence = sats > 0 ? words.stillHere : words.noAnswer;
  const answer = isSilent ? silence : isPlay ? words.playMint : !hasAnswered && words.unasked;
  const light = hasAnswered ? 'online' : 'paused';
  return (
    <li className={styles.mint}>
      <StatusLight state={isSilent ? 'failed' : light} />
      <div className={styles.name}>
        <p dir="ltr" className={text.cut}>
          {host}
        </p>
        <p role="status" className={styles.small}>
          {isAsking ? words.card.states.asking : answer}
        </p>
      </div>
      <span className={styles.sats}>{words.unit(fullNumber(sats, locale), isPlay)}</span>
      {(isSilent || !hasAnswered || isRemovable) && (
        <div className={styles.mintActs}>
          {(isSilent || !hasAnswered) && (
            <Button compact disabled={isAsking} onClick={() => addMint(mint)}>
              {words.again}
            </Button>
          )}
          {isRemovable && (
            <Button compact tone="quiet" onClick={() => removeMint(mint)}>
              {words.remove}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** A form that adds a mint. The mint is contacted only after the usual confirmation. */
function MintForm() {
  const words = useEcashStrings();
  const { addMint } = useEcashIntents();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  // The address stays until the mint is allowed, because the user may cancel the question.
  const [asked, setAsked] = useState<string>();
  const isAllowed = useIsAllowed();
  if (asked !== undefined && isAllowed(asked)) {
    setAsked(undefined);
    if (addressOfMint(typed) === asked) setTyped('');
  }
  const submit = () => {
    const mint = addressOfMint(typed);
    setIsWrong(mint === undefined);
    if (mint === undefined) return;
    addMint(mint);
    setAsked(mint);
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        exact
        inputMode="url"
        label={words.mintLabel}
        hint={words.mintHint}
        error={isWrong ? words.badMint : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{words.addIt}</Button>
    </form>
  );
}
