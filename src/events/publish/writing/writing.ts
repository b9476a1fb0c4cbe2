import { isHex } from '../../core/hex.ts';
import { field, isRecord } from '../../core/json.ts';
import { type Millis, millis, seconds, type Seconds } from '../../core/time.ts';
import { MAX_UNSENT_LENGTH } from '../../core/unsent-limit.ts';
import type { Tag } from '../../nostr/event.ts';
import { isTag } from '../../nostr/tag.ts';
import { MOST_WORK } from './mining.ts';
import { type PollDraft, readPollDraft } from './poll-draft.ts';

/**
 * A text being written. `people`: the account for each name written with `@`. `begun`: the start
 * time, which distinguishes it from the next text in the same place.
 */
export interface Writing {
  readonly text: string;
  readonly people: Readonly<Record<string, string>>;
  /** imeta tags of the uploaded files. */
  readonly files: readonly Tag[];
  readonly begun: Millis;
  /** Picked custom emojis: shortcode to address (NIP-30). */
  readonly emojis?: Readonly<Record<string, string>> | undefined;
  /** The reason of its content warning (NIP-36), which may be empty. `undefined`: no warning. */
  readonly warning?: string | undefined;
  readonly poll?: PollDraft | undefined;
  /** When it is to be published. `undefined`: at once. */
  readonly due?: Seconds | undefined;
  /** The required leading zero bits of its id (NIP-13). `undefined`: it is not mined. */
  readonly work?: number | undefined;
  /** Its name in the log, if it was begun in another place. */
  readonly origin?: string | undefined;
  /** The quoted passage, so that the quote can be continued on any screen. */
  readonly passage?: string | undefined;
}

/** The optional parts of a text. An `undefined` part is removed. */
export type Extras = Pick<Writing, 'warning' | 'poll' | 'due' | 'work'>;

export const BLANK: Writing = { text: '', people: {}, files: [], begun: millis(0) };

export const MAX_PEOPLE = 200;
const MAX_FILES = 100;
const MAX_EMOJIS = 100;
export const LONGEST_WARNING = 200;

/** Read a stored text. `undefined` if it is malformed (E-47). */
export function readWriting(value: unknown): Writing | undefined {
  if (!isRecord(value)) return undefined;
  const [text, people, files, begun] = ['text', 'people', 'files', 'begun'].map((name) =>
    field(value, name),
  );
  if (
    typeof text !== 'string' ||
    typeof begun !== 'number' ||
    !Number.isFinite(begun) ||
    text.length > MAX_UNSENT_LENGTH
  )
    return undefined;
  const meant = isRecord(people) ? Object.entries(people).slice(0, MAX_PEOPLE) : [];
  const more = ['emojis', 'warning', 'poll', 'due', 'origin', 'passage', 'work'].map((name) =>
    field(value, name),
  );
  return {
    text,
    begun: millis(begun),
    ...readExtras(more),
    people: Object.fromEntries(
      meant.flatMap(([name, key]) =>
        typeof key === 'string' && isHex(key, 64) ? [[name, key]] : [],
      ),
    ),
    files: Array.isArray(files)
      ? files.slice(0, MAX_FILES).filter((file) => isTag(file) && file.length > 0)
      : [],
  };
}

function readExtras([
  emojis,
  warning,
  poll,
  due,
  origin,
  passage,
  work,
]: readonly unknown[]): Partial<Writing> {
  const read = readPollDraft(poll);
  const custom = isRecord(emojis)
    ? Object.entries(emojis)
        .filter(([, url]) => typeof url === 'string')
        .slice(0, MAX_EMOJIS)
    : [];
  return {
    ...(custom.length > 0
      ? { emojis: Object.fromEntries(custom.map(([shortcode, url]) => [shortcode, String(url)])) }
      : {}),
    ...(typeof warning === 'string' ? { warning: warning.slice(0, LONGEST_WARNING) } : {}),
    ...(read ? { poll: read } : {}),
    ...(typeof due === 'number' && Number.isSafeInteger(due) && due > 0
      ? { due: seconds(due) }
      : {}),
    ...(typeof origin === 'string' ? { origin } : {}),
    ...(typeof passage === 'string' ? { passage } : {}),
    ...(typeof work === 'number' && Number.isInteger(work) && work > 0 && work <= MOST_WORK
      ? { work }
      : {}),
  };
}
