import { addressOf } from '../nostr/address.ts';
import { replaces, type SignedEvent, tagValue, type VerifiedEvent } from '../nostr/event.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import { KIND } from '../nostr/kinds.ts';
import { clip, clipLine } from '../core/text.ts';
import { inSeconds } from '../core/time.ts';
import { type CipherScheme, schemeOf } from '../account/keys/cipher-payload.ts';

/** Kinds that a draft can have, in the order of the list. */
export const DRAFT_KINDS = [KIND.LongForm, KIND.Text] as const;

type Drafted = (typeof DRAFT_KINDS)[number];

/** The text of a draft. */
export interface DraftText {
  readonly title: string;
  readonly text: string;
}

/** State of a draft's text. */
export type DraftContent =
  | { readonly kept: 'open'; readonly text: DraftText }
  | { readonly kept: 'sealed'; readonly scheme: CipherScheme }
  | { readonly kept: 'unreadable' };

const LONGEST_TITLE = 300;
/** Longer drafts are ignored, because no relay accepts them. UTF-16 units. */
const LONGEST_TEXT = 512 * 1024;
const UNREADABLE = { kept: 'unreadable' } as const;

/**
 * Return the kind that a draft of this account will have: its `k` tag (kind 31234, NIP-37), or an
 * article (kind 30024, NIP-23). `undefined` if it is no such draft, belongs to another account, or
 * was deleted (empty content).
 */
export function draftedKind(
  { kind, pubkey, content, tags }: SignedEvent,
  account: string,
): Drafted | undefined {
  if (pubkey !== account || content.trim() === '') return undefined;
  if (kind === KIND.LongFormDraft) return KIND.LongForm;
  if (kind !== KIND.Draft) return undefined;
  const wanted = tagValue({ tags }, 'k');
  return DRAFT_KINDS.find((one) => String(one) === wanted);
}

/**
 * Return whether the text can be read directly. NIP-37 requires encryption, and kind 30024 is not
 * encrypted.
 */
export function draftContent(event: SignedEvent): DraftContent {
  const { content } = event;
  const scheme = schemeOf(content);
  if (scheme) return { kept: 'sealed', scheme };
  const text = readDraft(event, content);
  return text ? { kept: 'open', text } : UNREADABLE;
}

/**
 * Read the decrypted text of a draft: for kind 31234, an unsigned event as JSON. `undefined` if it
 * is invalid.
 */
export function readDraft({ kind, tags }: SignedEvent, clear: string): DraftText | undefined {
  if (kind === KIND.LongFormDraft) return draftText(tags, clear);
  const inner = clear.length > LONGEST_TEXT ? undefined : parseJson(clear);
  if (!isRecord(inner)) return undefined;
  const [content, innerTags] = [field(inner, 'content'), field(inner, 'tags')];
  return typeof content === 'string'
    ? draftText(Array.isArray(innerTags) ? innerTags : [], content)
    : undefined;
}

/**
 * Add drafts, keeping the newest version of each, sorted by their kind and then by date, the newest
 * first. At most `most`.
 */
export function withDrafts(
  drafts: readonly VerifiedEvent[],
  more: readonly VerifiedEvent[],
  account: string,
  most: number,
): readonly VerifiedEvent[] {
  const newest = new Map<string, VerifiedEvent>();
  for (const event of [...drafts, ...more]) {
    const address = addressOf(event) ?? '';
    if (isDraftKind(event, account) && replaces(event, newest.get(address)))
      newest.set(address, event);
  }
  const place = (event: VerifiedEvent) =>
    DRAFT_KINDS.findIndex((one) => one === draftedKind(event, account));
  return [...newest.values()]
    .toSorted(
      (one, other) =>
        place(one) - place(other) || inSeconds(other.created_at) - inSeconds(one.created_at),
    )
    .slice(0, most);
}

/** True also for a deleted draft, because it replaces the versions before it. */
export function isDraftKind({ kind, pubkey }: SignedEvent, account: string): boolean {
  return pubkey === account && (kind === KIND.Draft || kind === KIND.LongFormDraft);
}

function draftText(tags: readonly unknown[], text: string): DraftText {
  const title = tags.find(
    (tag): tag is readonly unknown[] => Array.isArray(tag) && tag[0] === 'title',
  )?.[1];
  return {
    title: typeof title === 'string' ? clipLine(title, LONGEST_TITLE) : '',
    text: clip(text, LONGEST_TEXT),
  };
}
