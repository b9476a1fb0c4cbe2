import { useMemo } from 'react';
import type { ListDiff } from '../../../events/account/lists/list-diff.ts';
import { entryKey, type ListName } from '../../../events/account/lists/list-definitions.ts';
import { fullNumber } from '../../../events/core/format.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useLocale } from '../../ui/strings.ts';
import { useActionStrings } from '../../ui/strings/actions.ts';
import text from '../../ui/styles/text.module.css';
import { ThreadWords } from '../text/ThreadTitle.tsx';
import styles from './ListDialogs.module.css';
import { PersonLine } from '../profile/PersonLine.tsx';
import { type ListsHandle, useShownEntries } from './use-lists.ts';
import { useRowParts } from '../../ui/hooks/use-row-parts.ts';

interface DifferenceProps {
  /** `undefined` while loading: then no names are requested. */
  readonly lists: ListsHandle | undefined;
  readonly list: ListName;
  readonly diff: ListDiff;
  readonly kept?: number;
}

/** Differences with more rows than this are collapsed. */
const FEW = 5;

/**
 * The numbers of removed, changed and added entries (BEYOND-01), so that a long list cannot hide
 * another kind of change.
 */
export function DifferenceCounts({ diff }: Pick<DifferenceProps, 'diff'>) {
  const locale = useLocale();
  const { list: words } = useActionStrings();
  const counts = (['removed', 'changed', 'added'] as const).filter((sort) => diff[sort].length > 0);
  if (diff.removed.length + diff.changed.length + diff.added.length <= FEW) return null;
  return (
    <p className={text.strong}>
      {counts.map((sort) => `${words[sort]}: ${fullNumber(diff[sort].length, locale)}`).join(' · ')}
    </p>
  );
}

/**
 * Every removed, changed and added entry, removals first (BEYOND-01). Names are requested only for
 * rendered entries.
 */
export function Difference({ lists, list, diff, kept }: DifferenceProps) {
  const { list: words } = useActionStrings();
  const rows = useMemo(
    () => [
      ...diff.removed.map((row) => ({ ...row, sort: 'removed' as const })),
      ...diff.changed.map(({ to }) => ({ ...to, sort: 'changed' as const })),
      ...diff.added.map((row) => ({ ...row, sort: 'added' as const })),
    ],
    [diff],
  );
  const { shown, from, rest, more, ref } = useRowParts(rows, { first: 20, next: 100 });
  const { length } = shown;
  // Entries of a private part are not sent to any service.
  const open = useMemo(
    () => rows.slice(from, length).flatMap(({ tag, secret }) => (secret ? [] : [tag])),
    [rows, from, length],
  );
  useShownEntries(lists, open);
  return (
    <>
      <DifferenceCounts diff={diff} />
      <ul ref={ref} className={styles.rows}>
        {shown.map(({ tag, secret, sort }) => (
          <li key={`${sort} ${tag.join(' ')}`} className={styles.row} tabIndex={-1}>
            <ChangeSign sort={sort} />
            <ListEntry list={list} tag={tag} secret={secret} />
            {secret && <Icon name="lock" label={words.private} size="s" />}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button tone="quiet" compact onClick={more}>
          {words.more(rest)}
        </Button>
      )}
      {kept !== undefined && kept > 0 && (
        <p className={cx(text.small, text.muted)}>{words.kept(kept)}</p>
      )}
    </>
  );
}

const SIGNS = { removed: '−', changed: '~', added: '+', set: '±' } as const;

/** The sign of a change, and its word for screen readers. */
export function ChangeSign({ sort }: { readonly sort: keyof typeof SIGNS }) {
  const { list: words } = useActionStrings();
  return (
    <>
      <span className={styles.sign} aria-hidden>
        {SIGNS[sort]}
      </span>
      <span className={text.hidden}>{words[sort]}</span>
    </>
  );
}

/** One entry of a list in readable form. */
export function ListEntry({
  list,
  tag,
  secret,
}: {
  readonly list: ListName;
  readonly tag: Tag;
  readonly secret: boolean;
}) {
  const [kind = '', value = ''] = tag;
  const isEntry = entryKey(list, tag) !== undefined;
  if (kind === 'p' && isEntry) return <PersonLine pubkey={value} secret={secret} spelled />;
  const isThread = kind === 'e' || (list === 'mutes' && (kind === 'a' || kind === 'i'));
  if (isThread && isEntry) return <ThreadWords id={value} />;
  // A tag that is no entry of the list is shown unchanged.
  const shown = visibleText(!isEntry ? tag.join(' ') : kind === 't' ? `#${value}` : value);
  return (
    <bdi className={styles.value} dir={list === 'mutes' ? 'auto' : 'ltr'}>
      {shown}
    </bdi>
  );
}
