import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import type { CatchUp, MissedBy } from '../../../events/reading/feed/catch-up.ts';
import { useFacesOf } from '../../account/profile/faces.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { AvatarStack } from '../../ui/display/AvatarStack.tsx';
import { useCatchUpStrings } from '../../ui/strings/catch-up.ts';
import text from '../../ui/styles/text.module.css';
import styles from './CatchUp.module.css';
import { MiniNote } from '../note/MiniNote.tsx';
import { useLocale } from '../../ui/strings.ts';

/** Number of authors that are named at once. The rest share one row. */
const NAMED = 4;

/** Missed notes, grouped by author and by engagement. */
export function CatchUpGroups({ missed: { authors, heaviest } }: { readonly missed: CatchUp }) {
  const locale = useLocale();
  const words = useCatchUpStrings();
  const [isWhole, setIsWhole] = useState(false);
  const rest = authors.slice(NAMED);
  return (
    <>
      <h3 className={styles.heading}>
        {words.byAuthor} <span>{words.notes}</span>
      </h3>
      <ul>
        {authors.slice(0, isWhole ? authors.length : NAMED).map((by) => (
          <Voice key={by.pubkey} by={by} />
        ))}
        {!isWhole && rest.length > 0 && (
          <li>
            <Others authors={rest} onOpen={() => setIsWhole(true)} />
          </li>
        )}
      </ul>
      {heaviest.length > 0 && (
        <>
          <h3 className={styles.heading}>
            {words.byWeight} <span>{words.byWeightNote}</span>
          </h3>
          <ol>
            {heaviest.map(({ note, share }) => (
              <li key={note.id} className={styles.heavy}>
                <ul>
                  <MiniNote id={note.id} />
                </ul>
                <span className={styles.weigh}>
                  <meter
                    className={styles.bar}
                    min={0}
                    max={1}
                    value={share}
                    aria-label={words.byWeight}
                  />
                  <span className={cx(text.small, text.muted)}>
                    {words.weighed(note.replies, note.likes, fullNumber(note.satszapped, locale))}
                  </span>
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

/** One author's notes: the newest one, and all of them after a press. */
function Voice({ by: { pubkey, ids } }: { readonly by: MissedBy }) {
  const locale = useLocale();
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? ids : ids.slice(0, 1);
  return (
    <li className={styles.voice}>
      <p className={styles.who}>
        <AccountLink pubkey={pubkey} picture="s" />
        <AccountLink pubkey={pubkey} className={cx(text.strong, text.cut)} />
        <button
          type="button"
          className={styles.count}
          aria-expanded={isOpen}
          disabled={ids.length < 2}
          onClick={() => setIsOpen(!isOpen)}
        >
          {fullNumber(ids.length, locale)}
        </button>
      </p>
      <ul className={styles.said}>
        {shown.map((id) => (
          <MiniNote key={id} id={id} />
        ))}
      </ul>
    </li>
  );
}

function Others({
  authors,
  onOpen,
}: {
  readonly authors: readonly MissedBy[];
  readonly onOpen: () => void;
}) {
  const locale = useLocale();
  const words = useCatchUpStrings();
  const faces = useFacesOf(authors.slice(0, 4).map(({ pubkey }) => pubkey));
  return (
    <button type="button" className={styles.others} onClick={onOpen}>
      <AvatarStack faces={faces} size="xs" most={4} />
      <span>{words.more(authors.length)}</span>
      <span className={styles.sum}>
        {fullNumber(
          authors.reduce((sum, { ids }) => sum + ids.length, 0),
          locale,
        )}
      </span>
    </button>
  );
}
