import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../hooks/class-names.ts';
import { Icon } from '../display/Icon.tsx';
import { neighbour } from './neighbour.ts';
import styles from './Tabs.module.css';
import { useSwipe } from './use-swipe.ts';

interface TabBase {
  readonly id: string;
  readonly label: string;
  /** Beside the label, in tabular digits. */
  readonly count?: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabBase[];
  readonly current: string;
  readonly onSelect: (id: string) => void;
  /** Id of the element that shows the current tab's content. Give it role="tabpanel". */
  readonly panel: string;
}

/**
 * Tabs of one place (ARIA tabs): one stop for Tab, arrows between them, chosen at once. A swipe
 * over the content chooses the next one. Tabs that do not fit scroll, also by a button at that end.
 */
export function Tabs({ label, tabs, current, onSelect, panel }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const { length } = tabs;
  const at = tabs.findIndex((tab) => tab.id === current);
  const [hidden, setHidden] = useState<Ends>('none');
  useSwipe(list, (step) => {
    const tab = tabs[at + step];
    if (tab) onSelect(tab.id);
  });
  useEffect(() => {
    const row = list.current;
    const chosen = row?.children[at];
    if (!row || !chosen) return undefined;
    // Numbers that load later move the tabs after them. The observer reports after the layout.
    // Measuring here would force a layout for each render.
    const watch = new ResizeObserver(() => {
      showIn(chosen);
      setHidden(hiddenEnds(row));
    });
    for (const tab of [...row.children].slice(0, length)) watch.observe(tab);
    return () => watch.disconnect();
  }, [at, length]);
  const keys = (event: KeyboardEvent) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    // from the focused tab: the tab chosen by the last key may not be drawn yet
    const focused = buttons.findIndex((button) => button === document.activeElement);
    const next = neighbour(
      event.key,
      focused < 0 ? at : focused,
      length,
      getComputedStyle(event.currentTarget).direction === 'rtl',
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(tab.id);
    buttons[next]?.focus();
  };
  const scroll = (step: 1 | -1) => {
    const row = list.current;
    const way = row && getComputedStyle(row).direction === 'rtl' ? -step : step;
    row?.scrollBy({ left: way * row.clientWidth * 0.7 });
  };
  return (
    <div className={styles.whole}>
      <div
        ref={list}
        className={styles.tabs}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={keys}
        onScroll={({ currentTarget }) => setHidden(hiddenEnds(currentTarget))}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.id === current}
            aria-controls={panel}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            <TabLabel>{tab.label}</TabLabel>
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {(hidden === 'start' || hidden === 'both') && (
        <Arrow end="start" onPress={() => scroll(-1)} />
      )}
      {(hidden === 'end' || hidden === 'both') && <Arrow end="end" onPress={() => scroll(1)} />}
    </div>
  );
}

/** For the mouse: keys reach every tab, and bring it into view. */
function Arrow({ end, onPress }: { readonly end: 'start' | 'end'; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      className={cx(styles.arrow, styles[end])}
      tabIndex={-1}
      aria-hidden
      onClick={onPress}
    >
      <Icon name={end === 'start' ? 'left' : 'right'} size="s" />
    </button>
  );
}

/** The ends of a row at which some of it is out of sight. */
type Ends = 'none' | 'start' | 'end' | 'both';

function hiddenEnds(row: Element): Ends {
  const rest = row.scrollWidth - row.clientWidth;
  // negative where text runs to the left
  const at = Math.abs(row.scrollLeft);
  const [isStart, isEnd] = [at > 1, at < rest - 1];
  return isStart ? (isEnd ? 'both' : 'start') : isEnd ? 'end' : 'none';
}

/** Reserves the width of the bold label, so that choosing a tab moves nothing. */
function TabLabel({ children }: { readonly children: string }) {
  return (
    <span className={styles.label} data-label={children}>
      {children}
    </span>
  );
}

/** Scrolls a tab to the middle of its row. The page does not scroll. */
function showIn(tab: Element): void {
  const row = tab.parentElement;
  if (!row) return;
  const [outer, inner] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
