import { useId } from 'react';
import { fullNumber } from '../../events/core/format.ts';
import { quotationMarks } from '../../events/core/quotes.ts';
import { tagValue, type VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { notePath, profilePath } from '../../events/account/profile/profile-path.ts';
import type { NotificationGroup } from '../../events/notifications/groups.ts';
import { formOf, type Notification } from '../../events/notifications/notification.ts';
import { readArticle } from '../../events/reading/article/article.ts';
import { tokenize } from '../../events/reading/content/content.ts';
import { warningOf } from '../../events/reading/moderation/content-warning.ts';
import { firstWords } from '../../events/reading/content/shorten.ts';
import { lineOf } from '../../events/reading/content/line-of.ts';
import { noteOf, shownOf, zapsOf } from '../../events/facts/selectors.ts';
import type { Seconds } from '../../events/core/time.ts';
import { AccountLink } from '../account/profile/AccountLink.tsx';
import { useFacesOf } from '../account/profile/faces.ts';
import { useFacts, useFactsShallow } from '../ui/hooks/app-context.ts';
import { AppLink } from '../ui/navigation/AppLink.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { AvatarStack } from '../ui/display/AvatarStack.tsx';
import { Icon, type IconName } from '../ui/display/Icon.tsx';
import { Time } from '../ui/display/Time.tsx';
import { VisuallyHidden } from '../ui/display/VisuallyHidden.tsx';
import { useHides } from '../ui/hooks/shell-context.ts';
import { useNotificationStrings } from '../ui/strings/notifications.ts';
import text from '../ui/styles/text.module.css';
import { useVerifiedZaps } from '../money/zaps/use-verified-zaps.ts';
import { Inline } from '../account/text/InlineText.tsx';
import { noteTarget } from '../reading/note/note-link.ts';
import { useOpeningRow } from '../reading/note/use-row-link.ts';
import styles from './Row.module.css';
import { useThing } from './use-subject-words.ts';
import { useLocale } from '../ui/strings.ts';

const ICONS: Readonly<Record<ReturnType<typeof formOf>['act'], IconName>> = {
  followed: 'follow',
  unfollowed: 'unfollow',
  zapped: 'zap',
  liked: 'like',
  reposted: 'repost',
  replied: 'reply',
  mentioned: 'at',
  quoted: 'quote',
  highlighted: 'pen',
  bookmarked: 'bookmark',
  reacted: 'smile',
  live: 'play',
};

const FACES = 5;
const WORDS = 40;

interface GroupRowProps {
  readonly group: NotificationGroup;
  /** True if the row does not distinguish new from seen. */
  readonly isPlain: boolean;
}

/** Several reactions to one event: avatars, one sentence, the event (NOTIF-01). */
export function GroupRow({ group, isPlain }: GroupRowProps) {
  const words = useNotificationStrings();
  const nameId = useId();
  const { members, actors, isNew } = group;
  const [first] = members;
  const { act } = formOf(first.type);
  const faces = useFacesOf(actors.slice(0, FACES));
  const hides = useHides();
  const event = useFacts((facts) =>
    first.target === undefined ? undefined : shownOf(facts, first.target, hides),
  );
  const passage = useFacts((facts) =>
    act === 'highlighted' && first.about !== undefined
      ? shownOf(facts, first.about, hides)
      : undefined,
  );
  const excerpt = passage?.kind === KIND.Highlight ? passage : event;
  const place = placeOf(first, event);
  const opening = useOpeningRow(place);
  return (
    <article
      className={cx(styles.row, !isNew && !isPlain && styles.seen)}
      tabIndex={0}
      data-row={group.id}
      aria-labelledby={nameId}
      {...opening}
    >
      {isNew && <span className={styles.dot} aria-hidden />}
      <Icon
        name={ICONS[act]}
        size="l"
        className={cx(styles.icon, act === 'zapped' && styles.bolt)}
      />
      <div className={styles.body}>
        <div className={styles.faces}>
          <AvatarStack faces={faces} size="s" most={FACES} />
          <When at={first.at} place={first.target === undefined ? undefined : place} />
        </div>
        <p id={nameId} className={styles.said}>
          {isNew && <VisuallyHidden>{words.isNew} </VisuallyHidden>}
          <Actors actors={actors} /> <GroupSentence group={group} event={event} />
        </p>
        {group.sats > 0 && <Amount group={group} />}
        {excerpt && <Excerpt event={excerpt} />}
      </div>
    </article>
  );
}

/** The time, which links to the target event. */
function When({ at, place }: { readonly at: Seconds; readonly place: string | undefined }) {
  if (place === undefined) return <Time at={at} />;
  return (
    <AppLink to={place} data-open>
      <Time at={at} />
    </AppLink>
  );
}

/**
 * The names of one or two people. Of more, the first one or two if there is room, and the number of
 * others.
 */
function Actors({ actors }: { readonly actors: readonly string[] }) {
  const words = useNotificationStrings();
  const [one = '', two] = actors;
  const first = <AccountLink pubkey={one} className={styles.name} />;
  if (two === undefined) return first;
  const second = <AccountLink pubkey={two} className={styles.name} />;
  if (actors.length === 2)
    return (
      <>
        {first}
        {words.and}
        {second}
      </>
    );
  return (
    <>
      {first}
      {words.between}
      {second} {words.others(actors.length - 2)}
    </>
  );
}

function GroupSentence({
  group,
  event,
}: {
  readonly group: NotificationGroup;
  readonly event: VerifiedEvent | undefined;
}) {
  const words = useNotificationStrings();
  const { members, actors } = group;
  const { type, emoji } = members[0];
  const { act, of } = formOf(type);
  const thing = useThing(of, event);
  return emoji === ''
    ? words.actions[act](thing, actors.length)
    : words.reactedWith(thing, emoji, actors.length);
}

/**
 * Sats as claimed by the service. The message of a single zap needs a receipt that the recipient's
 * provider signed (INV-VERIFIED, ZAP-05).
 */
function Amount({ group }: { readonly group: NotificationGroup }) {
  const locale = useLocale();
  const words = useNotificationStrings();
  const { members, sats } = group;
  const [first, second] = members;
  const said = useFactsShallow((facts) =>
    second === undefined && first.target !== undefined
      ? zapsOf(facts, first.target).filter(
          ({ sender, amountMsats }) =>
            sender === first.actor && Math.floor(amountMsats / 1_000) === sats,
        )
      : [],
  );
  const message = useVerifiedZaps(said).zaps[0]?.message ?? '';
  const largest = members.toSorted((a, b) => b.sats - a.sats)[0];
  return (
    <p className={styles.amount}>
      <b>{words.sats(fullNumber(sats, locale))}</b>
      {message !== '' && <span dir="auto">{message}</span>}
      {second && largest && (
        <span>
          {words.largest(fullNumber(largest.sats, locale))} <AccountLink pubkey={largest.actor} />
        </span>
      )}
    </p>
  );
}

/** The first words of the target event, or its highlighted passage. */
function Excerpt({ event }: { readonly event: VerifiedEvent }) {
  const [opening, closing] = quotationMarks(useLocale());
  if (warningOf(event) !== undefined) return null;
  if (event.kind === KIND.LongForm)
    return (
      <p className={cx(styles.about, text.clamp2)} dir="auto">
        <b>{readArticle(event).title}</b>
      </p>
    );
  if (event.kind === KIND.LiveEvent)
    return (
      <p className={cx(styles.about, text.clamp2)} dir="auto">
        {tagValue(event, 'title')}
      </p>
    );
  const { tokens, cut } = firstWords(tokenize(lineOf(event), location.origin), WORDS);
  if (tokens.length === 0) return null;
  return (
    <p className={cx(styles.about, text.clamp2)} dir="auto">
      {opening}
      <Inline tokens={tokens} plain />
      {cut && '…'}
      {closing}
    </p>
  );
}

/** Return the link of the row: the target event, else the person. */
function placeOf({ target, actor }: Notification, event: VerifiedEvent | undefined): string {
  if (event) return noteTarget(event);
  return target === undefined ? profilePath(actor, undefined) : notePath(target);
}

/** Return a referenced event, if it is loaded. */
export function useNamed(id: string | undefined): VerifiedEvent | undefined {
  return useFacts((facts) => (id === undefined ? undefined : noteOf(facts, id)));
}
