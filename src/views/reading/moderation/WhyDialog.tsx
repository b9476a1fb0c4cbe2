import type { ReactNode } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { repostersOf } from '../../../events/reading/thread/reposters.ts';
import { listOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Icon, type IconName } from '../../ui/display/Icon.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useWhyStrings } from '../../ui/strings/why.ts';
import { ReasonLine } from './ModerationReason.tsx';
import styles from './WhyDialog.module.css';

/**
 * Explains step by step why a note is shown: who brought it, and how the reader's lists judge it
 * (BEYOND-08).
 */
export function WhyDialog({
  event,
  onClose,
}: {
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}) {
  const words = useWhyStrings();
  const { pubkey, id } = event;
  const judged = useHides()?.moderate(event);
  const reasons = judged?.reasons ?? [];
  const follows = useFollows();
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  const reposters = useFactsShallow((facts) => repostersOf(facts, id));
  // Name people that the reader follows first.
  const [by, ...others] = reposters.toSorted(
    (a, b) => Number(follows.has(b)) - Number(follows.has(a)),
  );
  const reposter = useFacts((facts) =>
    by === undefined ? '' : displayNameOf(getRow(facts.profiles, by), by),
  );
  const isScored = useFacts((facts) => (getRow(facts.stats, id)?.score24h ?? 0) > 0);
  return (
    <Dialog title={words.title} size="small" onClose={onClose}>
      <ul className={styles.steps}>
        {follows.has(pubkey) && <Step icon="follow">{words.followed(name)}</Step>}
        {by !== undefined && <Step icon="repost">{words.reposted(reposter, others.length)}</Step>}
        {isScored && <Step icon="zap">{words.scored}</Step>}
        {reasons.map((reason) => (
          <Step key={reason.code} icon={reason.code === 'warned' ? 'eye-off' : 'filter'}>
            <ReasonLine reason={reason} />
          </Step>
        ))}
        {judged !== undefined && !reasons.some(({ code }) => code !== 'warned') && (
          <Step icon="filter">{words.unhidden}</Step>
        )}
        <Step icon="shield">{words.served}</Step>
      </ul>
    </Dialog>
  );
}

function Step({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li className={styles.step} dir="auto">
      <Icon name={icon} className={styles.icon} />
      <span>{children}</span>
    </li>
  );
}

const NOBODY: ReadonlySet<string> = new Set();

/** Return the people that the reader follows. */
function useFollows(): ReadonlySet<string> {
  const account = useAccount();
  const list = useFacts((facts) => account && listOf(facts, KIND.Contacts, account.pubkey));
  return list
    ? new Set(list.tags.flatMap(([tag, pubkey = '']) => (tag === 'p' ? [pubkey] : [])))
    : NOBODY;
}
