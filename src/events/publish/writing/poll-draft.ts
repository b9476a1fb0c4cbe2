import type { Draft, Tag } from '../../nostr/event.ts';
import { field, isRecord } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { selectHints } from '../../facts/references.ts';
import { clipLine } from '../../core/text.ts';
import { inSeconds, seconds, type Seconds } from '../../core/time.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/**
 * A poll being written: its options as typed, including blank ones. `endsAt`: `undefined` for a
 * poll without an end.
 */
export interface PollDraft {
  readonly options: readonly string[];
  readonly isMultiple: boolean;
  readonly endsAt?: Seconds | undefined;
}

/**
 * Why a poll cannot be published: too few options, two equal ones, or an end before its beginning.
 */
export type PollFault = 'publish.pollShort' | 'publish.pollSame' | 'publish.pollOver';

export const MOST_OPTIONS = 20;
export const LONGEST_OPTION = 200;
const MOST_RELAYS = 3;

/**
 * Return the non-blank options as they are published: on one line, without characters that programs
 * serialize differently (E-08).
 */
function answersOf({ options }: PollDraft): readonly string[] {
  return options.map(answerOf).filter((option) => option !== '');
}

function answerOf(option: string): string {
  return clipLine(option, LONGEST_OPTION).replaceAll(/\s+/g, ' ');
}

/**
 * Return the place of the option that causes a fault: the first blank one, or the second of two
 * equal ones. -1 if no option does, or no longer.
 */
export function faultyOption(poll: PollDraft, fault: string | undefined): number {
  const answers = poll.options.map(answerOf);
  if (fault === 'publish.pollShort') return answersOf(poll).length < 2 ? answers.indexOf('') : -1;
  if (fault !== 'publish.pollSame') return -1;
  return answers.findIndex((answer, at) => answer !== '' && answers.indexOf(answer) < at);
}

/** Return the fault of a poll that begins at `from`. `undefined` if it is valid. */
export function pollFault(poll: PollDraft, from: Seconds): PollFault | undefined {
  const answers = answersOf(poll);
  if (answers.length < 2) return 'publish.pollShort';
  if (new Set(answers).size < answers.length) return 'publish.pollSame';
  return poll.endsAt !== undefined && poll.endsAt <= from ? 'publish.pollOver' : undefined;
}

/**
 * Return a note as a poll (kind 1068, NIP-88): its text is the question. `relays`: where votes are
 * to be sent, best first.
 */
export function withPoll(
  { content, tags }: Draft,
  poll: PollDraft,
  relays: readonly string[],
): Ours<Draft> {
  return composed({
    kind: KIND.Poll,
    content,
    tags: [
      ...tags,
      ...answersOf(poll).map((label, at): Tag => ['option', String(at), label]),
      ...selectHints(relays, MOST_RELAYS).map((url): Tag => ['relay', url]),
      ['polltype', poll.isMultiple ? 'multiplechoice' : 'singlechoice'],
      ...(poll.endsAt === undefined ? [] : [['endsAt', String(inSeconds(poll.endsAt))]]),
    ],
  });
}

/** Read a stored poll. `undefined` if it is malformed (E-47). */
export function readPollDraft(value: unknown): PollDraft | undefined {
  if (!isRecord(value)) return undefined;
  const [options, isMultiple, endsAt] = ['options', 'isMultiple', 'endsAt'].map((name) =>
    field(value, name),
  );
  if (!Array.isArray(options)) return undefined;
  const kept = options
    .filter((one): one is string => typeof one === 'string')
    .map((one) => one.slice(0, LONGEST_OPTION));
  const end =
    typeof endsAt === 'number' && Number.isSafeInteger(endsAt) && endsAt > 0
      ? { endsAt: seconds(endsAt) }
      : {};
  return { options: kept.slice(0, MOST_OPTIONS), isMultiple: isMultiple === true, ...end };
}
