import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { aboutOf, displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import { shortNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { firstWords } from '../../../events/reading/content/shorten.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { placeBeside } from '../../ui/controls/popover-box.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { Inline } from '../../account/text/InlineText.tsx';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import type { Anchor } from './PersonCards.tsx';
import styles from './PersonCard.module.css';
import { AddressOf } from '../../account/profile/PersonLine.tsx';
import { useMutuals } from '../../account/profile/use-mutuals.ts';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useLocale } from '../../ui/strings.ts';
import { formatList } from '../../../events/core/format-list.ts';

interface PersonCardProps {
  readonly anchor: Anchor;
  readonly onLeave: () => void;
}

/**
 * A preview of a person beside a link to them. Tab from the link enters it, Esc and Tab out of it
 * return.
 */
export function PersonCard({ anchor: { link, pubkey }, onLeave }: PersonCardProps) {
  const words = useProfileStrings();
  const box = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(onLeave);
  // Loads the profile and its counts if necessary.
  useLookup(`person ${pubkey}`, (viewer) => query('user_profile', { pubkey, user_pubkey: viewer }));
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  useLayoutEffect(() => {
    const card = box.current;
    if (!card) return undefined;
    card.showPopover?.();
    const stay = () => placeBeside(card, link, 'start');
    stay();
    const watch = new ResizeObserver(stay);
    watch.observe(card);
    return () => watch.disconnect();
  }, [link]);
  useEffect(() => {
    const keys = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        if (box.current?.contains(document.activeElement)) link.focus();
        leave();
      } else if (event.key === 'Tab' && !event.shiftKey && document.activeElement === link) {
        const first = stopsIn(box.current)[0];
        if (first) event.preventDefault();
        first?.focus();
      }
    };
    // Runs before the page's own shortcuts, which do not know the card.
    document.addEventListener('keydown', keys, true);
    return () => document.removeEventListener('keydown', keys, true);
  }, [link]);
  const around = (event: KeyboardEvent) => {
    const stops = stopsIn(box.current);
    const isOut = document.activeElement === (event.shiftKey ? stops[0] : stops.at(-1));
    if (event.key !== 'Tab' || !isOut) return;
    // From the link, the browser continues to the next element.
    link.focus();
    if (event.shiftKey) event.preventDefault();
    onLeave();
  };
  return (
    <div
      ref={box}
      popover="manual"
      data-card
      className={styles.card}
      role="dialog"
      aria-label={name}
      onKeyDown={around}
      onPointerLeave={onLeave}
    >
      <div className={styles.top}>
        <AccountLink pubkey={pubkey} picture="l" />
        <FollowButton pubkey={pubkey} compact />
      </div>
      <p className={styles.name}>
        <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
        {profile && <VerifiedMark profile={profile} />}
      </p>
      <p className={styles.address}>
        <AddressOf pubkey={pubkey} />
      </p>
      {profile && profile.about !== '' && <About profile={profile} />}
      <Counts pubkey={pubkey} />
      <Mutuals pubkey={pubkey} said={words.followedBy} />
    </div>
  );
}

const WORDS = 40;

function About({ profile }: { readonly profile: Profile }) {
  const { tokens, cut } = firstWords(tokenize(aboutOf(profile), location.origin), WORDS);
  return (
    <p className={cx(styles.about, text.clamp3)} dir="auto">
      <Inline tokens={tokens} plain />
      {cut && '…'}
    </p>
  );
}

/** The line is reserved until the counts are known. */
function Counts({ pubkey }: { readonly pubkey: string }) {
  const locale = useLocale();
  const words = useProfileStrings();
  const stats = useFacts((facts) => getRow(facts.userStats, pubkey));
  return (
    <p className={cx(styles.counts, text.small, text.muted)}>
      {stats && (
        <>
          <b>{shortNumber(stats.follows, locale)}</b> {words.tabs.following}{' '}
          <b>{shortNumber(stats.followers, locale)}</b> {words.followersOf(stats.followers)}
        </>
      )}
    </p>
  );
}

const NAMED = 2;

function Mutuals({
  pubkey,
  said,
}: {
  readonly pubkey: string;
  readonly said: (names: string, others: number) => string;
}) {
  const locale = useLocale();
  const mutuals = useMutuals(pubkey);
  if (mutuals.length === 0) return null;
  return (
    <p className={cx(text.small, text.muted, text.clamp2)} dir="auto">
      {said(formatList(mutuals.slice(0, NAMED), locale), Math.max(0, mutuals.length - NAMED))}
    </p>
  );
}

function stopsIn(box: Element | null): readonly HTMLElement[] {
  return [
    ...(box?.querySelectorAll<HTMLElement>('a[href]:not([tabindex="-1"]), button:not(:disabled)') ??
      []),
  ];
}
