import type { AnyEventObject } from 'xstate';
import { isSecret } from '../../../events/account/keys/secret.ts';
import { screenAt } from '../../../events/app/screen-paths.ts';
import { isRecord } from '../../../events/core/json.ts';
import { isPlain } from '../../../events/core/plain-object.ts';
import { isSecretName, withoutSecrets } from '../../../events/core/redact-secrets.ts';
import { provenHash } from '../../../events/money/payments/preimage.ts';
import { requestText, textHash } from '../../../events/money/payments/invoice-description.ts';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import type { Draft, SignedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { isRef } from '../../core/refs.ts';
import { type Choice, leftOut, type LeftOut, objectsIn, type StandIn } from './left-out.ts';
import { isRepeated } from './limit-recording.ts';
import {
  hasNoWords,
  idOfShown,
  isDraft,
  isIntended,
  jobOfShown,
  type Published,
  publishedIn,
  shownEvent,
  UNPUBLISHED,
} from './own-events.ts';
import { RecordedActor } from './recorded-actor.ts';
import { type ActorPath, pathOf, type Recording } from './recorder.ts';
import { LEAVING, NAMED, SEARCHES } from './recording-rules.ts';
import { type OldMessages, oldMessagesIn, shownList } from './shown-list.ts';
import { shownSeals } from './shown-seals.ts';
import { standIns } from './stand-ins.ts';

/** Version of the format. */
export const FORMAT = 1;

/**
 * Return the recording as lines of JSON without secrets, ready to share (TOOL-02, TRUST-05). This
 * is a separate file because only exporting needs it.
 *
 * The first line is the head, the second one the start of the root. Then come entries, and hashes
 * of states at their places. An entry names actors by the number of their path, and signed events
 * and claims by the number of a part: each has a line of its own before its first use. Values
 * without a JSON form are tagged as `{ $: kind, of: parts }`.
 *
 * Texts of events leave only if `recording-rules.ts` says so, and names of fields only if they are
 * short words. Others are replaced by texts of the same length and sort; equal texts by equal ones.
 * A hash of a withheld text is replaced by the hash of its stand-in, which a replay computes.
 * The root's input and the ids of actors leave without secrets and searches. A recording for this
 * device (`own`) has all texts but secrets. `without`: choices of the user.
 * `accounts`: public keys of the user.
 */
export function recordingText(
  recording: Recording,
  level: Level = 'shared',
  without: readonly Choice[] = [],
  accounts: readonly string[] = [],
): string {
  const { origin, boot, dropped, log, checks = [] } = recording;
  const lines: unknown[] = [{ starling: FORMAT, origin, dropped }];
  const numbers = new Map<string, number>();
  /** Return the number of a path or part, and write it if it is new. */
  const numberOf = (kind: 'path' | 'part', value: unknown): number => {
    const name = `${kind} ${JSON.stringify(value)}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    lines.push({ [kind]: value });
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  };
  const replaced = standIns();
  const standIn = level === 'own' ? (text: string) => text : replaced;
  const out = leftOut(recording, without, accounts, replaced);
  let before: string | undefined;
  /** Undefined if the page is where it was at the line before. */
  const placeAt = (address: string | undefined): string | undefined => {
    if (address === undefined || address === before) return undefined;
    before = address;
    const { pathname, search } = new URL(address, 'https://any.invalid');
    return level === 'own'
      ? withoutSecrets(pathname + search)
      : sharedPlace(pathname, without.length > 0 ? replaced : (text) => text, out);
  };
  const renamed = new Map<string, string>();
  const hashes = (text: string): string =>
    renamed.size === 0 ? text : text.replaceAll(HASH, (one) => renamed.get(one) ?? one);
  const described = new Map<string, string>();
  const rest: Omit<Redaction, 'withheld'> = {
    level,
    published:
      level === 'own'
        ? undefined
        : without.some((one) => one !== 'addresses')
          ? UNPUBLISHED
          : publishedIn(recording, accounts),
    standIn,
    messages: without.length > 0 ? new Map() : oldMessagesIn(recording),
    described,
    hashes,
    share: (value: unknown) => tagged('part', numberOf('part', value)),
    out,
    show: (text: string) => out.within(withoutSearches(hashes(text), standIn)),
  };
  if (level === 'shared') {
    const rename = (hash: string, shown: string | undefined): void => {
      if (renamed.has(hash) || (hash === shown && !without.includes('account'))) return;
      // with a choice, a hash could tell that a guess of the left out text is right
      renamed.set(hash, without.length > 0 || shown === undefined ? replaced(hash) : shown);
    };
    for (const { event } of log) findIds(event, rest, rename);
    for (const { event } of log) findJobs(event, rest, rename);
    for (const { event } of log) findDescribed(event, rest);
  }
  const pathNumber = (path: ActorPath) => numberOf('path', shownPath(path, rest));
  if (boot) {
    const input = redacted(boot.input, { ...rest, withheld: [] });
    lines.push({ at: boot.at, input, place: placeAt(boot.place) });
  }
  const checked = Map.groupBy(checks, ({ after }) => after);
  const writeChecks = (after: number): void => {
    for (const { changed } of checked.get(after) ?? [])
      lines.push({ states: changed.map(([path, hash]) => [pathNumber(path), hash]) });
  };
  writeChecks(0);
  const sourceNumber = (path: ActorPath | undefined) => path && pathNumber(path);
  for (const [index, { at, to, event, timer, port, during, place }] of log.entries()) {
    const number = pathNumber(to);
    const [fired, sender] = [sourceNumber(timer), sourceNumber(port)];
    const content = redactedEvent(event, rest, to);
    lines.push({
      at,
      to: number,
      event: content,
      timer: fired,
      port: sender,
      during,
      place: placeAt(place),
    });
    writeChecks(index + 1);
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

/** Return a path without searches. A name is replaced as texts and accounts are. */
function sharedPlace(path: string, standIn: StandIn, { within }: LeftOut): string {
  const open = path.replace(/^(\/(?:search|feeds))\/.*$/, '$1');
  const screen = screenAt(open);
  if (screen === 'screen') return withoutSecrets(within(open));
  return `/${standIn(withoutSecrets(open.slice(1)))}`;
}

/** `own`: for this device only. It has all texts, but no secrets. */
type Level = 'shared' | 'own';

/** An id of an event, or a name of a job. */
const HASH = /\b[0-9a-f]{64}\b/g;

/**
 * Finds ids of events, and names of their jobs in the outbox. Both are hashes, so that a guess of a
 * withheld text could be verified. `rename`: receives a hash and its replacement.
 */
type FindHashes = (
  event: AnyEventObject,
  rest: Omit<Redaction, 'withheld'>,
  rename: (hash: string, shown: string | undefined) => void,
) => void;

const findIds: FindHashes = (event, rest, rename) => {
  const { published, standIn } = rest;
  if (!published || !namedRule((intentIn(event) ?? event).type)) return;
  for (const one of objectsIn(event)) {
    if (!isDraft(one) || !('id' in one) || typeof one.id !== 'string') continue;
    // its tags may name an event that has another id now
    const shown = inTexts(shownEvent(one, published, standIn), rest);
    rename(one.id, isSame(one, shown) ? one.id : idOfShown(shown));
  }
};

/** Find the texts whose hash an invoice contains: zap requests, and documents of payees. */
function findDescribed(event: AnyEventObject, rest: Omit<Redaction, 'withheld'>): void {
  const named = namedRule(event.type);
  if (!named) return;
  for (const one of objectsIn(event)) {
    const text = describedText(one);
    if (text === undefined) continue;
    const shown = redacted(one, { ...rest, share: (all) => all, withheld: undefined, named });
    const other = isRecord(shown) ? describedText(shown) : undefined;
    if (other !== undefined && other !== text) rest.described.set(textHash(text), textHash(other));
  }
}

function describedText(one: object): string | undefined {
  if (isZapRequest(one)) return requestText(one);
  return 'metadata' in one && typeof one.metadata === 'string' ? one.metadata : undefined;
}

function isZapRequest(one: object): one is SignedEvent {
  return isDraft(one) && one.kind === KIND.ZapRequest && 'sig' in one;
}

const findJobs: FindHashes = (event, rest, rename) => {
  const named = namedRule(event.type);
  if (!named) return;
  for (const one of objectsIn(event)) {
    if (!isIntended(one)) continue;
    const shown = redacted(one.wish, { ...rest, withheld: undefined, named });
    const isKept = JSON.stringify(shown) === JSON.stringify(one.wish);
    // a replay does not name the jobs of earlier pages
    const isNamed = event.type === 'store.appended';
    rename(
      one.job,
      isKept ? one.job : isNamed && isRecord(shown) ? jobOfShown(one, shown) : undefined,
    );
  }
};

function isSame(one: Draft, other: Draft): boolean {
  return one.content === other.content && JSON.stringify(one.tags) === JSON.stringify(other.tags);
}

/** Replace the hashes and secrets in the texts of an event. */
function inTexts<E extends Draft>(event: E, { show }: Pick<Redaction, 'show'>): E {
  const text = (one: string): string => show(withoutSecrets(one));
  return { ...event, content: text(event.content), tags: event.tags.map((tag) => tag.map(text)) };
}

interface Redaction {
  readonly level: Level;
  /** Undefined: all texts leave. */
  readonly published: Published | undefined;
  /** Replaces the hashes of withheld texts. */
  readonly hashes: StandIn;
  readonly messages: OldMessages;
  /** Hashes of texts in invoices, with those of their stand-ins. */
  readonly described: Map<string, string>;
  /** The rule by which only named fields leave. */
  readonly named?: NamedRule | undefined;
  /** True if a text leaves that the account published. */
  readonly isOwn?: boolean;
  readonly standIn: StandIn;
  /** Writes a part, and returns its reference. */
  readonly share: (value: unknown) => unknown;
  /** Fields that are withheld. `undefined`: all texts are. */
  readonly withheld: readonly string[] | undefined;
  readonly out: LeftOut;
  /** Returns a text that may leave, without the parts that may not. */
  readonly show: StandIn;
  /** Replaces the texts of a signed event or claim. */
  readonly hide?: StandIn | undefined;
  /** True within the content of a claim, whose names of fields are texts. */
  readonly hidesNames?: boolean;
}

const RULES: Readonly<Record<string, readonly string[] | undefined>> = LEAVING;

interface NamedRule {
  readonly open: readonly string[];
  readonly published?: readonly string[];
  readonly whole?: Readonly<Record<string, readonly string[] | undefined>>;
}

const NAMED_RULES: Readonly<Record<string, NamedRule | undefined>> = NAMED;

/** Return the rule of a type of events of which only named fields leave. */
export function namedRule(type: string): NamedRule | undefined {
  return Object.hasOwn(NAMED_RULES, type) ? NAMED_RULES[type] : undefined;
}

/** Return the fields that are withheld in such events. `undefined`: all texts are. */
export function ruleOf(type: string, to: ActorPath = []): readonly string[] | undefined {
  // a lookup is named after its address
  if (to.length === 1 && LOOKUPS.has(to[0] ?? '') && type.startsWith('xstate.done.actor.'))
    return [];
  // the scope loads a feature's code by an actor named after it
  return RULES[type.replace(/^(xstate\.done\.actor\.code) .*/, '$1')];
}

/** Actors that look up public keys of public addresses. */
const LOOKUPS: ReadonlySet<string> = new Set(['names', 'providers']);

/** Redact an event by the rule of its type, and an intent in it by its own. */
function redactedEvent(
  event: AnyEventObject,
  rest: Omit<Redaction, 'withheld'>,
  to: ActorPath,
): unknown {
  const { type, ...content } = event;
  const intent = intentIn(event);
  if (intent) return { type, intent: redactedEvent(intent, rest, to) };
  const named = rest.published && namedRule(type);
  const fields = redacted(content, { ...rest, withheld: ruleOf(type, to), named });
  const shown = rest.show(withoutSecrets(type));
  // the type names the actor that has ended, and a replay needs both names to be the same
  const actorId = /^xstate\.(?:done|error)\.actor\.(.+)$/s.exec(shown)?.[1];
  return {
    type: shown,
    ...(typeof fields === 'object' ? fields : {}),
    ...('actorId' in content && actorId !== undefined && { actorId }),
  };
}

/** Return the intent of the current account that an event passes on. It has a rule of its own. */
export function intentIn(event: AnyEventObject): AnyEventObject | undefined {
  const intent: unknown = event.type === 'account.intent' ? event['intent'] : undefined;
  return isEvent(intent) ? intent : undefined;
}

function isEvent(value: unknown): value is AnyEventObject {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}

/** Replace the words of searches in specs of feeds, which are also names of actors. */
function withoutSearches(text: string, standIn: StandIn): string {
  return text.replaceAll(
    /("query":")((?:[^"\\]|\\.)+)/g,
    (_, before: string, words: string) => before + standIn(words),
  );
}

function shownPath(path: ActorPath, { show }: Pick<Redaction, 'show'>): ActorPath {
  return path.map((id) => show(withoutSecrets(id)));
}

/** Depth limit. It also ends circular references. */
const DEEPEST = 24;

/** Return plain data and tags. Actor references become their path. */
function redacted(value: unknown, redaction: Redaction, depth = 0): unknown {
  const { standIn, share, withheld, out, show, hide, hashes, published, named, isOwn } = redaction;
  const safe = (text: string): string => {
    const open = withoutSecrets(text);
    const mayLeave = withheld !== undefined || (isOwn && published?.isText(text));
    return mayLeave ? (hide ?? show)(hashes(open)) : standIn(open);
  };
  if (typeof value === 'string') return safe(value);
  if (typeof value === 'bigint') return tagged('bigint', String(value));
  if (typeof value === 'number' && !isJson(value))
    return tagged('number', Object.is(value, -0) ? '-0' : String(value));
  if (typeof value !== 'object' || value === null)
    return typeof value === 'function' ? undefined : value;
  if (isRef(value)) return tagged('actor', shownPath(pathOf(value), redaction));
  if (value instanceof RecordedActor) return tagged('actor', shownPath(value.path, redaction));
  if (depth > DEEPEST) return undefined;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes kept back]`;
  if (value instanceof Error) return tagged('error', safe(value.message));
  if (isSecret(value)) return tagged('secret', { ...value.shape });
  const part = (one: unknown, key?: unknown): unknown => {
    if (one === undefined) return tagged('undefined', '');
    const seals = key === 'seals' ? shownSeals(one) : undefined;
    if (seals) return tagged('seals', seals);
    if (typeof key !== 'string') return redacted(one, redaction, depth + 1);
    const ofField = named ? byName(key, one, named, redaction) : redaction;
    if (isSecretName(key) && !isWrapped(one)) return withheldSecret(key, one, ofField);
    if (named && key === 'people' && typeof one === 'object' && one && isPlain(one))
      return shownPeople(one, redaction);
    if (named && key === 'invoice' && typeof one === 'string')
      return shownInvoice(one, ofField, depth + 1);
    // the answer of a signer that has decrypted it
    const list = named === NAMED['signer.answered'] && key === 'text' && typeof one === 'string';
    const shown = list ? shownList(one, redaction.messages) : undefined;
    if (shown !== undefined) return redacted(shown, { ...ofField, withheld: [] }, depth + 1);
    if (named) return redacted(one, ofField, depth + 1);
    const isSearch = SEARCHES.includes(key) && (typeof one === 'string' || Array.isArray(one));
    const isWithheld = isSearch || withheld?.includes(key);
    if (hide && CODES.has(key)) return redacted(one, { ...redaction, hide: undefined }, depth + 1);
    if (hide && key === 'tags' && Array.isArray(one))
      return one.map((tag: unknown) => withName(tag, redacted(tag, redaction, depth + 2)));
    if (hide && key === 'content')
      return redacted(one, { ...redaction, hidesNames: true }, depth + 1);
    return redacted(one, isWithheld ? { ...redaction, withheld: undefined } : redaction, depth + 1);
  };
  if (value instanceof Map)
    return tagged(
      'map',
      [...value].map(([key, one]) => [part(key), part(one, key)]),
    );
  if (value instanceof Set)
    return tagged(
      'set',
      [...value].map((one) => part(one)),
    );
  // JSON writes null in place of a function
  if (Array.isArray(value))
    return value.map((one) => part(typeof one === 'function' ? undefined : one));
  // machines, files and the like cannot be replayed
  if (!isPlain(value)) return undefined;
  const hidden = hide ?? (isRepeated(value) ? out.textsOf(value) : undefined);
  if (hidden !== hide) return redacted(value, { ...redaction, hide: hidden }, depth);
  if (named && published && isDraft(value)) {
    const shown = shownEvent(value, published, standIn);
    // with its signature, a request to the service could be sent again
    const isWhole = published.isEvent(value);
    const event = Object.entries(shown).flatMap(([key, one]: [string, unknown]) =>
      EVENT.has(key) ? [[key, key === 'sig' && !isWhole ? standIn(String(one)) : one]] : [],
    );
    const whole = { ...redaction, withheld: [], named: undefined };
    return redacted(Object.fromEntries(event), whole, depth);
  }
  const fields = Object.entries(value)
    .map(([key, one]: [string, unknown]): [string, unknown] => [
      isName(key) && !redaction.hidesNames ? withoutSecrets(key) : safe(key),
      part(one, key),
    ])
    .filter(([, one]) => one !== undefined);
  // an object that looks like a tag must not be taken for one
  if (Object.hasOwn(value, '$')) return tagged('object', fields);
  const object = Object.fromEntries(fields);
  return isRepeated(value) ? share(object) : object;
}

/** Fields of events. */
const EVENT = new Set(['id', 'pubkey', 'created_at', 'kind', 'tags', 'content', 'sig']);

/** Return how a named field is redacted. */
function byName(key: string, value: unknown, named: NamedRule, redaction: Redaction): Redaction {
  const within = named.whole?.[key];
  if (within) return { ...redaction, withheld: within, named: undefined };
  const isFit = typeof value !== 'string' || FORMS[key]?.(value) !== false;
  return {
    ...redaction,
    withheld: named.open.includes(key) && isFit ? [] : undefined,
    isOwn: named.published?.includes(key) ?? false,
  };
}

/** Origins of jobs in the outbox that name no words. */
const ORIGINS = [
  /^(?:root|reply|quote)(?::[0-9a-f]{64})?(?: [0-9a-f-]{36})? \d+$/,
  /^new account: (?:follows|messageRelays|profile|relays)$/,
  /^message:[0-9a-f]{64} \d+$/,
  /^note-about:[0-9a-f]{64}$/,
];

/** Fields that leave only in a form without words. */
const FORMS: Readonly<Record<string, ((text: string) => boolean) | undefined>> = {
  invoice: hasNoWords,
  field: (text) => /^\w{1,24}$/.test(text),
  // whether a PIN opens the key
  output: (text) => /^(?:right|wrong|lost)$/.test(text),
  origin: (text) => ORIGINS.some((one) => one.test(text)),
  place: (text) => /^[0-9a-f-]{36}$/.test(text),
};

/** An invoice has the hash of a text. A replay needs the hash of its stand-in. */
function shownInvoice(invoice: string, redaction: Redaction, depth: number): unknown {
  const shown = redacted(invoice, redaction, depth);
  const hash = redaction.described.get(readInvoice(invoice)?.descriptionHash ?? '');
  return shown === invoice && hash !== undefined ? tagged('invoice', [invoice, hash]) : shown;
}

/** Names that a text mentions, with their keys. They leave if a published text mentions them. */
function shownPeople(people: object, { published, standIn, show }: Redaction): object {
  return Object.fromEntries(
    Object.entries(people).map(([name, key]: [string, unknown]) => {
      const pubkey = String(key);
      return published?.isNamed(pubkey)
        ? [show(withoutSecrets(name)), show(pubkey)]
        : [standIn(name), standIn(pubkey)];
    }),
  );
}

function isWrapped(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isSecret(value);
}

/** A preimage is the proof of a payment, so a replay needs one that proves the same hash. */
function withheldSecret(key: string, value: unknown, redaction: Redaction): unknown {
  const hash = key === 'preimage' && typeof value === 'string' ? provenHash(value) : undefined;
  if (hash === undefined) return '[kept back]';
  return redaction.level === 'own' ? value : tagged('preimage', redacted(hash, redaction));
}

/** Fields of claims that hold codes. */
const CODES = new Set(['claim', 'orderBy', 'list', 'flag', 'action']);

/** Return a tag whose texts are replaced, with its name. */
function withName(tag: unknown, replaced: unknown): unknown {
  const name: unknown = Array.isArray(tag) ? tag[0] : undefined;
  return Array.isArray(replaced) && typeof name === 'string' && isName(name)
    ? [name, ...replaced.slice(1)]
    : replaced;
}

/** True for names of fields and tags. A longer one may be a text. */
function isName(text: string): boolean {
  return /^#?\w{1,24}$/.test(text);
}

function tagged(kind: string, of: unknown): unknown {
  return { $: kind, of };
}

function isJson(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}
