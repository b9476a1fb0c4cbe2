import { useMemo, useState } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { proofOfWork } from '../../../events/nostr/proof-of-work.ts';
import { fullNumber, longDate } from '../../../events/core/format.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readZap } from '../../../events/facts/zap.ts';
import { isFollowList } from '../../../events/reading/cards/follow-pack.ts';
import { factsOf } from '../../../events/reading/thread/opened-event.ts';
import { getRow } from '../../../events/core/table.ts';
import { useIsReceiptVerified } from '../../money/zaps/use-verified-zaps.ts';
import { ZapCheck } from '../../money/zaps/ZapCheck.tsx';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { PeopleRows } from '../../publish/lists/PeopleList.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import styles from './EventFacts.module.css';
import { FoldedText } from '../note/FoldedText.tsx';
import { NoteMenu } from '../note/NoteMenu.tsx';
import { ActionBar } from '../note/ActionBar.tsx';
import { hasCard, KindContent } from '../cards/KindContent.tsx';
import { OtherWays } from '../cards/OpenElsewhere.tsx';
import { Quote } from '../note/NoteText.tsx';
import { referenceToken } from '../note/reference-token.ts';
import { Warned } from '../moderation/ContentWarning.tsx';

/** Entries of each list at first. Each press shows as many more. */
const PAGE = 30;
/** Number of targets that are rendered in full. More would be a page of their own. */
const MOST_TARGETS = 3;
/** Maximum number of people on a list. No user follows more at once. */
const MOST_PEOPLE = 1_000;

/** Tags of a receipt that are only for programs. */
const RECEIPT = new Set(['bolt11', 'description', 'preimage', 'P']);

/**
 * An event of any kind on its own page: author, time, content, mentioned people and targets, other
 * apps, and the signed event.
 */
export function EventFacts({ event }: { readonly event: VerifiedEvent }) {
  const locale = useLocale();
  const said = useKindStrings();
  const profile = useFacts((facts) => getRow(facts.profiles, event.pubkey));
  const isCard = hasCard(event.kind);
  return (
    <article className={styles.facts} data-note={event.id}>
      <header className={styles.byline}>
        <AccountLink pubkey={event.pubkey} picture="m" />
        <div className={styles.names}>
          <p className={styles.who}>
            <AccountLink pubkey={event.pubkey} className={cx(text.strong, text.cut)} />
            {profile && <VerifiedMark profile={profile} />}
          </p>
          <p className={cx(text.small, text.muted)}>
            {longDate(event.created_at, locale)}
            {!isCard && ` · ${said.kind(event.kind)}`}
          </p>
        </div>
        <NoteMenu event={event} />
      </header>
      <Warned event={event}>
        {isCard ? <Card event={event} /> : <Facts event={event} />}
        <OtherWays event={event} />
      </Warned>
    </article>
  );
}

/** Kinds whose cards already name everyone. */
const NAMES_PEOPLE: ReadonlySet<number> = new Set([KIND.LiveEvent, KIND.Nutzap]);

/** The card of an event, its actions, and all mentioned people. */
function Card({ event }: { readonly event: VerifiedEvent }) {
  const facts = useMemo(() => factsOf(event), [event]);
  return (
    <>
      <KindContent event={event} lead />
      <div className={styles.acts}>
        <ActionBar event={event} />
      </div>
      {!NAMES_PEOPLE.has(event.kind) && <People event={event} pubkeys={facts.people} />}
    </>
  );
}

/** The plain fields of other events. */
function Facts({ event }: { readonly event: VerifiedEvent }) {
  const said = useKindStrings();
  const facts = useMemo(() => factsOf(event), [event]);
  const work = useMemo(() => proofOfWork(event), [event]);
  const alt = tagValue(event, 'alt')?.trim() ?? '';
  const isEmpty =
    `${facts.title}${alt}${facts.about}` === '' &&
    !facts.sealed &&
    facts.people.length + facts.targets.length === 0 &&
    event.content !== '';
  const rows =
    event.kind === KIND.Zap ? facts.rows.filter(([name]) => !RECEIPT.has(name)) : facts.rows;
  const worked = work ? [[said.work, said.bits(work.difficulty, work.target)] as const] : [];
  return (
    <>
      {facts.title !== '' && (
        <h2 className={styles.title} dir="auto">
          <FoldedText text={facts.title} most={300} />
        </h2>
      )}
      {alt !== '' && alt !== facts.about && (
        <p className={styles.about} dir="auto">
          <FoldedText text={alt} />
        </p>
      )}
      {facts.about !== '' && (
        <p className={styles.about} dir="auto">
          <FoldedText text={facts.about} />
        </p>
      )}
      <ZapLine event={event} />
      {isEmpty && <p className={text.muted}>{said.saysNothing}</p>}
      {facts.sealed && <p className={cx(styles.sealed, text.muted)}>{said.sealed}</p>}
      {facts.targets.slice(0, MOST_TARGETS).map((target) => (
        <Quote key={target.key} token={referenceToken(target)} depth={1} />
      ))}
      <People event={event} pubkeys={facts.people} />
      <Rows
        rows={[
          ...facts.targets
            .slice(MOST_TARGETS)
            .map(({ type, key }) => [type === 'event' ? 'e' : 'a', key] as const),
          ...worked,
          ...rows,
        ]}
      />
    </>
  );
}

function ZapLine({ event }: { readonly event: VerifiedEvent }) {
  const locale = useLocale();
  const said = useKindStrings();
  const zap = useMemo(() => readZap(event), [event]);
  const isHeld = useIsReceiptVerified(zap);
  if (!zap || !isHeld) return null;
  return (
    <p className={styles.about} dir="auto">
      <AccountLink pubkey={zap.sender} className={text.strong} />{' '}
      {said.zapped(fullNumber(Math.floor(zap.amountMsats / 1_000), locale))}
      {zap.message !== '' && (
        <>
          {': '}
          <FoldedText text={zap.message} />
        </>
      )}{' '}
      <ZapCheck zap={zap} />
    </p>
  );
}

interface PeopleProps {
  readonly event: VerifiedEvent;
  readonly pubkeys: readonly string[];
}

function People({ event, pubkeys }: PeopleProps) {
  if (pubkeys.length === 0) return null;
  return isFollowList(event) ? (
    <FollowList event={event} pubkeys={pubkeys} />
  ) : (
    <Named pubkeys={pubkeys} />
  );
}

/**
 * A list of people: the user can follow each, or all at once (PROFILE-07). Loads unknown profiles.
 */
function FollowList({ event, pubkeys }: PeopleProps) {
  const said = useKindStrings();
  const people = useMemo(() => pubkeys.slice(0, MOST_PEOPLE), [pubkeys]);
  useLookup(`people:${event.id}`, () => query('user_infos', { pubkeys: people }));
  return (
    <section className={styles.list}>
      <PeopleRows people={people} label={said.people(people.length)} all />
    </section>
  );
}

function Named({ pubkeys }: Pick<PeopleProps, 'pubkeys'>) {
  const said = useKindStrings();
  const { shown, more } = usePages(pubkeys);
  return (
    <section className={styles.section}>
      <h3 className={text.label}>{said.people(pubkeys.length)}</h3>
      <ul>
        {shown.map((pubkey) => (
          <li key={pubkey} className={styles.person}>
            <AccountLink pubkey={pubkey} picture="s" />
            <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

function Rows({ rows }: { readonly rows: ReadonlyArray<readonly [name: string, value: string]> }) {
  const said = useKindStrings();
  const { shown, more } = usePages(rows);
  if (rows.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={text.label}>{said.details}</h3>
      <dl className={styles.rows}>
        {shown.map(([name, value], at) => (
          <div key={at}>
            <dt className={cx(text.small, text.muted)}>
              <bdi dir="auto">
                <BreakableText text={name.slice(0, 60)} />
              </bdi>
            </dt>
            <dd dir="auto">
              <FoldedText text={value} most={300} />
            </dd>
          </div>
        ))}
      </dl>
      {more}
    </section>
  );
}

function usePages<T>(all: readonly T[]) {
  const { reading } = useStrings();
  const [pages, setPages] = useState(1);
  const shown = all.slice(0, pages * PAGE);
  const more = shown.length < all.length && (
    <button type="button" className={styles.more} onClick={() => setPages((count) => count + 1)}>
      {reading.seeMore}
    </button>
  );
  return { shown, more };
}
