import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { type EmojiSet, emojiSetsOf } from '../../../events/compose/emoji/custom-emoji.ts';
import type { Emoji } from '../../../events/compose/emoji/emoji.ts';
import { type EmojiGroup, groupsOf } from '../../../events/compose/emoji/emoji-groups.ts';
import { useComposeActor } from '../use-compose.ts';

/** The user's choice: a sign, or the name of a picture (NIP-30). */
export type PickedEmoji =
  | { readonly sign: string }
  | { readonly shortcode: string; readonly url: string };

const NO_GROUPS: readonly EmojiGroup[] = [];
const NO_TABLE: readonly Emoji[] = [];

/** Return the emojis for completion, loaded when the first one is typed. */
export function useEmojiTable(isNeeded: boolean): readonly Emoji[] {
  const [table, setTable] = useState(NO_TABLE);
  useEffect(() => {
    if (!isNeeded) return;
    void import('../../../events/compose/emoji/emoji-table.ts').then(
      ({ EMOJIS }) => setTable(EMOJIS),
      () => undefined,
    );
  }, [isNeeded]);
  return table;
}

/** Return all emojis in the groups of Unicode. `isFailed`: they could not be loaded. */
export function useEmojiGroups(): {
  readonly groups: readonly EmojiGroup[];
  readonly isFailed: boolean;
} {
  const table = useEmojiTable(true);
  const [listed, setListed] = useState<unknown>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    void import('unicode-emoji-json/data-by-group.json').then(
      (list) => setListed(list.default),
      () => setFailed(true),
    );
  }, []);
  const groups = useMemo(
    () => (listed === undefined ? NO_GROUPS : groupsOf(listed, table)),
    [listed, table],
  );
  return { groups, isFailed };
}

/** Return the account's own emojis, requested on mount, and the recently used ones. */
export function useOwnEmojis() {
  const compose = useComposeActor();
  const history = useSelector(compose, ({ context }) => context.emojis);
  const actor = useSelector(compose, ({ children }) => children.emojiSets);
  const events = useSelector(actor, (snapshot) => snapshot?.context.events);
  const isLoading = useSelector(actor, (snapshot) => snapshot?.hasTag('loading') ?? false);
  useEffect(() => compose.send({ type: 'compose.emojis' }), [compose]);
  const { account } = compose.getSnapshot().context;
  const sets = useMemo(
    (): readonly EmojiSet[] => emojiSetsOf(account, events ?? [], location.origin),
    [account, events],
  );
  return { history, sets, isLoading };
}
