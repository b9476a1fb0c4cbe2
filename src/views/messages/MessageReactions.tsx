import { createContext, use } from 'react';
import { displayNameOf } from '../../events/facts/profile.ts';
import type { DirectMessage, PrivateReaction } from '../../events/messages/rumor.ts';
import { getRow } from '../../events/core/table.ts';
import { useFactsShallow } from '../ui/hooks/app-context.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import styles from './MessageReactions.module.css';

/** Reactions of the shown conversation, by message. */
export const ReactionsContext = createContext<ReadonlyMap<string, readonly PrivateReaction[]>>(
  new Map(),
);

/** Sends a reaction. `undefined` if the peer cannot receive one. */
export const ReactContext = createContext<
  ((message: DirectMessage, emoji: string) => void) | undefined
>(undefined);

/** Offered in the menu of a message. */
export const EMOJIS = ['❤️', '👍', '😂', '🎉'] as const;

/** The reactions to a message, below it. Custom emojis are shown by name (E-21). */
export function MessageReactions({
  id,
  isMine,
}: {
  readonly id: string;
  readonly isMine: boolean;
}) {
  const all = use(ReactionsContext).get(id);
  if (!all) return null;
  const byEmoji = Map.groupBy(all, ({ content }) => content);
  return (
    <ul className={cx(styles.reactions, isMine && styles.mine)}>
      {[...byEmoji].map(([emoji, some]) => (
        <Reaction key={emoji} emoji={emoji} authors={[...new Set(some.map((one) => one.pubkey))]} />
      ))}
    </ul>
  );
}

function Reaction({
  emoji,
  authors,
}: {
  readonly emoji: string;
  readonly authors: readonly string[];
}) {
  const words = useDirectMessageStrings();
  const names = useFactsShallow((facts) =>
    authors.map((pubkey) => displayNameOf(getRow(facts.profiles, pubkey), pubkey)),
  );
  const label = words.reacted(emoji, names);
  return (
    <li className={styles.reaction} title={label} dir="auto">
      <span role="img" aria-label={label}>
        <bdi>{emoji}</bdi>
        {authors.length > 1 && ` ${words.count(authors.length)}`}
      </span>
    </li>
  );
}
