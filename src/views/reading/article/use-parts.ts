import { useMemo, useState } from 'react';
import { isNumber } from '../../../events/core/json.ts';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { readMarkdown } from '../../../events/reading/markdown/markdown.ts';
import { keepInEntry, keptInEntry } from '../../ui/navigation/history-entry.ts';

/** Long articles are rendered in parts of this size: about 7,000 words, in UTF-16 units. */
export const PART = 40_000;
/** Markup characters that a part may contain in addition. */
const MARKS = 12_000;

/**
 * Split a long text into parts that are rendered one at a time. `name`: the history entry keeps
 * their number under it, for a reload.
 */
export function useParts(event: VerifiedEvent | Preview, name?: string) {
  const [parts, setParts] = useState(() => {
    const kept = name === undefined ? undefined : keptInEntry(name);
    return isNumber(kept) ? kept : 1;
  });
  const read = useMemo(() => readMarkdown(event, location.origin, parts * MARKS), [event, parts]);
  const onMore = () => {
    setParts(parts + 1);
    if (name !== undefined) keepInEntry({ [name]: parts + 1 });
  };
  return { read, parts, onMore };
}
