import pg from 'pg';
import type { Param } from '../../../../service/store/engine/statements.ts';
import { toColumnValue } from '../../../../service/store/postgres/column-values.ts';
import type { TableRows } from './record.ts';

/** The parts of a connection that a copy uses. */
interface CopyLine {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A statement `copy ... from stdin` with its data. */
class CopyIn extends pg.Query {
  readonly #data: Buffer;

  constructor(sql: string, data: Buffer, done: (error: Error | undefined) => void) {
    super(sql, done);
    this.#data = data;
  }

  handleCopyInResponse(connection: CopyLine): void {
    connection.sendCopyFromChunk(this.#data);
    connection.endCopyFrom();
  }
}

/** Copy rows into their table. */
export function copyRows(
  client: pg.ClientBase,
  { table, columns, rows }: TableRows,
): Promise<void> {
  const data = Buffer.from(rows.map(lineOf).join(''));
  return new Promise((resolve, reject) => {
    const done = (error: Error | undefined) =>
      error ? reject(new Error(`${table}: ${error.message}`, { cause: error })) : resolve();
    client.query(new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`, data, done));
  });
}

function lineOf(row: readonly Param[]): string {
  return `${row.map(fieldOf).join('\t')}\n`;
}

const SPECIAL = /[\\\n\r\t]/;
const SPECIALS = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function fieldOf(param: Param): string {
  const value = toColumnValue(param);
  if (value === null) return '\\N';
  if (typeof value !== 'string') throw new Error('a list is no field of a row');
  return SPECIAL.test(value) ? value.replaceAll(SPECIALS, (sign) => ESCAPED[sign] ?? sign) : value;
}
