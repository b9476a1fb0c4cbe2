import { createContext, use, useMemo } from 'react';
import { parseAddress } from '../../../events/nostr/address.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { readArticle } from '../../../events/reading/article/article.ts';
import {
  type Highlight,
  highlightsIn,
  highlightsQuery,
  readHighlight,
  readUnsigned,
} from '../../../events/reading/article/highlight.ts';
import type { Passage } from '../../../events/reading/article/highlight-marks.ts';
import { repliesOf, shownOf } from '../../../events/facts/selectors.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useAccount, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import text from '../../ui/styles/text.module.css';
import { useConfirmations } from '../../publish/outbox/use-confirmations.ts';
import { useOwnHighlights } from '../../publish/outbox/use-own-acts.ts';
import { FoldedText } from '../note/FoldedText.tsx';
import styles from './Highlights.module.css';
import { NoteRow } from '../note/NoteRow.tsx';

/** The highlighted passages of the current article. Their numbers are their positions, from 1. */
export const PassagesContext = createContext<readonly Passage[]>([]);

/**
 * Return the readers' highlights of an article (kind 9802). They are requested with the article.
 */
export function useHighlightsOf(event: VerifiedEvent): readonly Highlight[] {
  const { address } = readArticle(event);
  const { answer } = useLookup(`highlights ${address}`, (viewer) =>
    highlightsQuery(parseAddress(address) ?? { ...event, identifier: '' }, viewer),
  );
  const own = useOwnHighlights(address);
  const ids = useMemo(
    () => [...new Set([...highlightsIn(answer?.events ?? []), ...own.ids])],
    [answer, own],
  );
  const hides = useHides();
  const events = useFactsShallow((facts) => ids.flatMap((id) => shownOf(facts, id, hides) ?? []));
  return useMemo(
    () => [
      ...events.map(readHighlight).filter(({ target }) => target?.key === address),
      ...own.pending.map(({ job, account, draft }) => readUnsigned(draft, job, account)),
    ],
    [events, own, address],
  );
}

const listId = (event: VerifiedEvent, number: number) => `hl-${event.id}-${number}`;
const signId = (event: VerifiedEvent, number: number) => `hl-in-${event.id}-${number}`;

/** At the end of a highlighted passage: a link to its highlighters and their comments. */
export function PassageSign({
  event,
  number,
}: {
  readonly event: VerifiedEvent;
  readonly number: number;
}) {
  const reading = useThreadStrings();
  const people = peopleOf(use(PassagesContext)[number - 1]).length;
  return (
    <a
      id={signId(event, number)}
      href={`#${listId(event, number)}`}
      className={styles.sign}
      aria-label={reading.highlightedBy(people)}
    >
      <Icon name="mark" className={styles.icon} />
      {people}
    </a>
  );
}

/**
 * Every highlighted passage with its highlighter, their comment and the replies. Passages that were
 * edited out are listed only here.
 */
export function Highlights({
  event,
  passages,
}: {
  readonly event: VerifiedEvent;
  readonly passages: readonly Passage[];
}) {
  const reading = useThreadStrings();
  if (passages.length === 0) return null;
  return (
    <section className={styles.section} aria-label={reading.highlights}>
      <h3 className={styles.title}>{reading.highlights}</h3>
      <ol>
        {passages.map((passage, at) => (
          <li
            key={passage.highlights[0]?.id}
            id={listId(event, at + 1)}
            tabIndex={-1}
            className={styles.passage}
          >
            <blockquote className={styles.quote} dir="auto">
              <FoldedText text={passage.text} />
            </blockquote>
            <p className={cx(styles.people, text.small, text.muted)}>
              {peopleOf(passage).map((pubkey) => (
                <AccountLink key={pubkey} pubkey={pubkey} className={text.cut} />
              ))}
              {passage.found ? (
                <a href={`#${signId(event, at + 1)}`}>{reading.inTheText}</a>
              ) : (
                <span>{reading.notInText}</span>
              )}
            </p>
            <RemoveOwnHighlight highlights={passage.highlights} />
            <Comments highlights={passage.highlights} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Buttons that remove the user's own highlights (THREAD-05). */
function RemoveOwnHighlight({ highlights }: { readonly highlights: readonly Highlight[] }) {
  const reading = useThreadStrings();
  const account = useAccount();
  const { askDeletion } = useConfirmations();
  const own = highlights.find(({ pubkey, source }) => source && pubkey === account?.pubkey)?.source;
  if (!own || account?.method === 'readonly') return null;
  return (
    <Button compact tone="quiet" icon="trash" onClick={() => askDeletion(own)}>
      {reading.removeHighlight}
    </Button>
  );
}

function Comments({ highlights }: { readonly highlights: readonly Highlight[] }) {
  const hides = useHides();
  const answers = useFactsShallow((facts) =>
    highlights
      .flatMap(({ id }) => repliesOf(facts, id))
      .filter((id) => shownOf(facts, id, hides) !== undefined),
  );
  const said = highlights.filter(({ comment }) => comment !== '');
  if (said.length === 0 && answers.length === 0) return null;
  return (
    <ul className={styles.comments}>
      {said.map(({ id, pubkey, comment }) => (
        <li key={id} className={styles.comment}>
          <AccountLink pubkey={pubkey} picture="xs" />
          <div>
            <AccountLink pubkey={pubkey} className={text.strong} />
            <p dir="auto">
              <FoldedText text={comment} />
            </p>
          </div>
        </li>
      ))}
      {answers.map((id) => (
        <li key={id} className={styles.answer}>
          <NoteRow id={id} inThread />
        </li>
      ))}
    </ul>
  );
}

function peopleOf(passage: Passage | undefined): readonly string[] {
  return [...new Set(passage?.highlights.map(({ pubkey }) => pubkey))];
}
