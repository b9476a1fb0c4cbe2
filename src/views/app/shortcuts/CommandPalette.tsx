import { type KeyboardEvent, useEffect, useId } from 'react';
import type { Shortcut } from '../../../events/app/shortcuts.ts';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { useActiveOption } from '../../ui/hooks/use-active-option.ts';
import { PersonFace } from '../../reading/search/QuickSearchRows.tsx';
import styles from './CommandPalette.module.css';
import { type PaletteEntry, usePaletteEntries } from './palette-entries.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Keys } from './ShortcutList.tsx';
import { useKeysStrings } from '../../ui/strings/keys.ts';
import text from '../../ui/styles/text.module.css';

interface CommandPaletteProps {
  /** The note of a list that had the focus, the target of actions on notes. */
  readonly row: HTMLElement | undefined;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
  readonly onDo: (act: Shortcut) => void;
}

/**
 * Every page, person, feed and action by its name, with the keyboard alone (ACCESS-03): arrows
 * choose, Enter opens, Esc closes.
 */
export function CommandPalette({ row, typed, onType, onClose, onDo }: CommandPaletteProps) {
  const { palette } = useKeysStrings();
  const id = useId();
  const groups = usePaletteEntries(typed, row !== undefined, onDo);
  const all = groups.flatMap(({ entries }) => entries);
  const open = all.filter(({ missing }) => missing === undefined);
  const chosen = useActiveOption(
    open.map(({ key }) => key),
    open[0]?.key,
  );
  const active = open.find(({ key }) => key === chosen.active);
  useEffect(() => {
    if (active)
      document.getElementById(`${id}${active.key}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, id]);
  const run = (entry: PaletteEntry) => {
    if (entry.missing !== undefined) return;
    onClose();
    // the dialog returns the focus before anything else takes it
    setTimeout(entry.run);
  };
  const press = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.key === 'Enter' && active) run(active);
    else if (!chosen.move(event.key)) return;
    event.preventDefault();
  };
  return (
    <Dialog title={palette.title} onClose={onClose} size="wide">
      <div className={styles.ask}>
        <Icon name="search" />
        <input
          data-autofocus
          role="combobox"
          aria-label={palette.placeholder}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={active && `${id}${active.key}`}
          placeholder={palette.placeholder}
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onKeyDown={press}
          onChange={({ target }) => {
            onType(target.value);
            chosen.restart();
          }}
        />
      </div>
      <p className={text.hidden} role="status">
        {palette.matchesCount(all.length)}
      </p>
      <div id={id} role="listbox" aria-label={palette.matches} className={styles.hits}>
        {groups.map(({ name, entries }) => (
          <div key={name} role="group" aria-label={palette[name]}>
            <h3 className={styles.title} aria-hidden>
              {palette[name]}
            </h3>
            {entries.map((entry) => (
              <Entry
                key={entry.key}
                id={`${id}${entry.key}`}
                entry={entry}
                typed={typed}
                isActive={entry === active}
                onRun={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && <p className={styles.nothing}>{palette.nothing}</p>}
      <p className={styles.foot} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {palette.choose}
        </span>
        <span>
          <kbd>↵</kbd> {palette.open}
        </span>
        <span className={styles.first}>
          <kbd>&gt;</kbd> {palette.onlyActs}
        </span>
        <span>
          <kbd>@</kbd> {palette.onlyPeople}
        </span>
      </p>
    </Dialog>
  );
}

interface EntryProps {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly typed: string;
  readonly isActive: boolean;
  readonly onRun: () => void;
}

function Entry({ id, entry, typed, isActive, onRun }: EntryProps) {
  const { label, icon, pubkey, way, missing } = entry;
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={missing !== undefined || undefined}
      className={styles.entry}
      // the press must not take the focus from the field
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      {pubkey === undefined ? (
        <>
          {icon && <Icon name={icon} className={styles.icon} />}
          <bdi className={text.clamp2}>{label}</bdi>
        </>
      ) : (
        <PersonFace pubkey={pubkey} search={typed} />
      )}
      {missing !== undefined && <span className={styles.missing}>{missing}</span>}
      {way !== undefined && (
        <span className={styles.way} aria-hidden>
          <Keys way={way} />
        </span>
      )}
    </button>
  );
}
