/** The pure rules of an append-only log that several tabs write. */
export interface LogRules<State, Entry, Reason, Line extends Entry = Entry> {
  readonly empty: State;
  /** Entries that do not fit are skipped, so that any log can be read (INV-ISOLATE). */
  readonly fold: (state: State, entries: readonly Entry[]) => State;
  /** Return why a line may not be appended. Undefined: it may. */
  readonly refusalOf: (state: State, line: Line) => Reason | undefined;
}

export interface Judged<Line, Reason> {
  readonly admitted: readonly Line[];
  readonly refused: ReadonlyArray<{ readonly line: Line; readonly why: Reason }>;
}

/** Judge lines in order, each after the admitted ones before it. */
export function judge<State, Entry, Reason, Line extends Entry>(
  { fold, refusalOf }: Pick<LogRules<State, Entry, Reason, Line>, 'fold' | 'refusalOf'>,
  state: State,
  lines: readonly Line[],
): Judged<Line, Reason> {
  let known = state;
  const admitted: Line[] = [];
  const refused: { readonly line: Line; readonly why: Reason }[] = [];
  for (const line of lines) {
    const why = refusalOf(known, line);
    if (why !== undefined) refused.push({ line, why });
    else {
      known = fold(known, [line]);
      admitted.push(line);
    }
  }
  return { admitted, refused };
}
