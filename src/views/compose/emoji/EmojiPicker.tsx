import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Emoji, findEmojis } from '../../../events/compose/emoji/emoji.ts';
import { usePictureSource } from '../../ui/display/use-picture-source.ts';
import { usePictures } from '../../ui/hooks/app-context.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Field } from '../../ui/controls/Field.tsx';
import type { PopoverPlace } from '../../ui/controls/popover.ts';
import { hasCoarsePointer } from '../../ui/hooks/coarse-pointer.ts';
import { usePopoverBox } from '../../ui/controls/popover-box.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useClearOfText } from './use-clear-of-text.ts';
import popover from '../../ui/controls/Popover.module.css';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import text from '../../ui/styles/text.module.css';
import styles from './EmojiPicker.module.css';
import { gridStep } from '../../ui/controls/grid-step.ts';
import { type PickedEmoji, useEmojiGroups, useOwnEmojis } from './use-emojis.ts';

interface EmojiPickerProps extends PopoverPlace<HTMLDivElement> {
  readonly id: string;
  /** Stays in sight beside the picker. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onPick: (emoji: PickedEmoji, stays: boolean) => void;
}

interface Section {
  readonly key: string;
  readonly title: string;
  readonly cells: readonly Cell[];
}

interface Cell {
  readonly key: string;
  readonly name: string;
  readonly picked: PickedEmoji;
}

const MOST_FOUND = 64;

/**
 * All emojis: recently used, the account's own (NIP-30), then the groups. The grid is one tab stop
 * with arrows, Home and End.
 */
export function EmojiPicker({ id, field, onPick, ...place }: EmojiPickerProps) {
  const { box, hide } = place;
  const { emoji: words } = useComposeStrings();
  const { action } = useStrings().app;
  const [query, setQuery] = useState('');
  // a row that appears or grows would move the emojis below the finger
  const [recent, setRecent] = useState<readonly string[]>();
  const { history, ...emojis } = useOwnEmojis();
  const { sections, isFailed, isLoading } = useSections(query.trim().replaceAll(' ', '_'), {
    ...emojis,
    history: recent ?? history,
  });
  const grid = useRef<HTMLDivElement>(null);
  usePopoverBox(place);
  useClearOfText(place, field);
  // Elements can be focused only once they are shown. A phone's keyboard would cover the emojis.
  useLayoutEffect(() => {
    const { current } = box;
    (hasCoarsePointer() ? current : current?.querySelector('input'))?.focus();
  }, [box]);
  // a second press would reach the button below a closed picker
  const pick = (cell: Cell, stays: boolean) => {
    setRecent(recent ?? history);
    onPick(cell.picked, stays);
    if (!stays) hide();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isInputMethodKey(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
    hide();
  };
  const search = (event: KeyboardEvent) => {
    const first = sections[0]?.cells[0];
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') grid.current?.querySelector('button')?.focus();
    else if (event.key === 'Enter' && query !== '' && first) pick(first, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = sections.reduce((sum, { cells }) => sum + cells.length, 0);
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      role="dialog"
      tabIndex={-1}
      aria-label={words.all}
      className={cx(popover.box, styles.box)}
      onKeyDown={keys}
    >
      <div className={styles.head} data-grip>
        <Field
          label={words.search}
          labelHidden
          placeholder={words.search}
          icon="search"
          type="search"
          exact
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={search}
        />
        <IconButton icon="x" label={action.close} onClick={() => hide()} />
      </div>
      <p className={text.hidden} role="status">
        {query === '' ? '' : words.found(count)}
      </p>
      <Grid grid={grid} sections={sections} onPick={pick} />
      {count === 0 && (
        <p className={styles.none}>
          {isFailed ? words.failed : query === '' || isLoading ? words.loading : words.none}
        </p>
      )}
    </div>
  );
}

interface GridProps {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly sections: readonly Section[];
  readonly onPick: (cell: Cell, stays: boolean) => void;
}

function Grid({ grid, sections, onPick }: GridProps) {
  const [stop, setStop] = useState('');
  const keys = (event: KeyboardEvent) => {
    const next = grid.current && gridStep(event, grid.current);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const first = sections[0]?.cells[0]?.key;
  const isThere = sections.some(({ cells }) => cells.some(({ key }) => key === stop));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the arrows of the buttons in it
    <div ref={grid} onKeyDown={keys}>
      {sections.map(({ key: name, title, cells }) => (
        <section key={name} aria-label={title} className={styles.section}>
          <h3 className={styles.title}>{title}</h3>
          <div className={styles.cells}>
            {cells.map((cell) => (
              <button
                key={cell.key}
                type="button"
                className={styles.cell}
                tabIndex={cell.key === (isThere ? stop : first) ? 0 : -1}
                aria-label={cell.name}
                title={cell.name}
                onFocus={() => setStop(cell.key)}
                onClick={({ detail }) => onPick(cell, detail > 0 && hasCoarsePointer())}
              >
                <Sign picked={cell.picked} />
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function Sign({ picked }: { readonly picked: PickedEmoji }) {
  return 'sign' in picked ? <span aria-hidden>{picked.sign}</span> : <OwnSign url={picked.url} />;
}

/** Width of a custom emoji, in CSS pixels. */
const OWN_SIGN = 32;

function OwnSign({ url }: { readonly url: string }) {
  const { src, onError } = usePictureSource(usePictures()(url, OWN_SIGN));
  return (
    <img
      className={styles.picture}
      src={src}
      alt=""
      onError={onError}
      loading="lazy"
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
    />
  );
}

function useSections(
  query: string,
  { history, sets, isLoading }: ReturnType<typeof useOwnEmojis>,
): {
  readonly sections: readonly Section[];
  readonly isFailed: boolean;
  readonly isLoading: boolean;
} {
  const { emoji: words } = useComposeStrings();
  const { groups, isFailed } = useEmojiGroups();
  const sections = useMemo((): readonly Section[] => {
    const all = groups.flatMap(({ emojis }) => emojis);
    const own = sets.map(({ key, title, emojis }) => ({
      key,
      title: title || words.own,
      cells: [...emojis].map(customCell(key)),
    }));
    if (query !== '') {
      const fits = own
        .flatMap(({ cells }) => cells)
        .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
      const found = findEmojis(query, all, history, MOST_FOUND).map((emoji) =>
        signCell(emoji, 'found'),
      );
      const cells = [...fits, ...found].slice(0, MOST_FOUND);
      return cells.length > 0 ? [{ key: 'found', title: words.results, cells }] : [];
    }
    const known = new Map(all.map((emoji) => [emoji.sign, emoji]));
    const recent = history.flatMap((sign) =>
      signCell(known.get(sign) ?? { sign, name: sign, words: [] }, 'recent'),
    );
    return [
      ...(recent.length > 0 ? [{ key: 'recent', title: words.recent, cells: recent }] : []),
      ...own,
      ...groups.map(({ name, emojis }) => ({
        key: name,
        title: words.groups[name],
        cells: emojis.map((emoji) => signCell(emoji, name)),
      })),
    ];
  }, [groups, sets, history, query, words]);
  return { sections, isFailed, isLoading };
}

function signCell({ sign, name }: Emoji, section: string): Cell {
  return { key: `${section} ${sign}`, name: name.replaceAll('_', ' '), picked: { sign } };
}

const customCell =
  (set: string) =>
  ([shortcode, url]: readonly [string, string]): Cell => ({
    key: `${set} ${shortcode}`,
    name: shortcode,
    picked: { shortcode, url },
  });
