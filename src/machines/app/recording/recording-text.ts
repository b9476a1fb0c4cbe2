import type { AnyEventObject } from 'xstate';
import { isSecret } from '../../../events/account/keys/secret.ts';
import { screenAt } from '../../../events/app/screen-paths.ts';
import { isPlain } from '../../../events/core/plain-object.ts';
import { isSecretName, withoutSecrets } from '../../../events/core/redact-secrets.ts';
import { provenHash } from '../../../events/money/payments/preimage.ts';
import { isRef } from '../../core/refs.ts';
import { type Choice, leftOut, type LeftOut, type StandIn } from './left-out.ts';
import { RecordedActor } from './recorded-actor.ts';
import { type ActorPath, pathOf, type Recording } from './recorder.ts';
import { LEAVING, SEARCHES } from './recording-rules.ts';

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
  const rest = {
    level,
    standIn,
    share: (value: unknown) => tagged('part', numberOf('part', value)),
    out,
    show: (text: string) => out.within(withoutSearches(text, standIn)),
  };
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
  for (const [index, { at, to, event, timer, during, place }] of log.entries()) {
    const [number, from] = [pathNumber(to), timer && pathNumber(timer)];
    const content = redactedEvent(event, rest);
    lines.push({ at, to: number, event: content, timer: from, during, place: placeAt(place) });
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

interface Redaction {
  readonly level: Level;
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

/** Return the rule of a type of events. `undefined`: none of its texts leaves. */
export function ruleOf(type: string): readonly string[] | undefined {
  // the scope loads a feature's code by an actor named after it
  return RULES[type.replace(/^(xstate\.done\.actor\.code) .*/, '$1')];
}

/** Redact an event by the rule of its type, and an intent in it by its own. */
function redactedEvent(event: AnyEventObject, rest: Omit<Redaction, 'withheld'>): unknown {
  const { type, ...content } = event;
  const intent = intentIn(event);
  if (intent) return { type, intent: redactedEvent(intent, rest) };
  const fields = redacted(content, { ...rest, withheld: ruleOf(type) });
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

/** Return a function that replaces texts by others of the same length and sort. */
function standIns(): StandIn {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const number = known.size + 1;
    const made = /^[0-9a-f]{16,}$/.test(text)
      ? number.toString(16).padStart(text.length, '0')
      : number
          .toString(26)
          .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
          .padEnd(text.length, 'x');
    known.set(text, made.slice(0, text.length));
    return made.slice(0, text.length);
  };
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
  const { standIn, share, withheld, out, show, hide } = redaction;
  const safe = (text: string): string => {
    const open = withoutSecrets(text);
    return withheld === undefined ? standIn(open) : (hide ?? show)(open);
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
  const part = (one: unknown, key: unknown = ''): unknown => {
    if (one === undefined) return tagged('undefined', '');
    if (typeof key !== 'string') return redacted(one, redaction, depth + 1);
    if (isSecretName(key) && !isWrapped(one))
      return withheldSecret(key, one, redaction.level, safe);
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

function isWrapped(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isSecret(value);
}

/** A preimage is the proof of a payment, so a replay needs one that proves the same hash. */
function withheldSecret(key: string, value: unknown, level: Level, safe: StandIn): unknown {
  const hash = key === 'preimage' && typeof value === 'string' ? provenHash(value) : undefined;
  if (hash === undefined) return '[kept back]';
  return level === 'own' ? value : tagged('preimage', safe(hash));
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
  return /^\w{1,24}$/.test(text);
}

/** True for signed events and claims, which come with many answers. */
function isRepeated(value: object): boolean {
  return ('id' in value && 'sig' in value) || 'claim' in value;
}

function tagged(kind: string, of: unknown): unknown {
  return { $: kind, of };
}

function isJson(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}
