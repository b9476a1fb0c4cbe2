import { field, isRecord } from '../../../events/core/json.ts';

/** Return a value that the current history entry keeps. */
export function keptInEntry(name: string): unknown {
  const state: unknown = history.state;
  return isRecord(state) ? field(state, name) : undefined;
}

/** Keep values in the current history entry, which outlives a reload. */
export function keepInEntry(values: Readonly<Record<string, unknown>>): void {
  history.replaceState({ ...history.state, ...values }, '');
}
