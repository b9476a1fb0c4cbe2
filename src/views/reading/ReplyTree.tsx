import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { notePath } from '../../events/account/verified-name.ts';
import { type Branch, MOST_DEPTH } from '../../events/reading/reply-tree.ts';
import { noteOf } from '../../events/selectors.ts';
import { getRow } from '../../events/table.ts';
import { useFacesOf } from '../account/faces.ts';
import { useFacts, useFactsShallow } from '../app/app-context.ts';
import { AppLink } from '../app/AppLink.tsx';
import { cx } from '../app/class-names.ts';
import { AvatarStack } from '../app/primitives/AvatarStack.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { useThreadStrings } from '../app/strings/thread.ts';
import text from '../app/styles/text.module.css';
import pills from './NewNotes.module.css';
import { NearContext, useAway, useNearRows } from './near-rows.ts';
import { NoteRow } from './NoteRow.tsx';
import styles from './ReplyTree.module.css';
import { hasEarlier, type Thread, threadIntents, useBranch, type useReplies, useThreadItems } from './use-thread.ts';

interface TreeProps {
  readonly thread: Thread;
  readonly replies: Pick<ReturnType<typeof useReplies>, 'branches' | 'folded' | 'asked' | 'known'>;
}

/** Replies with what answers them below them (THREAD-01). */
export function ReplyTree({ thread, replies, root, label }: TreeProps & { readonly root: string; readonly label: string }) {
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

/** Rows that a window shows at first, and some more. */
const FIRST = 15;

function firstOf(branches: readonly Branch[], found = new Set<string>()): ReadonlySet<string> {
  for (const { id, branches: below } of branches) {
    if (found.size >= FIRST) break;
    firstOf(below, found.add(id));
  }
  return found;
}

function BranchView({ branch, to, thread, replies }: TreeProps & { readonly branch: Branch; readonly to: string }) {
  const words = useThreadStrings();
  const { id, branches, below, depth } = branch;
  const claimed = useClaimed(id, replies.asked.get(to) === true || replies.asked.get(id) === true);
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
            <Button compact tone="quiet" icon="up" aria-expanded onClick={() => threadIntents.fold(thread, id)}>
              {words.hideReplies}
            </Button>
          ) : (
            <Button
              compact
              tone="quiet"
              icon="down"
              aria-expanded={false}
              onClick={() => (below > 0 ? threadIntents.unfold(thread, id) : threadIntents.ask(thread, id))}
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
            <Rest id={id} thread={thread} known={replies.known.get(id) ?? 0} claimed={claimed} />
          ) : (
            claimed > (replies.known.get(id) ?? 0) && (
              <p className={styles.line}>
                <Button compact tone="quiet" onClick={() => threadIntents.ask(thread, id)}>
                  {words.moreReplies(claimed - (replies.known.get(id) ?? 0))}
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
 * How many replies the service counts to a reply, as it did when they were asked for, or the reply itself was: a count that grows while one reads
 * puts no line between the lines that are read.
 */
function useClaimed(id: string, isAsked: boolean): number {
  const claimed = useFacts((facts) => getRow(facts.stats, id)?.replies ?? 0);
  const [kept, keep] = useState(claimed);
  if (isAsked && kept !== claimed) keep(claimed);
  return kept;
}

interface RestProps {
  readonly id: string;
  readonly thread: Thread;
  /** Direct replies that are shown, and those that the service counts. */
  readonly known: number;
  readonly claimed: number;
}

/** What else there is below a reply whose replies were asked for: more of them, a failure, or what did not come. */
function Rest({ id, thread, known, claimed }: RestProps) {
  const words = useThreadStrings();
  const { isComing, isFailed, isWhole, more } = useBranch(thread, id);
  const missing = claimed - known;
  if (isComing)
    return (
      <p className={cx(styles.line, text.small, text.muted)} role="status">
        {words.repliesComing}
      </p>
    );
  if (isFailed)
    return (
      <p className={cx(styles.line, text.small, text.muted)} role="alert">
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
  return missing > 0 ? <p className={cx(styles.line, text.small, text.muted)}>{words.notFound(missing)}</p> : null;
}

/** Asks for older replies, where there are such. */
export function EarlierReplies({ thread }: { readonly thread: Thread }) {
  const words = useThreadStrings();
  const isEarlier = hasEarlier(useThreadItems(thread));
  if (!isEarlier) return null;
  return (
    <Button wide tone="quiet" onClick={() => threadIntents.earlier(thread)}>
      {words.earlierReplies}
    </Button>
  );
}

const FACES = 3;

/** How many replies wait because they would move what is read, and whose (THREAD-01); pressing shows them, the first of them in the window. */
export function NewReplies({ thread, waiting }: { readonly thread: Thread; readonly waiting: readonly string[] }) {
  const words = useThreadStrings();
  const authors = useFactsShallow((facts) => [...new Set(waiting.flatMap((id) => noteOf(facts, id)?.pubkey ?? []))].slice(0, FACES));
  const faces = useFacesOf(authors);
  const [wanted, setWanted] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = wanted === undefined ? undefined : place.current?.parentElement?.querySelector<HTMLElement>(`[data-note="${wanted}"]`);
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
