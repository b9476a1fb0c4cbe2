export type Moment = 'typing' | 'signing' | 'sending' | 'accepted' | 'liking' | 'messaging';

/** What a row of kills came to. */
export interface Tally {
  readonly kills: Record<Moment, number>;
  /** In words: texts that were neither where they were written nor on the relay. */
  readonly lost: string[];
  /** Texts, or likes of one note, that the relay has more than once. */
  readonly twice: string[];
  /** Everything else that is not as it should be. */
  readonly odd: string[];
  /** Notes and messages that were published, and notes that were liked. */
  published: number;
  messages: number;
  liked: number;
  /** The longest time between a character's typing and the kill after which it was not there again, in milliseconds. */
  oldest: number;
}

export function emptyTally(): Tally {
  const kills = { typing: 0, signing: 0, sending: 0, accepted: 0, liking: 0, messaging: 0 };
  return { kills, lost: [], twice: [], odd: [], published: 0, messages: 0, liked: 0, oldest: 0 };
}

/** What must not be, in words. */
export function wrongs({ lost, twice, odd }: Tally): readonly string[] {
  return [...lost.map((text) => `LOST ${text}`), ...twice.map((text) => `TWICE ${text}`), ...odd.map((text) => `ODD ${text}`)];
}

/** The tally as a table for a terminal. */
export function printTally({ kills, lost, twice, odd, published, messages, liked, oldest }: Tally): string {
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

/** Rows as a table for a terminal: what, how much, and what to think of it. */
export function printRows(rows: readonly (readonly [string, number | string, string?])[]): string {
  return rows.map(([what, value, verdict = '']) => `${what.padEnd(48)}${String(value).padStart(8)}  ${verdict}`.trimEnd()).join('\n');
}

function must(some: readonly unknown[]): string {
  return some.length === 0 ? 'ok' : 'WRONG';
}
