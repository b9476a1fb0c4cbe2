import { useMemo, useState } from 'react';
import { briefOf, rowsWhere, tablesIn } from '../../../machines/inspector/fact-tables.ts';
import { valueAsJson } from '../../../machines/inspector/shown-value.ts';
import { withoutSecrets } from '../../../events/core/redact-secrets.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import { CopyButton } from '../CopyButton.tsx';
import panes from '../Inspector.module.css';
import { ValueTree } from '../ValueTree.tsx';
import styles from './FactsTab.module.css';

/** Rows of a page. */
const PAGE = 50;

const NONE: ReadonlySet<string> = new Set();

/** The tables of an actor's context, row by row (TOOL-05). */
export function FactsTab({ context }: { readonly context: unknown }) {
  const say = useInspectorStrings();
  const [chosen, setChosen] = useState('');
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<string>();
  const tables = useMemo(() => tablesIn(context), [context]);
  const table = tables.find(({ name }) => name === chosen) ?? tables[0];
  const source = table?.source;
  const rows = useMemo(
    () => (table ? rowsWhere(table, wanted) : []),
    // a table without changes keeps its rows
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `source` stands for `table`
    [source, wanted],
  );
  if (!table) return <p className={styles.none}>{say.facts.noTables}</p>;
  const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
  const at = Math.min(page, last);
  const shown = rows.slice(at * PAGE, (at + 1) * PAGE);
  return (
    <>
      <div className={styles.tools}>
        <select
          aria-label={say.facts.table}
          value={table.name}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value);
            setPage(0);
            setOpen(undefined);
          }}
        >
          {tables.map(({ name, size }) => (
            <option key={name} value={name}>
              {say.facts.named(name === '' ? say.view.context : name, size)}
            </option>
          ))}
        </select>
        <input
          type="search"
          className={panes.search}
          aria-label={say.facts.find}
          placeholder={say.find}
          value={wanted}
          onChange={({ currentTarget }) => {
            setWanted(currentTarget.value);
            setPage(0);
          }}
        />
      </div>
      <div className={styles.pages}>
        <span role="status" className={styles.count}>
          {say.facts.found(rows.length, table.size)}
        </span>
        {last > 0 && (
          <>
            <span className={styles.count}>
              {say.facts.page(at * PAGE + 1, at * PAGE + shown.length)}
            </span>
            <IconButton
              compact
              icon="left"
              label={say.facts.previous}
              disabled={at === 0}
              onClick={() => setPage(at - 1)}
            />
            <IconButton
              compact
              icon="right"
              label={say.facts.next}
              disabled={at === last}
              onClick={() => setPage(at + 1)}
            />
          </>
        )}
      </div>
      <ul>
        {shown.map(([key, value]) => (
          <li key={key} className={styles.item}>
            <button
              type="button"
              className={styles.row}
              aria-expanded={key === open}
              onClick={() => setOpen(key === open ? undefined : key)}
            >
              <Icon name={key === open ? 'down' : 'right'} size="s" className={styles.arrow} />
              <bdi className={styles.key}>{withoutSecrets(key)}</bdi>
              <bdi className={styles.brief}>{briefOf(key, value)}</bdi>
            </button>
            {key === open && (
              <div className={styles.whole}>
                <ValueTree name={key} value={wholeOf(key, value)} changed={NONE} wanted="" />
                <CopyButton text={() => valueAsJson(value, key)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A value without parts is shown as a part under its key. */
function wholeOf(key: string, value: unknown): unknown {
  return typeof value === 'object' ? value : { [key]: value };
}
