import { shownOf } from '../../../events/facts/selectors.ts';
import { readArticle } from '../../../events/reading/article/article.ts';
import { clip } from '../../../events/core/text.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import text from '../../ui/styles/text.module.css';
import { noteTarget } from '../../reading/note/note-link.ts';
import { MiniNote } from '../../reading/note/MiniNote.tsx';
import { type ProfileHandle, useProfileExtra } from './use-profile.ts';
import styles from './ProfileSide.module.css';

/** Two lines cannot show more text. UTF-16 units. */
const SUMMARY = 400;

/** PROFILE-03: the two latest reads and the most liked notes. */
export function ProfileSide({
  pubkey,
  actor,
}: {
  readonly pubkey: string;
  readonly actor: ProfileHandle;
}) {
  const account = useProfileStrings();
  const reads = useProfileExtra(actor, pubkey, 'latestReads');
  const popular = useProfileExtra(actor, pubkey, 'popular');
  return (
    <>
      {reads !== undefined && reads.length > 0 && (
        <SideSection title={account.side.latestReads}>
          <ul>
            {reads.map((id) => (
              <Read key={id} id={id} />
            ))}
          </ul>
        </SideSection>
      )}
      {popular !== undefined && popular.length > 0 && (
        <SideSection title={account.side.popularNotes}>
          <ol>
            {popular.map((id) => (
              <MiniNote key={id} id={id} />
            ))}
          </ol>
        </SideSection>
      )}
    </>
  );
}

function Read({ id }: { readonly id: string }) {
  const hides = useHides();
  const event = useFacts((facts) => shownOf(facts, id, hides));
  if (!event) return null;
  const { title, summary } = readArticle(event);
  return (
    <li className={styles.read}>
      <AppLink to={noteTarget(event)} className={styles.title} dir="auto">
        {title}
      </AppLink>
      <p className={cx(text.small, text.muted, text.clamp2)} dir="auto">
        {clip(summary, SUMMARY)}
      </p>
    </li>
  );
}
