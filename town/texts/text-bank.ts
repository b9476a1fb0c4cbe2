import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A note with its possible replies. `mood` is its heading in the file. `scene` names a picture,
 * `alt` describes it.
 */
export interface Entry {
  readonly mood: string;
  readonly text: string;
  readonly scene: string | undefined;
  readonly answers: readonly string[];
  /** Possible responses of the author to a reply. */
  readonly back: readonly string[];
}

/**
 * One line of a scripted conversation: its speaker (`a` to `l`), and the line it replies to (by
 * number).
 */
export interface Line {
  readonly who: string;
  readonly text: string;
  readonly to: number;
}

/** The words of one circle, read from `banks/<name>.txt`. */
export interface Bank {
  readonly name: string;
  readonly slots: ReadonlyMap<string, readonly string[]>;
  readonly entries: readonly Entry[];
  readonly talks: readonly (readonly Line[])[];
  readonly bios: readonly string[];
  readonly long: readonly string[];
}

interface Draft {
  slots: Map<string, readonly string[]>;
  entries: {
    mood: string;
    text: string;
    scene: string | undefined;
    answers: string[];
    back: string[];
  }[];
  talks: Line[][];
  bios: string[];
  long: string[];
}

/**
 * Read one bank. Throws with the file's name and line if the format is invalid (see
 * docs/demo-town.md).
 */
export function readBank(name: string): Bank {
  const file = join(import.meta.dirname, 'banks', `${name}.txt`);
  return { name, ...parseBank(readFileSync(file, 'utf8'), file) };
}

/**
 * Parse the text of a bank: `# heading` lines, then slots, talks, bios, long notes, or notes of
 * that mood.
 */
export function parseBank(text: string, file: string): Omit<Bank, 'name'> {
  const draft: Draft = { slots: new Map(), entries: [], talks: [], bios: [], long: [] };
  let heading = '';
  let fresh = true;
  text.split('\n').forEach((raw, index) => {
    const line = raw.trimEnd();
    if (line.startsWith('# ')) heading = line.slice(2);
    if (line === '' || line.startsWith('# ') || line.startsWith('// ')) fresh = true;
    else if (readLine(draft, heading, line, fresh)) fresh = false;
    else throw new Error(`${file}:${index + 1}: cannot read this line under "${heading}": ${line}`);
  });
  return draft;
}

function readLine(draft: Draft, heading: string, line: string, fresh: boolean): boolean {
  if (heading === '') return false;
  if (heading === 'slots') return readSlot(draft, line);
  if (heading === 'talk') return readTalk(draft, line, fresh);
  if (heading === 'bios') draft.bios.push(line);
  else if (heading !== 'long') return readEntry(draft, heading, line);
  else if (fresh) draft.long.push(line);
  else draft.long.push(`${draft.long.pop() ?? ''}\\n\\n${line}`);
  return true;
}

function readSlot(draft: Draft, line: string): boolean {
  const colon = line.indexOf(': ');
  if (colon < 1) return false;
  const words = line.slice(colon + 2).split(' / ');
  draft.slots.set(line.slice(0, colon), words);
  return true;
}

function readTalk(draft: Draft, line: string, fresh: boolean): boolean {
  const match = /^([a-l])(\d*): (.+)$/.exec(line);
  const [, who, to, text] = match ?? [];
  if (who === undefined || text === undefined) return false;
  if (fresh) draft.talks.push([]);
  const talk = draft.talks.at(-1);
  if (!talk) return false;
  talk.push({ who, text, to: to ? Number(to) - 1 : talk.length - 1 });
  return true;
}

function readEntry(draft: Draft, mood: string, line: string): boolean {
  const last = draft.entries.at(-1);
  if (line.startsWith('- ') || line.startsWith('+ ')) {
    if (!last) return false;
    (line.startsWith('- ') ? last.answers : last.back).push(line.slice(2));
    return true;
  }
  const match = /^@([a-z-]+) (.+)$/.exec(line);
  draft.entries.push({ mood, text: match?.[2] ?? line, scene: match?.[1], answers: [], back: [] });
  return true;
}
