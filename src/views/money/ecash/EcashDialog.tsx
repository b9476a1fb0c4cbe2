import { pressed } from '../../../events/nostr/ours.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { wholeIn } from '../../../events/core/whole-number.ts';
import { fullNumber } from '../../../events/core/format.ts';
import { mostMeltFee } from '../../../events/money/ecash/melt-fee.ts';
import type { CashuToken } from '../../../events/money/ecash/cashu.ts';
import { ecashStateOf } from '../../../events/money/ecash/ecash-log.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { QrTile } from '../../ui/qr/QrTile.tsx';
import { useEcashStrings } from '../../ui/strings/ecash.ts';
import { tokenOf } from './EcashJobs.tsx';
import styles from './EcashScreen.module.css';
import { MintSelect } from './EcashSeed.tsx';
import { SatsField } from '../payments/SatsField.tsx';
import { PaymentTerms } from '../payments/PaymentTerms.tsx';
import { hostOf } from './mint-host.ts';
import { lockWords } from './lock-words.ts';
import {
  type MintBalance,
  useEcashIntents,
  useEcashJob,
  useForeignLocks,
  useOwnAddress,
} from './use-ecash.ts';
import { isPlay, lockKeyIn, payableOf, tokenIn } from './ecash-input.ts';
import { useFundingPayer } from '../payments/use-payers.ts';
import { usePaymentIntents } from '../payments/use-payments.ts';
import { useLocale } from '../../ui/strings.ts';

/** Maximum sats in one token or payment. */
const MOST_ECASH = 999_999_999_999;

interface FormProps {
  readonly mints: readonly MintBalance[];
  readonly onClose: () => void;
}

/** One ecash action. Each is a form that its result replaces. */
export function EcashDialog({
  act,
  ...rest
}: FormProps & { readonly act: 'send' | 'receive' | 'pay' | 'add' }) {
  const words = useEcashStrings();
  const title = {
    send: words.sending,
    receive: words.receiving,
    pay: words.paying,
    add: words.adding,
  }[act].title;
  const Form = { send: SendForm, receive: ReceiveForm, pay: PayForm, add: AddForm }[act];
  return (
    <Dialog title={title} onClose={rest.onClose}>
      <Form {...rest} />
    </Dialog>
  );
}

function SendForm({ mints, onClose }: FormProps) {
  const { sending: words, ...all } = useEcashStrings();
  const { send } = useEcashIntents();
  const sum = useSum(mints, true);
  const [memo, setMemo] = useState('');
  const [key, setKey] = useState('');
  const lock = lockKeyIn(key);
  const isWrong = key.trim() !== '' && lock === undefined;
  const [job, setJob] = useState<string>();
  if (job !== undefined) return <Made job={job} onClose={onClose} />;
  return (
    <Form
      confirm={words.make}
      cancel={all.cancel}
      onClose={onClose}
      onSubmit={() => {
        const amount = sum.take();
        if (amount !== undefined && !isWrong) setJob(send(sum.mint, amount, memo.trim(), lock));
      }}
    >
      {sum.fields}
      <Field
        label={words.memo}
        hint={words.hint}
        maxLength={200}
        value={memo}
        onChange={(event) => setMemo(event.target.value)}
      />
      <Field
        exact
        label={words.lock}
        hint={words.lockHint}
        error={isWrong ? words.badLock : undefined}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
    </Form>
  );
}

const NO_TOKEN: CashuToken = { entries: [], failed: [], memo: '' };

function ReceiveForm({ onClose }: FormProps) {
  const locale = useLocale();
  const all = useEcashStrings();
  const { receiving: words } = all;
  const { redeem } = useEcashIntents();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const token = useMemo(() => tokenIn(typed), [typed]);
  const locks = useForeignLocks(token ?? NO_TOKEN);
  const locked = lockWords(all, locks, locale);
  const own = token?.entries.filter((_, at) => locks[at] === undefined) ?? [];
  const failed = token?.failed.length ?? 0;
  return (
    <Form
      confirm={words.redeem}
      cancel={all.cancel}
      onClose={onClose}
      onSubmit={() => {
        setIsWrong(!token);
        if (own.length === 0) return;
        redeem(own);
        onClose();
      }}
    >
      <TextField
        label={words.label}
        hint={words.hint}
        error={isWrong ? words.bad : undefined}
        spellCheck={false}
        autoCapitalize="none"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {failed > 0 && <Notice tone="warning">{words.failed(failed)}</Notice>}
      {locked !== undefined && (
        <Notice tone="warning" announce>
          {locked}
        </Notice>
      )}
    </Form>
  );
}

function PayForm({ mints, onClose }: FormProps) {
  const locale = useLocale();
  const { paying: words, unit, ...all } = useEcashStrings();
  const { pay, cashOut } = useEcashIntents();
  const own = useOwnAddress();
  const sum = useSum(mints, true);
  const [typed, setTyped] = useState(own);
  const [isWrong, setIsWrong] = useState(false);
  const target = payableOf(typed);
  const isPlayMint = mints.find(({ mint }) => mint === sum.mint)?.isPlay === true;
  return (
    <Form
      confirm={words.pay}
      cancel={all.cancel}
      onClose={onClose}
      onSubmit={() => {
        setIsWrong(!target);
        const amount = target?.type === 'invoice' ? target.sats : sum.take();
        if (!target || amount === undefined) return;
        if (target.type === 'invoice') pay(sum.mint, target.invoice, amount);
        else cashOut(sum.mint, target.address, amount);
        onClose();
      }}
    >
      <Field
        exact
        label={words.label}
        hint={
          target?.type === 'invoice'
            ? words.sum(
                unit(fullNumber(target.sats, locale), isPlayMint),
                unit(fullNumber(mostMeltFee(target.sats), locale), isPlayMint),
              )
            : words.hint
        }
        error={isWrong ? words.bad : undefined}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {target?.type === 'invoice' ? sum.select : sum.fields}
    </Form>
  );
}

function AddForm({ mints, onClose }: FormProps) {
  const { adding: words, ...all } = useEcashStrings();
  const { mint } = useEcashIntents();
  const sum = useSum(mints, false);
  const [job, setJob] = useState<string>();
  if (job !== undefined) return <Invoice job={job} onClose={onClose} />;
  return (
    <Form
      confirm={words.make}
      cancel={all.cancel}
      onClose={onClose}
      onSubmit={() => {
        const amount = sum.take();
        if (amount !== undefined) setJob(mint(sum.mint, amount));
      }}
    >
      {sum.fields}
      <p className={styles.small}>{words.hint}</p>
    </Form>
  );
}

/** The token, once created. */
function Made({ job, onClose }: { readonly job: string; readonly onClose: () => void }) {
  const words = useEcashStrings();
  const copyText = useCopy();
  const { record } = useEcashJob(job);
  const token = record?.settled ? tokenOf(record) : undefined;
  return (
    <Shown
      text={token}
      label={words.card.label}
      waiting={words.state.wanted}
      job={job}
      foot={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button
            tone="primary"
            icon="copy"
            disabled={token === undefined}
            onClick={() => copyText(token ?? '', 'token')}
          >
            {words.card.copy}
          </Button>
        </>
      }
    />
  );
}

/** The mint's invoice, until paid. */
function Invoice({ job, onClose }: { readonly job: string; readonly onClose: () => void }) {
  const words = useEcashStrings();
  const copyText = useCopy();
  const { pay } = usePaymentIntents();
  const by = useFundingPayer();
  const locale = useLocale();
  const { record } = useEcashJob(job);
  const [isAsked, setIsAsked] = useState(false);
  const invoice = record?.prepared?.invoice;
  const sats = record?.want.type === 'mint' ? record.want.amount : 0;
  const mint = record?.want.mint ?? '';
  if (record?.settled) return <Notice tone="success">{words.state.settled}</Notice>;
  const payIt = () => {
    if (invoice === undefined || !record || isAsked) return;
    setIsAsked(true);
    pay(
      pressed({ type: 'invoice', invoice, amountMsats: sats * 1_000, payee: record.want.mint }),
      by,
    );
  };
  return (
    <Shown
      text={invoice}
      label={words.adding.invoice}
      waiting={words.state.wanted}
      job={job}
      foot={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button
            icon="copy"
            disabled={invoice === undefined}
            onClick={() => copyText(invoice ?? '', 'invoice')}
          >
            {words.copy}
          </Button>
          {by && (
            <Button tone="primary" busy={isAsked} disabled={invoice === undefined} onClick={payIt}>
              {words.adding.payIt(words.unit(fullNumber(sats, locale), isPlay(mint)))}
            </Button>
          )}
        </>
      }
    >
      {by && <PaymentTerms to={hostOf(mint)} payer={by} parts={[sats]} isPlay={isPlay(mint)} />}
      <p role="status" className={styles.small}>
        {words.adding.waiting}
      </p>
    </Shown>
  );
}

interface ShownProps {
  readonly text: string | undefined;
  readonly label: string;
  readonly waiting: string;
  readonly job: string;
  readonly foot: ReactNode;
  readonly children?: ReactNode;
}

/** The result of a job as QR code and text. Until then, its progress or its error. */
function Shown({ text, label, waiting, job, foot, children }: ShownProps) {
  const words = useEcashStrings();
  const { record } = useEcashJob(job);
  const isRefused = record !== undefined && ecashStateOf(record) === 'refused';
  return (
    <div className={styles.fields}>
      {text !== undefined && (
        <>
          <QrTile text={text} label={label} />
          <p dir="ltr" className={cx(styles.words, styles.line)}>
            {text}
          </p>
          {children}
        </>
      )}
      {text === undefined && !isRefused && (
        <p role="status" className={styles.row}>
          <Spinner /> {waiting}
        </p>
      )}
      {isRefused && record.reason && (
        <Notice tone="danger" announce>
          {words.reason(record.reason)}
        </Notice>
      )}
      <div className={styles.row}>{foot}</div>
    </div>
  );
}

interface FormFrameProps {
  readonly confirm: string;
  readonly cancel: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Form({ confirm, cancel, onSubmit, onClose, children }: FormFrameProps) {
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <div className={styles.row}>
        <Button onClick={onClose}>{cancel}</Button>
        <Button tone="primary" type="submit">
          {confirm}
        </Button>
      </div>
    </form>
  );
}

/**
 * Return the fields for a mint and an amount. `spends`: the balance is the limit. `take` returns
 * the amount, or shows an error.
 */
function useSum(mints: readonly MintBalance[], spends: boolean) {
  const locale = useLocale();
  const words = useEcashStrings();
  const [mint, setMint] = useState(mints[0]?.mint ?? '');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const there = mints.find((one) => one.mint === mint);
  const take = (): number | undefined => {
    const sats = wholeIn(typed, MOST_ECASH) ?? 0;
    const isSum = sats > 0;
    const isTooMuch = spends && sats > (there?.sats ?? 0);
    setError(
      !isSum
        ? words.badAmount
        : isTooMuch
          ? words.tooMuch(words.unit(fullNumber(there?.sats ?? 0, locale), there?.isPlay === true))
          : undefined,
    );
    return isSum && !isTooMuch ? sats : undefined;
  };
  const select = <MintSelect label={words.from} mints={mints} value={mint} onChange={setMint} />;
  const fields = (
    <>
      {select}
      <SatsField
        label={words.amount}
        required
        most={MOST_ECASH}
        error={error}
        typed={typed}
        isPlay={there?.isPlay === true}
        onType={setTyped}
      />
    </>
  );
  return { mint, take, select, fields };
}
