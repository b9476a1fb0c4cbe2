import { addressOf } from '../../../events/nostr/address.ts';
import { fullNumber } from '../../../events/core/format.ts';
import type { SignedEvent, VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  creditedNutzaps,
  type CreditedNutzap,
  type Nutzap,
  type NutzapInfo,
  nutzapsFor,
} from '../../../events/money/nutzaps/nutzap.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useLocale } from '../../ui/strings.ts';
import { useEcashStrings } from '../../ui/strings/ecash.ts';
import rows from '../../ui/styles/person-row.module.css';
import text from '../../ui/styles/text.module.css';
import styles from '../monero/MoneroTips.module.css';
import { sumWords } from '../ecash/sum-words.ts';
import { isPlay } from '../ecash/ecash-input.ts';
import { receiversOf, useProven, useSaidNutzaps, useNutzapRecipient } from './use-event-nutzaps.ts';

const NOBODY: ReadonlyMap<string, NutzapInfo> = new Map();

interface Props {
  readonly event: SignedEvent;
}

/**
 * The nutzaps for a note or an article, apart from its zaps (NIP-61). A nutzap must go to the
 * author or the zap split, at a mint that the recipient accepts. Its mint signature must be
 * verified.
 */
export function EventNutzaps({ event }: Props) {
  const words = useEcashStrings().given;
  const { events, arrival, isFailed, retry } = useSaidNutzaps(event);
  const people = receiversOf(event, events);
  if (people.length > 0)
    return <Taken event={event} said={events} people={people} takers={NOBODY} arrival={arrival} />;
  if (!isFailed) return null;
  return (
    <p>
      {words.failed}{' '}
      <Button compact tone="quiet" onClick={retry}>
        {words.retry}
      </Button>
    </p>
  );
}

interface TakenProps extends Props {
  readonly said: readonly VerifiedEvent[];
  /**
   * `people`: recipients that are still to be looked up. `takers`: where the others accept nutzaps.
   */
  readonly people: readonly string[];
  readonly takers: ReadonlyMap<string, NutzapInfo>;
  /** Ids in order of arrival at the service, if it provides that. */
  readonly arrival: readonly string[] | undefined;
}

/**
 * Looks up one recipient and renders itself for the rest, so that all are looked up at once.
 * Recipients without nutzaps delay nothing.
 */
function Taken({ event, said, people, takers, arrival }: TakenProps) {
  const [pubkey = '', ...others] = people;
  const info = useNutzapRecipient(pubkey);
  const known = info ? new Map(takers).set(pubkey, info) : takers;
  if (others.length > 0)
    return <Taken event={event} said={said} people={others} takers={known} arrival={arrival} />;
  const zaps = nutzapsFor(event, addressOf(event), said, known);
  return zaps.length === 0 ? null : <Proven zaps={zaps} arrival={arrival} />;
}

function Proven({
  zaps,
  arrival,
}: Pick<TakenProps, 'arrival'> & { readonly zaps: readonly Nutzap[] }) {
  const locale = useLocale();
  const words = useEcashStrings();
  // Only valid proofs take credit.
  const proven = creditedNutzaps(useProven(zaps), arrival);
  if (proven.length === 0) return null;
  return (
    <section aria-label={words.given.title}>
      <h3 className={styles.title}>{words.given.title}</h3>
      <div className={styles.list}>
        <div className={cx(text.small, text.muted)}>
          <p>{words.given.sum(proven.length, sumWords(words, proven, locale))}</p>
          <p>{words.given.hint}</p>
        </div>
        <ul aria-label={words.given.title}>
          {proven.map((zap) => (
            <Row key={zap.id} zap={zap} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Row({
  zap: { from, sats, mint, message, at, isContested },
}: {
  readonly zap: CreditedNutzap;
}) {
  const locale = useLocale();
  const { unit, given } = useEcashStrings();
  return (
    <li className={rows.row}>
      {!isContested && <AccountLink pubkey={from} picture="s" />}
      <div className={rows.words}>
        <p className={rows.line}>
          {isContested ? (
            <span>{given.contested}</span>
          ) : (
            <AccountLink pubkey={from} className={cx(text.strong, text.cut)} />
          )}
          <span className={styles.when}>
            <Time at={at} />
          </span>
        </p>
        {message !== '' && !isContested && (
          <p className={rows.message} dir="auto">
            {message}
          </p>
        )}
      </div>
      <span className={rows.amount}>{unit(fullNumber(sats, locale), isPlay(mint))}</span>
    </li>
  );
}
