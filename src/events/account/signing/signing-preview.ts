import { type Tag, type VerifiedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { isRecord, parseJson } from '../../core/json.ts';
import { isAddressable, isReplaceable, KIND } from '../../nostr/kinds.ts';
import { diffOf, keptEntries, type ListDiff } from '../lists/list-diff.ts';
import {
  LIST_DEFINITIONS,
  type ListName,
  NO_ENTRY,
  numberEntries,
} from '../lists/list-definitions.ts';
import { listNamed } from '../lists/list-named.ts';
import type { EventTemplate } from './signed-answer.ts';

/**
 * Label of a value of an event, shown before signing. An empty `server` stands for every server.
 */
type RowLabel =
  | 'server'
  | 'address'
  | 'method'
  | 'action'
  | 'files'
  | 'until'
  | 'relay'
  | 'reads'
  | 'writes'
  | 'both'
  | 'sats'
  | 'choice'
  | 'title'
  | 'summary';

interface Row {
  readonly label: RowLabel;
  readonly value: string;
}

/** An event or an address that the new event deletes, repeats or answers. */
export interface Target {
  readonly by: 'id' | 'address';
  readonly value: string;
}

/** One field of a profile that changes; `undefined` if it is missing. */
interface FieldChange {
  readonly field: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The changes of an event that replaces an earlier version. */
export interface Replacement {
  /** True if no earlier version is known, so that losses cannot be shown. */
  readonly isFirst: boolean;
  readonly list: ListName | undefined;
  readonly diff: ListDiff;
  /** Change of the encrypted part; `same` also if both versions have none. */
  readonly sealed: 'same' | 'added' | 'changed' | 'removed';
  readonly fields: readonly FieldChange[];
  /** The entries that are the same in both versions. */
  readonly kept: number;
}

/** The preview of an event that a user is asked to sign (ACCOUNT-23). */
export interface SigningPreviewContent {
  readonly rows: readonly Row[];
  readonly people: readonly string[];
  /** The accounts that get the zaps of the event in place of its author. */
  readonly zapped: readonly string[];
  readonly targets: readonly Target[];
  readonly replacement: Replacement | undefined;
  /** The whole text; `undefined` if it is empty, encrypted, or shown in another way. */
  readonly text: string | undefined;
  /** True if the content is encrypted, so that it cannot be shown. */
  readonly isSealed: boolean;
  /** True if the preview shows everything important, so that the tags need not be expanded. */
  readonly isTold: boolean;
}

/** Kinds with an encrypted content. */
const SEALED: ReadonlySet<number> = new Set([
  KIND.EncryptedDirectMessage,
  KIND.Seal,
  KIND.GiftWrap,
  KIND.WalletTokens,
  KIND.WalletHistory,
  KIND.PrivateRelays,
  KIND.EcashWallet,
  KIND.WalletRequest,
  KIND.WalletResponse,
  KIND.RemoteSigning,
  KIND.Draft,
]);
/**
 * Kinds whose content is a text or nothing, and whose tags decide nothing more important than the
 * text.
 */
const TEXTS: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Comment,
  KIND.LiveChatMessage,
  KIND.Highlight,
  KIND.ChannelMessage,
]);
/** Kinds that refer to other events. */
const POINTING: ReadonlySet<number> = new Set([
  KIND.EventDeletion,
  KIND.Repost,
  KIND.GenericRepost,
  KIND.Reaction,
  KIND.PollVote,
  KIND.ZapRequest,
]);
const SIGN_INS: ReadonlySet<number> = new Set([KIND.RelayAuth, KIND.HttpAuth, KIND.BlossomAuth]);
/** The markers of a relay list (NIP-65). */
const USES: ReadonlyMap<string | undefined, RowLabel> = new Map([
  ['read', 'reads'],
  ['write', 'writes'],
]);
const MSATS = 1_000;
/** A token without a server is valid at all servers. */
const ANY_SERVER: Row = { label: 'server', value: '' };

/**
 * Describe an event to sign, compared with the newest known version of the event that it replaces.
 */
export function signingPreview(
  template: Pick<EventTemplate, 'kind' | 'content' | 'tags'>,
  before: VerifiedEvent | undefined,
): SigningPreviewContent {
  const { kind, content, tags } = template;
  const isReplacing = isReplaceable(kind) || isAddressable(kind);
  const replacement = isReplacing ? replacementOf(template, before) : undefined;
  const isSealed =
    content !== '' &&
    (SEALED.has(kind) ||
      (replacement?.list !== undefined && LIST_DEFINITIONS[replacement.list].hasSecret));
  const isShownElsewhere =
    isSealed ||
    (kind === KIND.Metadata && replacement !== undefined && replacement.fields.length > 0);
  return {
    rows: rowsOf(template),
    people:
      kind === KIND.EncryptedDirectMessage || kind === KIND.ZapRequest
        ? [...new Set(keysIn(tags, 'p'))]
        : [],
    zapped: [...new Set(keysIn(tags, 'zap'))],
    targets: POINTING.has(kind) ? targetsOf(tags) : [],
    replacement,
    text: content === '' || isShownElsewhere ? undefined : content,
    isSealed,
    isTold:
      TEXTS.has(kind) ||
      POINTING.has(kind) ||
      SIGN_INS.has(kind) ||
      SEALED.has(kind) ||
      replacement?.list !== undefined,
  };
}

function rowsOf({ kind, tags }: Pick<EventTemplate, 'kind' | 'tags'>): readonly Row[] {
  const rows = (label: RowLabel, name: string): readonly Row[] =>
    valuesOf(tags, name).map((value) => ({ label, value }));
  switch (kind) {
    case KIND.RelayAuth:
      return addressed(valuesOf(tags, 'relay'));
    case KIND.HttpAuth:
      return [...addressed(valuesOf(tags, 'u')), ...rows('method', 'method')];
    case KIND.BlossomAuth:
      return [
        ...rows('action', 't'),
        ...(valuesOf(tags, 'server').length > 0
          ? addressed(valuesOf(tags, 'server'))
          : [ANY_SERVER]),
        { label: 'files', value: String(valuesOf(tags, 'x').length) },
        ...rows('until', 'expiration'),
      ];
    case KIND.RelayList:
      return tags.flatMap(([name, value = '', marker]): readonly Row[] =>
        name === 'r' ? [{ label: USES.get(marker) ?? 'both', value }] : [],
      );
    case KIND.DirectMessageRelays:
    case 62:
      return rows('relay', 'relay');
    case KIND.ZapRequest:
      return valuesOf(tags, 'amount').map((value) => ({
        label: 'sats',
        value: /^\d{1,15}$/.test(value) ? String(Number(value) / MSATS) : value,
      }));
    case KIND.PollVote:
      return rows('choice', 'response');
    case KIND.LongForm:
    case KIND.LongFormDraft:
      return [...rows('title', 'title'), ...rows('summary', 'summary')];
    default:
      return [];
  }
}

/** Return the host of each address as a browser reads it, and the address as in the event. */
function addressed(urls: readonly string[]): readonly Row[] {
  return urls.flatMap((url): readonly Row[] => {
    const host = URL.parse(url)?.host ?? '';
    const address: Row = { label: 'address', value: url };
    return host === '' ? [address] : [{ label: 'server', value: host }, address];
  });
}

function targetsOf(tags: readonly Tag[]): readonly Target[] {
  return tags.flatMap(([name, value = '']): readonly Target[] => {
    if (name === 'e') return [{ by: 'id', value }];
    return name === 'a' ? [{ by: 'address', value }] : [];
  });
}

function replacementOf(
  { kind, content, tags }: Pick<EventTemplate, 'kind' | 'content' | 'tags'>,
  before: VerifiedEvent | undefined,
): Replacement {
  const list = listNamed({ kind, tags });
  const numbering = list ? numberEntries(list) : BY_TAG;
  const diff = diffOf(
    list ?? 'follows',
    { tags: before?.tags ?? [], secret: undefined },
    { tags, secret: undefined },
    numbering,
  );
  const was = before?.content ?? '';
  const hasSecret = list !== undefined && LIST_DEFINITIONS[list].hasSecret;
  return {
    isFirst: before === undefined,
    list,
    diff,
    sealed:
      !hasSecret || was === content
        ? 'same'
        : was === ''
          ? 'added'
          : content === ''
            ? 'removed'
            : 'changed',
    fields: kind === KIND.Metadata ? fieldChanges(was, content) : [],
    kept: list
      ? keptEntries(list, { tags, secret: undefined }, diff)
      : tags.length - diff.added.length - diff.changed.length,
  };
}

/** Numbering that compares tag by tag: two tags that differ are two entries. */
const BY_TAG = { of: () => NO_ENTRY, all: (tags: readonly Tag[]) => tags.map(() => NO_ENTRY) };

function fieldChanges(before: string, after: string): readonly FieldChange[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field), fresh.get(field)];
    return from === to ? [] : [{ field, from, to }];
  });
}

function fieldsOf(content: string): ReadonlyMap<string, string> {
  const value = parseJson(content);
  const entries = isRecord(value) ? Object.entries(value) : [];
  return new Map(
    entries.map(([field, one]) => [field, typeof one === 'string' ? one : JSON.stringify(one)]),
  );
}

function valuesOf(tags: readonly Tag[], name: string): readonly string[] {
  return tags.flatMap((tag) => (tag[0] === name ? [tag[1] ?? ''] : []));
}

function keysIn(tags: readonly Tag[], name: string): readonly string[] {
  return valuesOf(tags, name).filter((value) => isHex(value, 64));
}
