import { addressOf } from '../nostr/address.ts';
import { replaces, type SignedEvent, tagValue, type VerifiedEvent } from '../nostr/event.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import { KIND } from '../nostr/kinds.ts';
import { clip, clipLine } from '../core/text.ts';
import { inSeconds } from '../core/time.ts';
import { type CipherScheme, schemeOf } from '../account/keys/cipher-payload.ts';

/** What a draft is to become, in the order in which they are listed. */
export const DRAFTED = [KIND.LongForm, KIND.Text] as const;

type Drafted = (typeof DRAFTED)[number];

/** What somebody meant to publish. */
export interface DraftText {
  readonly title: string;
  readonly text: string;
}

/** How the text of a draft is kept. */
export type KeptText =
  | { readonly kept: 'open'; readonly text: DraftText }
  | { readonly kept: 'sealed'; readonly scheme: CipherScheme }
  | { readonly kept: 'unreadable' };

const LONGEST_TITLE = 300;
/** What no relay takes is nobody's draft. UTF-16 units. */
const LONGEST_TEXT = 512 * 1024;
const UNREADABLE = { kept: 'unreadable' } as const;

/**
 * What a draft of that account is to become: by its `k` tag (kind 31234, NIP-37), or an article (kind 30024, NIP-23). Undefined: it is none, it
 * is somebody else's, or it was deleted, which an empty content says.
 */
export function draftedKind({ kind, pubkey, content, tags }: SignedEvent, account: string): Drafted | undefined {
  if (pubkey !== account || content.trim() === '') return undefined;
  if (kind === KIND.LongFormDraft) return KIND.LongForm;
  if (kind !== KIND.Draft) return undefined;
  const wanted = tagValue({ tags }, 'k');
  return DRAFTED.find((one) => String(one) === wanted);
}

/** Says whether the text can be read as it stands. NIP-37 wants it encrypted; kind 30024 is kept in the clear. */
export function keptText(event: SignedEvent): KeptText {
  const { content } = event;
  const scheme = schemeOf(content);
  if (scheme) return { kept: 'sealed', scheme };
  const text = readDraft(event, content);
  return text ? { kept: 'open', text } : UNREADABLE;
}

/** The text of a draft, once it is in the clear: of kind 31234 an event without signature, as JSON; undefined where it is none. */
export function readDraft({ kind, tags }: SignedEvent, clear: string): DraftText | undefined {
  if (kind === KIND.LongFormDraft) return draftText(tags, clear);
  const inner = clear.length > LONGEST_TEXT ? undefined : parseJson(clear);
  if (!isRecord(inner)) return undefined;
  const [content, innerTags] = [field(inner, 'content'), field(inner, 'tags')];
  return typeof content === 'string' ? draftText(Array.isArray(innerTags) ? innerTags : [], content) : undefined;
}

/** With what came, each draft once in its newest version; by what they are to become, the newest first. At most `most`. */
export function withDrafts(
  drafts: readonly VerifiedEvent[],
  more: readonly VerifiedEvent[],
  account: string,
  most: number,
): readonly VerifiedEvent[] {
  const newest = new Map<string, VerifiedEvent>();
  for (const event of [...drafts, ...more]) {
    const address = addressOf(event) ?? '';
    if (isDraftKind(event, account) && replaces(event, newest.get(address))) newest.set(address, event);
  }
  const place = (event: VerifiedEvent) => DRAFTED.findIndex((one) => one === draftedKind(event, account));
  return [...newest.values()]
    .toSorted((one, other) => place(one) - place(other) || inSeconds(other.created_at) - inSeconds(one.created_at))
    .slice(0, most);
}

/** Also of one that was deleted, which stands for the versions before it. */
export function isDraftKind({ kind, pubkey }: SignedEvent, account: string): boolean {
  return pubkey === account && (kind === KIND.Draft || kind === KIND.LongFormDraft);
}

function draftText(tags: readonly unknown[], text: string): DraftText {
  const title = tags.find((tag): tag is readonly unknown[] => Array.isArray(tag) && tag[0] === 'title')?.[1];
  return { title: typeof title === 'string' ? clipLine(title, LONGEST_TITLE) : '', text: clip(text, LONGEST_TEXT) };
}
