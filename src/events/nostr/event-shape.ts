import type { SignedEvent, Tag } from './event.ts';
import { isHex } from '../core/hex.ts';
import { KIND } from './kinds.ts';
import { seconds } from '../core/time.ts';

/**
 * Hard limits of one event (E-28); a larger one is refused. They are well above real events: the
 * largest seen has 39,560 characters and 1,443 tags, and big follow lists have about 15,000 tags.
 */
export const EVENT_LIMITS = {
  content: 512 * 1024,
  tags: 16_384,
  tagValues: 65_536,
  tagCharacters: 2 * 1024 * 1024,
} as const;

/**
 * Editable lists are read up to the size of a relay's frame, because tags that are not read would
 * be lost (INV-BASE).
 */
export const LIST_LIMITS = {
  content: 4 * 1024 * 1024,
  tags: 65_536,
  tagValues: 262_144,
  tagCharacters: 4 * 1024 * 1024,
} as const;

/** Kinds of lists that users edit here (`account/lists/list-definitions.ts`). */
const LISTS: ReadonlySet<number> = new Set([
  KIND.Contacts,
  KIND.MuteList,
  KIND.RelayList,
  KIND.DirectMessageRelays,
  KIND.Bookmarks,
  KIND.BlossomServers,
  KIND.CategorizedPeople,
]);

const MAX_KIND = 65_535;

/**
 * Read a signed event of unknown origin; `undefined` if it is invalid. Requires the exact types and
 * ranges of NIP-01 and lower-case hex, within `EVENT_LIMITS` or, for a list, `LIST_LIMITS`. The
 * result has only the seven fields. Does not check id and signature: see `verify.ts`.
 */
export function readEvent(value: unknown): SignedEvent | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (
    !(
      'id' in value &&
      'pubkey' in value &&
      'sig' in value &&
      'kind' in value &&
      'created_at' in value
    )
  )
    return undefined;
  if (!('tags' in value && 'content' in value)) return undefined;
  const { id, pubkey, sig, kind, created_at, tags, content } = value;
  if (!isHexText(id, 64) || !isHexText(pubkey, 64) || !isHexText(sig, 128)) return undefined;
  if (!isWhole(kind) || kind > MAX_KIND || !isWhole(created_at)) return undefined;
  const limits = LISTS.has(kind) ? LIST_LIMITS : EVENT_LIMITS;
  if (typeof content !== 'string' || content.length > limits.content || !isTags(tags, limits))
    return undefined;
  return { id, pubkey, kind, created_at: seconds(created_at), tags, content, sig };
}

function isHexText(value: unknown, length: number): value is string {
  return typeof value === 'string' && isHex(value, length);
}

/** Negative zero is refused too: it serialises as 0 but is another value. */
function isWhole(value: unknown): value is number {
  return (
    Number.isSafeInteger(value) && typeof value === 'number' && value >= 0 && !Object.is(value, -0)
  );
}

function isTags(
  value: unknown,
  limits: typeof EVENT_LIMITS | typeof LIST_LIMITS,
): value is readonly Tag[] {
  if (!Array.isArray(value) || value.length > limits.tags) return false;
  let values = 0;
  let characters = 0;
  for (const tag of value) {
    if (!Array.isArray(tag)) return false;
    values += tag.length;
    if (values > limits.tagValues) return false;
    for (const text of tag) {
      if (typeof text !== 'string') return false;
      characters += text.length;
    }
    if (characters > limits.tagCharacters) return false;
  }
  return true;
}
