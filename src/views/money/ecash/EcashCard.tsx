import { formatList } from '../../../events/core/format-list.ts';
import { use, useMemo, useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { canAct } from '../../../events/account/account.ts';
import { type CashuToken, readToken, worthOf } from '../../../events/money/ecash/cashu.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { QrDialog } from '../../ui/qr/share-part.ts';
import { type EcashStrings, useEcashStrings } from '../../ui/strings/ecash.ts';
import text from '../../ui/styles/text.module.css';
import styles from './EcashCard.module.css';
import { hostOf } from './mint-host.ts';
import { isPartOpen, type PartState, type TokenState } from './token-state.ts';
import { lockWords } from './lock-words.ts';
import { sumWords } from './sum-words.ts';
import { useEcashIntents, useForeignLocks, useTokenState } from './use-ecash.ts';
import { useEcashOpening } from './use-known-ecash.ts';
import { isOfSats } from './ecash-input.ts';
import { useLocale } from '../../ui/strings.ts';

/**
 * An ecash token (NOTE-21): its own claims, the mint's answer once the user allows asking it, and a
 * confirmed redemption.
 */
export function EcashCard({ token }: { readonly token: string }) {
  const read = useMemo(() => readToken(token), [token]);
  return read && read.entries.length > 0 ? (
    <Card token={read} source={token} />
  ) : (
    <Unreadable token={read} source={token} />
  );
}

interface CardProps {
  readonly token: CashuToken;
  readonly source: string;
}

function Card({ token, source }: CardProps) {
  const words = useEcashStrings();
  const locale = useLocale();
  const [first] = token.entries;
  const state = useTokenState(token);
  const locks = useForeignLocks(token);
  const locked = lockWords(words, locks, locale);
  const { look } = state;
  return (
    <div className={cx(styles.card, styles[look])} role="group" aria-label={words.card.label}>
      <span className={styles.mark}>
        {look === 'busy' ? <Spinner /> : <Icon name={look === 'done' ? 'check' : 'mark'} />}
      </span>
      <div className={styles.about}>
        <p className={styles.amount}>{worthWords(words, token, locale)}</p>
        {token.memo !== '' && (
          <p className={text.small} dir="auto">
            {token.memo}
          </p>
        )}
        <p className={cx(text.small, text.muted, styles.line)}>
          <IsolatedText>
            {token.entries.length > 1
              ? words.card.mints(token.entries.length)
              : hostOf(first?.mint ?? '')}
          </IsolatedText>
          {' · '}
          <span role="status">{stateWords(words, state, locale)}</span>
          {token.failed.length > 0 && ` · ${words.card.failed(token.failed.length)}`}
        </p>
        {locked !== undefined && <p className={cx(text.small, text.muted)}>{locked}</p>}
      </div>
      <Acts
        token={token}
        source={source}
        state={state}
        isForeign={locks.map((lock) => lock !== undefined)}
      />
    </div>
  );
}

interface ActsProps extends CardProps {
  readonly state: TokenState;
  /** For each part, true if it is locked to somebody else. */
  readonly isForeign: readonly boolean[];
}

function Acts({ token, source, state, isForeign }: ActsProps) {
  const words = useEcashStrings();
  const locale = useLocale();
  const { card } = words;
  const copyText = useCopy();
  const shell = use(ShellContext);
  const account = useAccount();
  const { redeem, checkToken } = useEcashIntents();
  const [isShown, setIsShown] = useState(false);
  const left = token.entries.filter((entry, at) => isOfSats(entry) && isPartOpen(state.parts[at]));
  const own = left.filter((entry) => isForeign[token.entries.indexOf(entry)] !== true);
  // until then, an allowed mint would be asked about again
  const isOpening = useEcashOpening();
  const isAsking = state.counts.has('asking') || isOpening;
  // Actions wait while the account is still loading.
  const need = (act: () => void) =>
    canAct(account) ? act() : shell?.onRefused({ code: 'act.signIn' });
  return (
    <>
      <div className={styles.acts}>
        <IconButton icon="copy" label={card.copy} onClick={() => copyText(source, 'token')} />
        <IconButton icon="qr" label={card.showQr} onClick={() => setIsShown(true)} />
        {(left.length > 0 || isAsking) && (
          <>
            <Button
              compact
              className={styles.act}
              busy={isAsking}
              onClick={() => need(() => checkToken(token))}
            >
              {card.check}
            </Button>
            <Button
              compact
              className={styles.act}
              disabled={own.length === 0 || isOpening}
              onClick={() => need(() => redeem(own))}
            >
              {card.redeem}
            </Button>
          </>
        )}
      </div>
      {isShown && (
        <QrDialog
          title={worthWords(words, token, locale)}
          text={source}
          label={card.label}
          onClose={() => setIsShown(false)}
        />
      )}
    </>
  );
}

function Unreadable({
  token,
  source,
}: {
  readonly token: CashuToken | undefined;
  readonly source: string;
}) {
  const { card } = useEcashStrings();
  const copyText = useCopy();
  const isLocked = token?.failed.some(({ fault }) => fault === 'locked') === true;
  return (
    <div className={cx(styles.card, styles.gone)} role="group" aria-label={card.label}>
      <span className={styles.mark}>
        <Icon name="mark" />
      </span>
      <div className={styles.about}>
        <p className={styles.amount}>{card.unreadable}</p>
        <p className={cx(text.small, text.muted, text.cut)} dir="auto">
          {isLocked ? card.locked : source}
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton icon="copy" label={card.copy} onClick={() => copyText(source, 'token')} />
      </div>
    </div>
  );
}

/** Return the value of a token in words. */
function worthWords(words: EcashStrings, { entries }: CashuToken, locale: string): string {
  const { card } = words;
  if (!entries.every(isOfSats))
    return card.otherUnit(
      fullNumber(worthOf(entries.flatMap(({ proofs }) => proofs)), locale),
      entries[0]?.unit ?? '',
    );
  return card.worth(sumWords(words, entries, locale));
}

/** Return one state for all parts, or each state with its number of parts. */
function stateWords(
  words: EcashStrings,
  { parts, counts, reason }: TokenState,
  locale: string,
): string {
  const named = (part: PartState): string =>
    part === 'refused' && reason ? words.reason(reason) : words.card.states[part];
  const all = [...counts];
  const [only] = all;
  if (only && all.length === 1) return named(only[0]);
  return formatList(
    all.map(([part, count]) => words.card.share(named(part), count, parts.length)),
    locale,
  );
}
