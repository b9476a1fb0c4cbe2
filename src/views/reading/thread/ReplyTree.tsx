import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import {
  type Branch,
  MOST_DEPTH,
  MOST_REPLIES,
} from '../../../events/reading/thread/reply-tree.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacesOf } from '../../account/profile/faces.ts';
import { useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { AvatarStack } from '../../ui/display/AvatarStack.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import text from '../../ui/styles/text.module.css';
import pills from '../feed/NewNotes.module.css';
import { NearContext, useAway, useNearRows } from '../feed/near-rows.ts';
import { NoteRow } from '../note/NoteRow.tsx';
import styles from './ReplyTree.module.css';
import { Unfiltered } from './Unfiltered.tsx';
import {
  hasEarlier,
  type Thread,
  threadIntents,
  useBranch,
  type useReplies,
  useThreadItems,
} from './use-thread.ts';

interface TreeProps {
  readonly thread: Thread;
  readonly replies: Pick<
    ReturnType<typeof useReplies>,
    'branches' | 'folded' | 'asked' | 'known' | 'hiddenTo'
  >;
}

/** Replies with their own replies below them (THREAD-01). */
export function ReplyTree({
  thread,
  replies,
  root,
  label,
}: TreeProps & { readonly root: string; readonly label: string }) {
  const near = useNearRows(useMemo(() => firstOf(replies.branches), [replies.branches]));
  return (
    <NearContext value={near}>
      <ol aria-label={label}>
        {replies.branches.map((branch) => (
          <BranchView key={branch.id} branch={branch} to={root} thread={thread} replies={replies} />
        ))}
      </ol>
    </NearContext>
  );
}

/** Number of rows that fill a window, and a few more. */
const FIRST = 15;

function firstOf(branches: readonly Branch[], found = new Set<string>()): ReadonlySet<string> {
  for (const { id, branches: below } of branches) {
    if (found.size >= FIRST) break;
    firstOf(below, found.add(id));
  }
  return found;
}

function BranchView({
  branch,
  to,
  thread,
  replies,
}: TreeProps & { readonly branch: Branch; readonly to: string }) {
  const words = useThreadStrings();
  const { id, branches, below, depth } = branch;
  const isOnItsWay = replies.asked.get(to) === true || replies.asked.get(id) === true;
  const claimed = useKept(
    useFacts((facts) => getRow(facts.stats, id)?.replies ?? 0),
    isOnItsWay,
  );
  const hidden = useKept(replies.hiddenTo.get(id) ?? 0, isOnItsWay);
  const missing = claimed - (replies.known.get(id) ?? 0);
  const isFolded = replies.folded.has(id);
  const isAsked = replies.asked.has(id);
  const count = Math.max(below, claimed);
  const isShown = !isFolded && (below > 0 || isAsked);
  const [box, away] = useAway(id);
  return (
    <li className={styles.branch}>
      <div ref={box} style={{ height: away }}>
        <NoteRow id={id} inThread isAway={away !== undefined} />
      </div>
      {count > 0 && depth >= MOST_DEPTH && (
        <p className={styles.line}>
          <AppLink to={notePath(id)} className={cx(text.small, text.link)}>
            {words.continue(count)}
          </AppLink>
        </p>
      )}
      {count > 0 && depth < MOST_DEPTH && (
        <p className={styles.line} data-fold>
          {isShown ? (
            <Button
              compact
              tone="quiet"
              icon="up"
              aria-expanded
              onClick={() => threadIntents.fold(thread, id)}
            >
              {words.hideReplies}
            </Button>
          ) : (
            <Button
              compact
              tone="quiet"
              icon="down"
              aria-expanded={false}
              onClick={() =>
                below > 0 ? threadIntents.unfold(thread, id) : threadIntents.ask(thread, id)
              }
            >
              {words.showReplies(count)}
            </Button>
          )}
        </p>
      )}
      {isShown && depth < MOST_DEPTH && (
        <>
          {below > 0 && (
            <ol aria-label={words.repliesTo} className={styles.below}>
              {branches.map((one) => (
                <BranchView key={one.id} branch={one} to={id} thread={thread} replies={replies} />
              ))}
            </ol>
          )}
          {isAsked ? (
            <Rest id={id} thread={thread} missing={missing} hidden={hidden} />
          ) : (
            missing > 0 && (
              <p className={styles.line}>
                <Button compact tone="quiet" onClick={() => threadIntents.ask(thread, id)}>
                  {words.moreReplies(missing)}
                </Button>
              </p>
            )
          )}
        </>
      )}
    </li>
  );
}

/**
 * Return the number of replies to a reply, frozen at the request or at the reply's arrival. A count
 * that grows later must not insert lines between those that are being read.
 */
function useKept(count: number, isOnItsWay: boolean): number {
  const [kept, keep] = useState(count);
  if (isOnItsWay && kept !== count) keep(count);
  return kept;
}

interface RestProps {
  readonly id: string;
  readonly thread: Thread;
  /**
   * Direct replies that the service counts but that are not loaded, and those that the reader's
   * lists hide.
   */
  readonly missing: number;
  readonly hidden: number;
}

/**
 * The end of a branch whose replies were requested: a button for more, an error, or a note about
 * missing ones.
 */
function Rest({ id, thread, missing, hidden }: RestProps) {
  const words = useThreadStrings();
  const { isComing, isFailed, isWhole, more } = useBranch(thread, id);
  if (isComing)
    return (
      <p className={cx(styles.line, styles.said, text.small, text.muted)} role="status">
        {words.repliesComing}
      </p>
    );
  if (isFailed)
    return (
      <p className={cx(styles.line, styles.said, text.small, text.muted)} role="alert">
        {words.repliesFailed}
        <Button compact tone="quiet" onClick={more}>
          {words.tryAgain}
        </Button>
      </p>
    );
  if (!isWhole)
    return (
      <p className={styles.line}>
        <Button compact tone="quiet" onClick={more}>
          {words.moreReplies(Math.max(1, missing))}
        </Button>
      </p>
    );
  if (missing <= 0 && hidden === 0) return null;
  const said = (
    <p className={cx(styles.line, styles.said, text.small, text.muted)}>
      {words.unshown({ hidden, missing: Math.max(0, missing) })}
    </p>
  );
  return missing > 0 ? <Unfiltered id={id}>{said}</Unfiltered> : said;
}

/** Requests older replies, if there are any and the thread has room. */
export function EarlierReplies({
  thread,
  isCut,
}: {
  readonly thread: Thread;
  readonly isCut: boolean;
}) {
  const words = useThreadStrings();
  const isEarlier = hasEarlier(useThreadItems(thread));
  if (isCut)
    return (
      <p className={cx(styles.newest, text.small, text.muted)}>
        {words.newestReplies(MOST_REPLIES)}
      </p>
    );
  if (!isEarlier) return null;
  return (
    <Button wide tone="quiet" onClick={() => threadIntents.earlier(thread)}>
      {words.earlierReplies}
    </Button>
  );
}

const FACES = 3;

/**
 * The number of waiting replies and their authors (THREAD-01). They wait because they would move
 * the text that is being read. Pressing shows them and scrolls to the first.
 */
export function NewReplies({
  thread,
  waiting,
}: {
  readonly thread: Thread;
  readonly waiting: readonly string[];
}) {
  const words = useThreadStrings();
  const authors = useFactsShallow((facts) =>
    [...new Set(waiting.flatMap((id) => noteOf(facts, id)?.pubkey ?? []))].slice(0, FACES),
  );
  const faces = useFacesOf(authors);
  const [wanted, setWanted] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row =
      wanted === undefined
        ? undefined
        : place.current?.parentElement?.querySelector<HTMLElement>(`[data-note="${wanted}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView?.({ block: 'center' });
  }, [wanted]);
  const show = () => {
    threadIntents.showNew(thread);
    setWanted(waiting[0]);
  };
  return (
    <div ref={place} className={pills.slot} role="status">
      {waiting.length > 0 && (
        <button type="button" className={pills.pill} onClick={show}>
          <AvatarStack faces={faces} most={FACES} className={pills.faces} />
          {words.newReplies(waiting.length)}
        </button>
      )}
    </div>
  );
}
