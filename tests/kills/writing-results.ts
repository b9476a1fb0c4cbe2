export type Moment = 'typing' | 'signing' | 'sending' | 'accepted' | 'liking' | 'messaging';

/** Result of a series of kills. */
export interface WritingResults {
  readonly kills: Record<Moment, number>;
  /** Texts that were neither in their editor nor on the relay. */
  readonly lost: string[];
  /** Texts, or likes of one note, that the relay has more than once. */
  readonly twice: string[];
  /** All other faults. */
  readonly odd: string[];
  /** Number of published notes and messages, and of liked notes. */
  published: number;
  messages: number;
  liked: number;
  /** The longest time between typing a character and the kill that lost it, in milliseconds. */
  oldest: number;
}

export function emptyTally(): WritingResults {
  const kills = { typing: 0, signing: 0, sending: 0, accepted: 0, liking: 0, messaging: 0 };
  return { kills, lost: [], twice: [], odd: [], published: 0, messages: 0, liked: 0, oldest: 0 };
}

/** Return the violations as text. */
export function wrongs({ lost, twice, odd }: WritingResults): readonly string[] {
  return [
    ...lost.map((text) => `LOST ${text}`),
    ...twice.map((text) => `TWICE ${text}`),
    ...odd.map((text) => `ODD ${text}`),
  ];
}

/** Print the tally as a table for a terminal. */
export function printTally({
  kills,
  lost,
  twice,
  odd,
  published,
  messages,
  liked,
  oldest,
}: WritingResults): string {
  const rounds = Object.values(kills).reduce((sum, one) => sum + one, 0);
  const rows: readonly (readonly [string, number | string, string?])[] = [
    ['kills', rounds],
    ...Object.entries(kills).map(([moment, count]) => [`  while ${moment}`, count] as const),
    ['notes published', published],
    ['messages published', messages],
    ['notes liked', liked],
    ['oldest character that was not there again', `${oldest.toFixed(0)} ms`],
    ['texts lost', lost.length, must(lost)],
    ['texts or likes twice', twice.length, must(twice)],
    ['odd', odd.length, must(odd)],
  ];
  return printRows(rows);
}

/** Print rows as a table for a terminal: name, number, and remark. */
export function printRows(rows: readonly (readonly [string, number | string, string?])[]): string {
  return rows
    .map(([what, value, verdict = '']) =>
      `${what.padEnd(48)}${String(value).padStart(8)}  ${verdict}`.trimEnd(),
    )
    .join('\n');
}

function must(some: readonly unknown[]): string {
  return some.length === 0 ? 'ok' : 'WRONG';
}
