import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A note of the last hours, written by hand for one inhabitant. `depth` 0 starts a thread, 1 answers it, 2 answers the answer above. */
export interface Fresh {
  readonly name: string;
  readonly minutesAgo: number;
  readonly scene: string | undefined;
  readonly text: string;
  readonly depth: number;
}

/** Reads `today.txt`. Throws with the line's number where a line does not follow the form. */
export function readToday(): Fresh[] {
  const text = readFileSync(join(import.meta.dirname, 'today.txt'), 'utf8');
  return text.split('\n').flatMap((line, index) => {
    if (line === '' || line.startsWith('//')) return [];
    const match = /^(>{0,2}) ?([a-z_]+) (\d+) ?([a-z]*) \| (.+)$/.exec(line);
    const [, marks = '', name = '', minutes = '', scene = '', said = ''] = match ?? [];
    if (!match) throw new Error(`today.txt:${index + 1}: cannot read: ${line}`);
    return [{ name, minutesAgo: Number(minutes), scene: scene || undefined, text: said, depth: marks.length }];
  });
}
