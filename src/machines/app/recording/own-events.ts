import { isOwnSettingsRead } from '../../../events/account/signing/request-drafts.ts';
import { expandPeople } from '../../../events/compose/compose.ts';
import { isRecord, parseJson } from '../../../events/core/json.ts';
import { seconds } from '../../../events/core/time.ts';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import type { Draft, Tag } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { eventId } from '../../../events/nostr/serialize.ts';
import { jobOf, onceJobOf } from '../../../events/publish/outbox/outbox.ts';
import { accountsIn, objectsIn, type StandIn } from './left-out.ts';
import type { Recording } from './recorder.ts';

/**
 * Texts that the account published during the recording: relays or the caching service sent the
 * event back, or the receipt of its zap. They are in the file anyway.
 */
export interface Published {
  /** True for the text of such an event, also before names in it became keys. */
  readonly isText: (text: string) => boolean;
  /** True if an event or draft has the kind, tags and content of such an event. */
  readonly isEvent: (one: Draft) => boolean;
  /** True if such a text mentions the account with this public key. */
  readonly isNamed: (pubkey: string) => boolean;
}

/** Nothing counts as published if the user leaves texts or the account out of the file. */
export const UNPUBLISHED: Published = {
  isText: () => false,
  isEvent: () => false,
  isNamed: () => false,
};

/** `accounts`: public keys of the user. Others are found in the recording. */
export function publishedIn(recording: Recording, accounts: readonly string[]): Published {
  const keys = new Set([...accounts, ...accountsIn(recording)]);
  const contents = new Set<string>();
  const events = new Set<string>();
  const people: Record<string, string> = {};
  const add = (one: unknown): void => {
    if (!isDraft(one) || !('pubkey' in one) || !keys.has(String(one.pubkey))) return;
    events.add(nameOf(one));
    contents.add(one.content);
    if (one.kind === KIND.Metadata)
      for (const field of objectsIn(parseJson(one.content)))
        for (const text of Object.values(field)) if (typeof text === 'string') contents.add(text);
    // a quote and the addresses of files follow the typed text
    for (const { index } of one.content.matchAll(/\n/g))
      contents.add(one.content.slice(0, index).trim());
  };
  for (const { event } of recording.log) {
    if (event.type === 'compose.write' || event.type === 'draft.found')
      for (const one of objectsIn(event))
        if ('people' in one && isRecord(one.people)) Object.assign(people, one.people);
    if (event.type !== 'socket.batch' && event.type !== 'socket.heard') continue;
    for (const one of objectsIn(event)) {
      if (!('sig' in one) || !isDraft(one)) continue;
      add(one);
      if (one.kind !== KIND.Zap) continue;
      for (const [name, text] of one.tags) if (name === 'description') add(parseJson(text ?? ''));
    }
  }
  return {
    isText: (text) => contents.has(text) || contents.has(expandPeople(text, people).trim()),
    isEvent: (one) => events.has(nameOf(one)),
    isNamed: (pubkey) => {
      const npub = npubOf(pubkey);
      return npub !== undefined && [...contents].some((text) => text.includes(`nostr:${npub}`));
    },
  };
}

const nameOf = ({ kind, tags, content }: Draft): string => JSON.stringify([kind, tags, content]);

/** True for a signed event, a template or a draft. */
export function isDraft(value: unknown): value is Draft {
  return (
    isRecord(value) &&
    typeof value['kind'] === 'number' &&
    typeof value['content'] === 'string' &&
    Array.isArray(value['tags']) &&
    value['tags'].every((tag) => Array.isArray(tag) && tag.every((one) => typeof one === 'string'))
  );
}

/** Kinds whose content is a code or empty. */
const CODED: ReadonlySet<number> = new Set([KIND.EventDeletion, KIND.Reaction, KIND.RelayAuth]);

/** Tags with ids, addresses and numbers. All other tags may repeat typed words. */
const OPEN_TAGS = new Set([
  ...'epqkaEPKA',
  'relay',
  'relays',
  'challenge',
  'amount',
  'lnurl',
  'expiration',
  'encryption',
  'client',
]);

/** Purposes of proofs whose content names nothing, or a public key. */
const PURPOSES = new Set(['mark_all_dms_as_read', 'reset_direct_message_count']);

/** Drafts name themselves by their title. */
const OF_DRAFTS = new RegExp(`^(?:${KIND.LongFormDraft}|${KIND.ClassifiedDraft}|${KIND.Draft}):`);

/**
 * Return an event of the account, signed or not, as the file has it. A published one leaves whole,
 * as does one whose content is a code. Of others, the content is withheld, and all tags but ids and
 * addresses.
 */
export function shownEvent<E extends Draft>(event: E, published: Published, standIn: StandIn): E {
  if (published.isEvent(event)) return event;
  const { kind, tags, content } = event;
  const isProof = kind === KIND.Settings && isOpenProof(event);
  const isCode = isProof || CODED.has(kind);
  const isOpen = ([name = '', value = '']: readonly string[]): boolean =>
    name === 'a' || name === 'A' ? !OF_DRAFTS.test(value) : OPEN_TAGS.has(name) || isCode;
  // a tag without values may be a typed word
  const withheld = ([name = '', ...values]: readonly string[]): Tag => [
    values.length > 0 && /^\w{1,24}$/.test(name) ? name : standIn(name),
    ...values.map(standIn),
  ];
  return {
    ...event,
    tags: tags.map((tag) => (isOpen(tag) ? withoutPetname(tag, standIn) : withheld(tag))),
    content: isCode || published.isText(content) ? content : standIn(content),
  };
}

/** A follow list may have a name that the user gave to somebody. */
function withoutPetname(tag: Tag, standIn: StandIn): Tag {
  const [name, , , petname = ''] = tag;
  if (name !== 'p' || petname === 'author') return tag;
  return tag.map((text, at) => (at === 3 ? standIn(text) : text));
}

function isOpenProof(event: Draft): boolean {
  const purpose = event.tags.find(([name]) => name === 'd')?.[2] ?? '';
  return isOwnSettingsRead(event) || event.content === '{}' || PURPOSES.has(purpose);
}

/** True for an invoice without a description in words. Its hash of a text is no word. */
export function hasNoWords(invoice: string): boolean {
  return readInvoice(invoice)?.description === '';
}

/** Most jobs of a tab that are tried. Each costs three hashes. */
const MOST_JOBS = 100;

/**
 * Return the name of a job whose request is `shown` instead. A replay computes the name from the
 * request. `undefined` if the job is not named after the request.
 */
export function jobOfShown(
  { job, account, at, wish }: Intended,
  shown: object,
): string | undefined {
  const names = (of: object, nth: number): readonly (string | undefined)[] => [
    ...[0, at].map((time) => jobOf(account, of, seconds(time), nth)),
    'draft' in of && isDraft(of.draft) ? onceJobOf(account, of.draft, nth) : undefined,
  ];
  for (let nth = 0; nth < MOST_JOBS; nth++) {
    const found = names(wish, nth).indexOf(job);
    if (found !== -1) return names(shown, nth)[found];
  }
  return undefined;
}

/** The first line of a job in the outbox log. */
export interface Intended {
  readonly job: string;
  readonly account: string;
  readonly at: number;
  readonly wish: object;
}

export function isIntended(line: object): line is Intended {
  return (
    'type' in line &&
    line.type === 'intended' &&
    'job' in line &&
    typeof line.job === 'string' &&
    'account' in line &&
    typeof line.account === 'string' &&
    'wish' in line &&
    isRecord(line.wish)
  );
}

/** Return the id of an event whose texts were replaced, as a replay computes it. */
export function idOfShown(event: Draft): string | undefined {
  const { kind, tags, content } = event;
  if (!('pubkey' in event) || typeof event.pubkey !== 'string') return undefined;
  const created_at = 'created_at' in event ? event.created_at : undefined;
  if (typeof created_at !== 'number') return undefined;
  return eventId({ kind, tags, content, pubkey: event.pubkey, created_at: seconds(created_at) });
}
