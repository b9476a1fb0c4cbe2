import { useId, useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { opensAccount } from '../../../events/core/opening-secrets.ts';
import { wholeIn } from '../../../events/core/whole-number.ts';
import {
  LONGEST_MESSAGE,
  MOST_SATS,
  type ZapOption,
} from '../../../events/settings/zap-settings.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';
import { sharesOf } from '../../../events/money/zaps/shares.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import text from '../../ui/styles/text.module.css';
import { AmountDue } from '../payments/AmountDue.tsx';
import { SatsField } from '../payments/SatsField.tsx';
import { PayerPicker, payerProblem, type PayerChoice } from '../payments/PayerPicker.tsx';
import styles from './ZapDialog.module.css';
import { useLocale } from '../../ui/strings.ts';

/**
 * A zap recipient on screen. `address`: where the sats go, `undefined` if only a nutzap is
 * possible. `picture` passed the url policy.
 */
export interface ZappedPerson {
  readonly pubkey: string;
  readonly name: string;
  readonly picture: readonly string[];
  readonly address: string | undefined;
}

/** A share of a zap (NIP-57 appendix G). `weight`: fraction of all weights. */
export interface ZapShare extends ZappedPerson {
  readonly weight: number;
  /** True if this share is sent as a nutzap (NIP-61). */
  readonly isNutzap: boolean;
}

/** The user's choice: whole sats, and a public message. */
export interface ZapChoice {
  readonly sats: number;
  readonly message: string;
}

interface ZapDialogProps {
  readonly person: ZappedPerson;
  /** Name of a zapped feed, for the title. */
  readonly title?: string | undefined;
  /** If there are several, all shares are listed. */
  readonly shares: readonly ZapShare[];
  /** True if a recipient of the event cannot be paid. */
  readonly isPartial?: boolean;
  /** True while the shares are not known yet. */
  readonly isComing?: boolean;
  readonly options: readonly ZapOption[];
  readonly start: ZapChoice;
  readonly payers: PayerChoice;
  /** Shown before the button. */
  readonly warning?: string | undefined;
  /** True for play money of the page's own service. */
  readonly isPlay: boolean;
  /** Returns the amount in the user's currency. `undefined` if the rate is not known. */
  readonly inMoney: (sats: number) => string | undefined;
  /** True if `start` was set on another device, which is shown. */
  readonly isSetElsewhere?: boolean;
  readonly onZap: (choice: Ours<ZapChoice>) => void;
  readonly onClose: () => void;
}

/**
 * Amount, message, recipients and payer of a zap (ZAP-01). Nothing is sent before the button, which
 * repeats the amount.
 */
export function ZapDialog(props: ZapDialogProps) {
  const {
    person,
    title,
    shares,
    isComing = false,
    options,
    start,
    payers,
    isPlay,
    inMoney,
    onZap,
    onClose,
  } = props;
  const words = useZapStrings();
  const isNutzap = shares.some((share) => share.isNutzap);
  const isMixed = isNutzap && !shares.every((share) => share.isNutzap);
  const [sats, setSats] = useState(start.sats);
  // While the field has text, no preset is selected, even if it has the same amount.
  const [typed, setTyped] = useState(
    options.some(({ amount }) => amount === start.sats) ? '' : String(start.sats),
  );
  const [message, setMessage] = useState(start.message);
  const isChosen = sats > 0;
  const isSecret = opensAccount(message);
  const parts = sharesOf(
    shares.map(({ weight }) => weight),
    sats,
  );
  const fault = payerProblem(payers, parts);
  const sum = words.sats(sats, isPlay);
  const take = (option: ZapOption) => {
    setSats(option.amount);
    setTyped('');
    if (option.message !== '') setMessage(option.message);
  };
  const zap = () => onZap(pressed({ sats, message: message.trim() }));
  return (
    <Dialog
      title={title ?? words.dialog.title(person.name)}
      subtitle={
        isMixed
          ? words.dialog.someNutzaps
          : isNutzap
            ? words.dialog.nutzap
            : (person.address && <bdi dir="ltr">{person.address}</bdi>) ||
              (isComing ? words.dialog.looking : undefined)
      }
      lead={<Avatar pubkey={person.pubkey} name={person.name} src={person.picture} />}
      onClose={onClose}
      foot={
        <Button
          tone="primary"
          icon="zap"
          disabled={!isChosen || isSecret || fault !== undefined}
          busy={isComing}
          onClick={zap}
        >
          {fault !== undefined
            ? words.paidBy[fault]
            : isChosen
              ? words.dialog.zap(sum)
              : words.dialog.choose}
        </Button>
      }
    >
      {props.isSetElsewhere && (
        <Notice>{words.dialog.elsewhere(words.sats(start.sats, isPlay))}</Notice>
      )}
      <Presets options={options} chosen={typed === '' ? sats : 0} isPlay={isPlay} onChoose={take} />
      <OtherAmount
        typed={typed}
        isPlay={isPlay}
        onType={(text) => {
          setTyped(text);
          setSats(wholeIn(text, MOST_SATS) ?? 0);
        }}
      />
      <Field
        label={words.dialog.message}
        value={message}
        maxLength={LONGEST_MESSAGE}
        dir="auto"
        error={isSecret ? words.dialog.secret : undefined}
        after={
          <span className={text.num}>{words.dialog.count(message.length, LONGEST_MESSAGE)}</span>
        }
        onChange={({ target }) => setMessage(target.value)}
      />
      {shares.length > 1 && (
        <Shares shares={shares} parts={parts} isPartial={props.isPartial === true} />
      )}
      <PayerPicker payers={payers} parts={parts} isPlay={isPlay} />
      {props.warning !== undefined && (
        <Notice tone="warning" announce>
          {props.warning}
        </Notice>
      )}
      <AmountDue sats={sats} isPlay={isPlay} money={inMoney(sats)} />
    </Dialog>
  );
}

interface PresetsProps {
  readonly options: readonly ZapOption[];
  readonly chosen: number;
  readonly isPlay: boolean;
  readonly onChoose: (option: ZapOption) => void;
}

/** Radio buttons, so that arrow keys choose. Two presets of the same amount are one choice. */
function Presets({ options, chosen, isPlay, onChoose }: PresetsProps) {
  const locale = useLocale();
  const words = useZapStrings();
  const group = useId();
  const at = options.findIndex(({ amount }) => amount === chosen);
  return (
    <div className={styles.presets} role="radiogroup" aria-label={words.dialog.amounts}>
      {options.map((option, place) => (
        <label key={place} className={cx(styles.preset, place === at && styles.chosen)}>
          <input
            type="radio"
            name={group}
            className={text.hidden}
            aria-label={words.sats(option.amount, isPlay)}
            checked={place === at}
            onChange={() => onChoose(option)}
          />
          <em aria-hidden="true">{option.emoji}</em>
          <span>{fullNumber(option.amount, locale)}</span>
          <small>{words.unit(isPlay)}</small>
        </label>
      ))}
    </div>
  );
}

interface OtherProps {
  readonly typed: string;
  readonly isPlay: boolean;
  readonly onType: (digits: string) => void;
}

/** Empty while a preset is selected. */
function OtherAmount({ typed, isPlay, onType }: OtherProps) {
  const { dialog } = useZapStrings();
  return (
    <SatsField
      label={dialog.another}
      placeholder={dialog.range(MOST_SATS)}
      most={MOST_SATS}
      typed={typed}
      isPlay={isPlay}
      onType={onType}
    />
  );
}

interface SharesProps {
  readonly shares: readonly ZapShare[];
  /** Sats of each share. */
  readonly parts: readonly number[];
  readonly isPartial: boolean;
}

function Shares({ shares, parts, isPartial }: SharesProps) {
  const locale = useLocale();
  const words = useZapStrings();
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0);
  const percent = (weight: number) => Math.round((100 * weight) / whole);
  return (
    <section className={styles.group} aria-label={words.dialog.splits}>
      <p className={text.label}>{words.dialog.splits}</p>
      <ul className={styles.shares}>
        {shares.map(({ pubkey, name, picture, weight, isNutzap }, at) => (
          <li key={pubkey}>
            <Avatar pubkey={pubkey} name={name} src={picture} size="xs" />
            <IsolatedText className={text.cut}>{name}</IsolatedText>
            <span className={cx(text.small, text.muted, text.num)}>
              {isNutzap
                ? words.dialog.percentNutzap(percent(weight))
                : words.dialog.percent(percent(weight))}
            </span>
            <span className={styles.part}>{fullNumber(parts[at] ?? 0, locale)}</span>
          </li>
        ))}
      </ul>
      {isPartial && <p className={cx(text.small, text.muted)}>{words.dialog.others}</p>}
    </section>
  );
}
