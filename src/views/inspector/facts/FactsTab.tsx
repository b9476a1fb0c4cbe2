import { useMemo, useState } from 'react';
import {
  briefOf,
  columnsOf,
  fieldOf,
  rowsSorted,
  rowsWhere,
  type Sort,
  tablesIn,
} from '../../../machines/inspector/fact-tables.ts';
import { shownValue, valueAsJson } from '../../../machines/inspector/shown-value.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import { CopyButton } from '../CopyButton.tsx';
import { ValueTree } from '../ValueTree.tsx';
import { FindField } from '../FindField.tsx';
import styles from './FactsTab.module.css';

/** Rows of a page. */
const PAGE = 50;

const NONE: ReadonlySet<string> = new Set();

interface FactsTabProps {
  readonly context: unknown;
  /** Name of a person by their public key. */
  readonly nameOfKey: (key: string) => string | undefined;
}

/** The tables of an actor's context, row by row (TOOL-05). */
export function FactsTab({ context, nameOfKey }: FactsTabProps) {
  const say = useInspectorStrings();
  const [chosen, setChosen] = useState('');
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(0);
  const [sort, setSort] = useState<Sort>();
  const [open, setOpen] = useState<string>();
  const tables = useMemo(() => tablesIn(context), [context]);
  const table = tables.find(({ name }) => name === chosen) ?? tables[0];
  const source = table?.source;
  const rows = useMemo(
    () => (table ? rowsSorted(rowsWhere(table, wanted), sort) : []),
    // a table without changes keeps its rows
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `source` stands for `table`
    [source, wanted, sort],
  );
  const columns = useMemo(() => columnsOf(rows), [rows]);
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
            setSort(undefined);
            setOpen(undefined);
          }}
        >
          {tables.map(({ name, size }) => (
            <option key={name} value={name}>
              {say.facts.named(name === '' ? say.view.context : name, size)}
            </option>
          ))}
        </select>
        <FindField
          label={say.facts.find}
          text={wanted}
          onFind={(text) => {
            setWanted(text);
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
      <div className={styles.heads} role="group" aria-label={say.facts.sort}>
        {['', ...columns].map((column) => (
          <button
            key={column}
            type="button"
            className={styles.column}
            aria-pressed={column === (sort?.column ?? '')}
            onClick={() => setSort({ column, isDown: sort?.column === column && !sort.isDown })}
          >
            <bdi>{column || say.facts.key}</bdi>
            {sort?.column === column && <Icon name={sort.isDown ? 'down' : 'up'} size="s" />}
          </button>
        ))}
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
              <Cell value={key} nameOfKey={nameOfKey} />
              {columns.length === 0 && <bdi className={styles.brief}>{briefOf(key, value)}</bdi>}
              {columns.map((column) => (
                <Cell
                  key={column}
                  name={column}
                  value={fieldOf(value, column)}
                  nameOfKey={nameOfKey}
                />
              ))}
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

interface CellProps {
  readonly name?: string;
  readonly value: unknown;
  readonly nameOfKey: (key: string) => string | undefined;
}

/** A value in a line. A public key has the name of its person. */
function Cell({ name = '', value, nameOfKey }: CellProps) {
  const { kind, text } = shownValue(name, value);
  const person = kind === 'text' && /^[0-9a-f]{64}$/.test(text) ? nameOfKey(text) : undefined;
  const shown = kind === 'secret' ? '…' : kind === 'missing' ? '' : text;
  return (
    <bdi className={styles.cell} title={shown}>
      {person === undefined ? shown : `${person} (${text.slice(0, 8)})`}
    </bdi>
  );
}
