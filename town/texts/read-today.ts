import { readText } from './read-text.ts';

/**
 * A hand-written note of the last hours. `depth` 0 starts a thread, 1 replies to it, 2 replies to
 * the reply above.
 */
export interface TodaysNote {
  readonly name: string;
  readonly minutesAgo: number;
  readonly scene: string | undefined;
  readonly text: string;
  readonly depth: number;
  /** Initial zaps. */
  readonly zaps: readonly {
    readonly name: string;
    readonly sats: number;
    readonly comment: string;
  }[];
}

type Draft = TodaysNote & { readonly zaps: TodaysNote['zaps'][number][] };

/** Read `today/today.txt`. Throws with the line's number if the format is invalid. */
export function readToday(): TodaysNote[] {
  const notes: Draft[] = [];
  const text = readText('today/today.txt');
  text.split('\n').forEach((line, index) => {
    if (line === '' || line.startsWith('//')) return;
    if (!readLine(notes, line)) throw new Error(`today.txt:${index + 1}: cannot read: ${line}`);
  });
  return notes;
}

function readLine(notes: Draft[], line: string): boolean {
  const zap = /^\$ ([a-z_]+) (\d+) ?(.*)$/.exec(line);
  if (zap)
    return (
      (notes
        .at(-1)
        ?.zaps.push({ name: zap[1] ?? '', sats: Number(zap[2]), comment: zap[3] ?? '' }) ?? 0) > 0
    );
  const match = /^(>{0,2}) ?([a-z_]+) (\d+) ?([a-z]*) \| (.+)$/.exec(line);
  if (!match) return false;
  const [, marks = '', name = '', minutes = '', scene = '', text = ''] = match;
  notes.push({
    name,
    minutesAgo: Number(minutes),
    scene: scene || undefined,
    text,
    depth: marks.length,
    zaps: [],
  });
  return true;
}
