import { type Seconds, seconds } from '../../../src/events/core/time.ts';

/** A row as returned by the engine: texts and numbers. Booleans are 1 or 0. */
export type Row = Readonly<Record<string, unknown>>;

/** A text column; empty when null. */
export function text(row: Row, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}

/** A number column; 0 when null. */
export function int(row: Row, name: string): number {
  const value = row[name];
  return typeof value === 'number' ? value : 0;
}

/** A column of seconds since 1970; 0 when null. */
export function time(row: Row, name: string): Seconds {
  return seconds(int(row, name));
}

export function maybeText(row: Row, name: string): string | undefined {
  const value = row[name];
  return typeof value === 'string' ? value : undefined;
}

export function maybeInt(row: Row, name: string): number | undefined {
  const value = row[name];
  return typeof value === 'number' ? value : undefined;
}
