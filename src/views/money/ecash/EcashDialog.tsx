import { type ReactNode, useMemo, useState } from 'react';
import { wholeIn } from '../../../events/core/whole-number.ts';
import { fullNumber } from '../../../events/core/format.ts';
import { mostMeltFee } from '../../../events/money/ecash/melt-fee.ts';
import type { CashuToken } from '../../../events/money/ecash/cashu.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useEcashStrings } from '../../ui/strings/ecash.ts';
import { MintSelect } from './EcashSeed.tsx';
import { SatsField } from '../payments/SatsField.tsx';
import { lockWords } from './lock-words.ts';
import { type MintBalance, useEcashIntents, useForeignLocks, useOwnAddress } from './use-ecash.ts';
import { useReceivable } from './use-known-ecash.ts';
import { isOfSats, lockKeyIn, payableOf, tokenIn } from './ecash-input.ts';
import { useLocale } from '../../ui/strings.ts';
import { Made, Invoice } from './EcashResult.tsx';

import styles from './EcashScreen.module.css';

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
  const own =
    token?.entries.filter((entry, at) => isOfSats(entry) && locks[at] === undefined) ?? [];
  const { fresh, refusal } = useReceivable(own);
  const why = refusal && words[refusal];
  const failed = token?.failed.length ?? 0;
  return (
    <Form
      confirm={words.redeem}
      cancel={all.cancel}
      onClose={onClose}
      onSubmit={() => {
        setIsWrong(!token);
        if (fresh.length === 0) return;
        redeem(fresh);
        onClose();
      }}
    >
      <TextField
        label={words.label}
        hint={words.hint}
        error={isWrong && !token ? words.bad : fresh.length === 0 ? why : undefined}
        spellCheck={false}
        autoCapitalize="none"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {failed > 0 && <Notice tone="warning">{words.failed(failed)}</Notice>}
      {fresh.length > 0 && why !== undefined && <Notice announce>{words.rest}</Notice>}
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
      noValidate
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
        // a single mint is no choice
        {...(mints.length === 1 ? { 'data-autofocus': true } : {})}
      />
    </>
  );
  return { mint, take, select, fields };
}
