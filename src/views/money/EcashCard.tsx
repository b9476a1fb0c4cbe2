import { use, useMemo, useState } from 'react';
import { fullNumber } from '../../events/app/format.ts';
import { canAct } from '../../events/account/account.ts';
import { type CashuToken, readToken, worthOf } from '../../events/money/cashu.ts';
import type { EcashReason } from '../../events/money/ecash-reason.ts';
import { type EcashJob, ecashStateOf } from '../../events/money/ecash-log.ts';
import { useAccount } from '../app/app-context.ts';
import { useCopy } from '../app/copy.ts';
import { cx } from '../app/class-names.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { Spinner } from '../app/primitives/Spinner.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { type EcashStrings, useEcashStrings } from '../app/strings/ecash.ts';
import text from '../app/styles/text.module.css';
import styles from './EcashCard.module.css';
import { hostOf } from './mint-host.ts';
import { isOfSats, isPlay, keyOfProofs, useChecked, useEcashIntents, useTokenJobs } from './use-ecash.ts';

const QrCode = lazyPart(() => import('../app/qr/QrCode.tsx').then((code) => code.QrCode));

/** An ecash token (NOTE-21): what it says of itself; what its mint says once somebody lets it be asked; and taking it, after a question. */
export function EcashCard({ token }: { readonly token: string }) {
  const read = useMemo(() => readToken(token), [token]);
  return read && read.entries.length > 0 ? <Card token={read} source={token} /> : <Unreadable token={read} source={token} />;
}

interface CardProps {
  readonly token: CashuToken;
  readonly source: string;
}

function Card({ token, source }: CardProps) {
  const words = useEcashStrings();
  const [first] = token.entries;
  const mint = first?.mint ?? '';
  const { found, isAsking } = useChecked(keyOfProofs(first?.proofs ?? []));
  const jobs = useTokenJobs(token);
  const look = lookOf(jobs, found, isAsking);
  const isSats = token.entries.every(isOfSats);
  const worth = fullNumber(token.entries.reduce((sum, { proofs }) => sum + worthOf(proofs), 0));
  const amount = isSats ? words.card.worth(words.unit(worth, isPlay(mint))) : words.card.otherUnit(worth, first?.unit ?? '');
  return (
    <div className={cx(styles.card, styles[look])} role="group" aria-label={words.card.label}>
      <span className={styles.mark}>{look === 'busy' ? <Spinner /> : <Icon name={look === 'done' ? 'check' : 'mark'} />}</span>
      <div className={styles.about}>
        <p className={styles.amount}>{amount}</p>
        {token.memo !== '' && (
          <p className={text.small} dir="auto">
            {token.memo}
          </p>
        )}
        <p className={cx(text.small, text.muted, styles.line)}>
          <Isolate>{token.entries.length > 1 ? words.card.mints(token.entries.length) : hostOf(mint)}</Isolate>
          {' · '}
          <span role="status">{stateWords(words, jobs, found, isAsking)}</span>
          {token.failed.length > 0 && ` · ${words.card.failed(token.failed.length)}`}
        </p>
      </div>
      <Acts token={token} source={source} canTake={isSats && (look === 'open' || look === 'unsure')} isAsking={isAsking} />
    </div>
  );
}

function Acts({ token, source, canTake, isAsking }: CardProps & { readonly canTake: boolean; readonly isAsking: boolean }) {
  const { card } = useEcashStrings();
  const copyText = useCopy();
  const shell = use(ShellContext);
  const account = useAccount();
  const { redeem, allow, check } = useEcashIntents();
  const [isShown, setIsShown] = useState(false);
  const [first] = token.entries;
  // what is wanted of an account that is still on its way waits for it
  const need = (act: () => void) => (canAct(account) ? act() : shell?.onRefused({ code: 'act.signIn' }));
  const ask = () => first && allow(first.mint, check(keyOfProofs(first.proofs), first.mint, first.proofs));
  return (
    <>
      <div className={styles.acts}>
        <IconButton icon="copy" label={card.copy} onClick={() => copyText(source, 'token')} />
        <IconButton icon="qr" label={isShown ? card.hideQr : card.showQr} aria-expanded={isShown} onClick={() => setIsShown(!isShown)} />
        {canTake && (
          <>
            <Button compact busy={isAsking} onClick={() => need(ask)}>
              {card.check}
            </Button>
            <Button compact onClick={() => need(() => redeem(token))}>
              {card.redeem}
            </Button>
          </>
        )}
      </div>
      {isShown && (
        <div className={styles.qr} data-theme="ice">
          <QrCode text={source} label={card.label} />
        </div>
      )}
    </>
  );
}

function Unreadable({ token, source }: { readonly token: CashuToken | undefined; readonly source: string }) {
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
        <p className={cx(text.small, text.muted, text.cut)}>{isLocked ? card.locked : <Isolate>{source}</Isolate>}</p>
      </div>
      <div className={styles.acts}>
        <IconButton icon="copy" label={card.copy} onClick={() => copyText(source, 'token')} />
      </div>
    </div>
  );
}

type Found = ReturnType<typeof useChecked>['found'];

function lookOf(jobs: readonly (EcashJob | undefined)[], found: Found, isAsking: boolean): 'open' | 'busy' | 'done' | 'gone' | 'unsure' {
  const states = jobs.map((job) => job && ecashStateOf(job));
  if (states.length > 0 && states.every((state) => state === 'settled')) return 'done';
  if (isAsking || states.some((state) => state === 'wanted' || state === 'prepared')) return 'busy';
  if (refusalIn(jobs)?.code === 'spent') return 'gone';
  return found === 'spent' ? 'gone' : found === 'unknown' ? 'unsure' : 'open';
}

function refusalIn(jobs: readonly (EcashJob | undefined)[]): EcashReason | undefined {
  return jobs.find((job) => job?.reason)?.reason;
}

function stateWords(words: EcashStrings, jobs: readonly (EcashJob | undefined)[], found: Found, isAsking: boolean): string {
  const { card } = words;
  const look = lookOf(jobs, found, isAsking);
  if (look === 'done') return card.redeemed;
  if (isAsking) return card.asking;
  if (look === 'busy') return card.redeeming;
  const refusal = refusalIn(jobs);
  if (refusal) return refusal.code === 'spent' ? card.spent : words.reason(refusal);
  return found === undefined
    ? card.notAsked
    : { unspent: card.pending, spent: card.spent, partly: card.partly, unknown: card.unknown }[found];
}
