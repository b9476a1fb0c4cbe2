import { type ReactNode, use } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { ActionButton } from '../../ui/controls/ActionButton.tsx';
import { type EarlyAct, ShellContext } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import styles from './ActionBar.module.css';

export interface ActionBarProps {
  readonly event: VerifiedEvent;
  /** On a row of a page: the reposts that brought it there. */
  readonly reposts?: readonly string[];
}

/**
 * Reply, zap, like, repost, bookmark in cells of fixed position (NOTE-01). The service claims the
 * counts. Zero shows no number.
 */
export function ActionBar(props: ActionBarProps) {
  const shell = use(ShellContext);
  return shell?.own ? <shell.own.ActionBar {...props} /> : <VisitorBar event={props.event} />;
}

/**
 * The bar for a visitor, who has no actions of their own (FEED-08). A signed-in user sees it while
 * the code of the actions loads. Their presses are kept and run afterwards.
 */
function VisitorBar({ event }: { readonly event: VerifiedEvent }) {
  const { note } = useStrings();
  const shell = use(ShellContext);
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const cell = (act: EarlyAct, label: string, count?: number) => (
    <ActionButton
      icon={act}
      label={label}
      count={count}
      onPress={(press) => shell?.onEarly(act, event, press)}
    />
  );
  // at once: the next keys belong to the composer
  const reply = () =>
    shell?.onRefused(
      { code: 'act.signIn' },
      { type: 'compose.open', aim: { type: 'reply', found: { event } } },
    );
  return (
    <ActBar>
      <ActionButton icon="reply" label={note.reply} count={stats?.replies} onPress={reply} />
      {cell('zap', note.zap, stats?.satszapped)}
      {cell('like', note.like, stats?.likes)}
      {cell('repost', note.repost, stats?.reposts)}
      {cell('bookmark', note.bookmark)}
    </ActBar>
  );
}

/** The row of cells, each an `<ActionButton>`. */
export function ActBar({ children }: { readonly children: ReactNode }) {
  const { note } = useStrings();
  return (
    <div className={styles.actions} role="group" aria-label={note.actions}>
      {children}
    </div>
  );
}
