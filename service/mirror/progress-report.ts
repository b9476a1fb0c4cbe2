import { truncated } from '../log/printable.ts';
import type { MirrorNews } from './mirror-relays.ts';

/** Milliseconds between two lines about one relay in the same state. */
const EVERY = 10_000;

interface Last {
  readonly state: string;
  readonly at: number;
  readonly seen: number;
}

/**
 * Report the state of mirrored relays: on changes, else every ten seconds, with the rate since
 * then.
 */
export function mirrorProgress(
  say: (line: string, news: MirrorNews) => void,
  now: () => number,
): (news: MirrorNews) => void {
  const lasts = new Map<string, Last>();
  return (news) => {
    const { relay, state, reason, reached, counts } = news;
    const { seen, added, known, refused } = counts;
    const last = lasts.get(relay);
    const at = now();
    if (last?.state === state && at - last.at < EVERY) return;
    lasts.set(relay, { state, at, seen });
    const rate =
      last && at > last.at
        ? `, ${Math.round((seen - last.seen) / ((at - last.at) / 1_000))} a second`
        : '';
    const back =
      reached === undefined || reached <= 0
        ? ''
        : `, back to ${new Date(reached * 1_000).toISOString().slice(0, 10)}`;
    const why = [...refused]
      .toSorted(([, one], [, other]) => other - one)
      .map(([text, count]) => `${count} ${truncated(text)}`);
    const refusals = why.length > 0 ? `; refused: ${why.join(', ')}` : '';
    say(
      `${relay}: ${state}${reason === undefined ? '' : ` (${truncated(reason)})`}, ${seen} events (${added} new, ${known} known)${rate}${back}${refusals}`,
      news,
    );
  };
}
