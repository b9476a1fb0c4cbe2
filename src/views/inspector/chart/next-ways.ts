import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { AnyStateNode } from 'xstate/graph';
import { activeKeys, causeOf, guardOf, keyOf, type Reason } from './chart.ts';

/**
 * The answer of a guard in a state. `isSure`: it does not read the event. Otherwise it is the
 * answer for the last event of that type.
 */
export type Verdict = { readonly passes: boolean; readonly isSure: boolean } | 'depends';

/** The values that a guard reads, and its text. */
export interface GuardReads {
  /** Given with the guard's name. */
  readonly params: unknown;
  /** Fields of the context that its function reads. */
  readonly context: ReadonlyArray<readonly [name: string, value: unknown]>;
  /** Text of its function. Undefined if XState makes it of others. */
  readonly source: string | undefined;
}

/** A transition that an actor could take next. */
export interface NextWay {
  /** The event's type, as the machine names it. Empty: it needs no event. */
  readonly descriptor: string;
  /** Key of the state that has the transition. */
  readonly state: string;
  readonly reason: Reason;
  /** Keys of the targets. None: the states stay. */
  readonly to: readonly string[];
  /** Undefined without a guard. */
  readonly verdict: Verdict | undefined;
  /** Of a guard that does not hold. */
  readonly reads: GuardReads | undefined;
}

/**
 * Return the transitions of the current states and of those around them, the innermost first, as
 * XState looks for them. `lastOf`: the last event that matches a descriptor.
 */
export function nextWays(
  snapshot: AnyMachineSnapshot,
  lastOf: (descriptor: string) => AnyEventObject | undefined,
): readonly NextWay[] {
  const { machine } = snapshot;
  const keys = ['', ...activeKeys(snapshot.value)].toSorted((a, b) => depthOf(b) - depthOf(a));
  return keys
    .flatMap((key) => nodeAt(machine, key) ?? [])
    .flatMap((node) =>
      [...node.transitions.values(), node.always ?? []].flat().map((transition): NextWay => {
        const { eventType, guard, target } = transition;
        const isAlways = eventType === '';
        const last = lastOf(eventType);
        const verdict =
          guard === undefined ? undefined : verdictOf(guard, snapshot, eventType, last);
        return {
          descriptor: eventType,
          state: keyOf(node),
          reason: {
            cause: isAlways ? { type: 'always' } : causeOf(machine, transition),
            guard: guardOf(guard),
          },
          to: (target ?? []).map(keyOf),
          verdict,
          reads:
            verdict === undefined || verdict === 'depends' || verdict.passes
              ? undefined
              : readsOf(guard, snapshot, last ?? { type: eventType }),
        };
      }),
    );
}

/** A state that had transitions for an event, of which no guard held. */
export interface Refusal {
  readonly state: string;
  readonly ways: readonly NextWay[];
}

/**
 * Return the states in which a machine refused an event. `isTaken`: a state had a transition for it
 * whose guard held, or that had none.
 */
export function refusalsOf(
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): { readonly refusals: readonly Refusal[]; readonly isTaken: boolean } {
  const ways = nextWays(snapshot, () => event).filter(
    ({ descriptor }) => descriptor !== '' && matches(descriptor, event.type),
  );
  const isRefused = ({ verdict }: NextWay) =>
    verdict !== undefined && verdict !== 'depends' && !verdict.passes;
  const states = [...Map.groupBy(ways, ({ state }) => state)];
  const taken = states.flatMap(([state, own]) => (own.every(isRefused) ? [] : [state]));
  // a state around one that takes an event is not asked
  const isAround = (state: string) =>
    taken.some((one) => state === '' || one.startsWith(`${state}.`));
  const refusals = states.flatMap(([state, own]) =>
    taken.includes(state) || isAround(state) ? [] : [{ state, ways: own }],
  );
  return { refusals, isTaken: taken.length > 0 };
}

/** True if an event has the type that a descriptor names: itself, `*` or `area.*`. */
export function matches(descriptor: string, type: string): boolean {
  if (descriptor === '*') return !type.startsWith('xstate.');
  return descriptor.endsWith('.*') ? type.startsWith(descriptor.slice(0, -1)) : type === descriptor;
}

function depthOf(key: string): number {
  return key === '' ? 0 : key.split('.').length;
}

function nodeAt(machine: AnyStateMachine, key: string): AnyStateNode | undefined {
  let node: AnyStateNode | undefined = machine.root;
  for (const name of key === '' ? [] : key.split('.')) node = node?.states[name];
  return node;
}

/** Guards are pure functions of context and event. One that throws needs another event. */
function verdictOf(
  guard: unknown,
  snapshot: AnyMachineSnapshot,
  type: string,
  last: AnyEventObject | undefined,
): Verdict {
  try {
    return { passes: answerOf(guard, snapshot, unreadable(type)), isSure: true };
  } catch {
    if (!last) return 'depends';
  }
  try {
    return { passes: answerOf(guard, snapshot, last), isSure: false };
  } catch {
    return 'depends';
  }
}

/** An event that only has a type. To read anything else throws. */
function unreadable(type: string): AnyEventObject {
  const unread = (): never => {
    throw new Error('the event is read');
  };
  return new Proxy<AnyEventObject>(
    { type },
    {
      get: (_, name) => (name === 'type' && isExact(type) ? type : unread()),
      has: unread,
      ownKeys: unread,
      getOwnPropertyDescriptor: unread,
    },
  );
}

const isExact = (descriptor: string): boolean => descriptor !== '' && !descriptor.endsWith('*');

interface NamedGuard {
  readonly type: string;
  readonly params?: unknown;
}

/** A guard's function. `check`: one that XState makes of others. */
interface Implementation {
  (args: object, params: unknown): unknown;
  readonly check?: (snapshot: unknown, args: object, guard: unknown) => unknown;
}

/** Ask a guard as XState does. Its own function is exported only in a chunk of the first load. */
function answerOf(
  guard: unknown,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
  context: unknown = snapshot.context,
): boolean {
  const { machine } = snapshot;
  const args = { context, event };
  if (isFunction(guard)) return answer(guard, undefined);
  const { type, params }: NamedGuard = isNamed(guard) ? guard : { type: String(guard) };
  const found: unknown = Reflect.get(machine.implementations.guards, type);
  if (isFunction(found))
    return answer(found, isFunction(params) ? params(args, undefined) : params);
  if (found === undefined) throw new Error(`there is no guard ${type}`);
  return answerOf(found, snapshot, event, context);

  function answer(made: Implementation, given: unknown): boolean {
    return Boolean(made.check ? made.check(snapshot, args, made) : made(args, given));
  }
}

function isFunction(value: unknown): value is Implementation {
  return typeof value === 'function';
}

function isNamed(value: unknown): value is NamedGuard {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Ask a guard once more, and note the fields of the context that it reads. */
function readsOf(guard: unknown, snapshot: AnyMachineSnapshot, event: AnyEventObject): GuardReads {
  const { machine, context } = snapshot;
  const read = new Map<string, unknown>();
  const noting = new Proxy<Readonly<Record<string, unknown>>>(context, {
    get: (fields, name) => {
      const value: unknown = Reflect.get(fields, name);
      if (typeof name === 'string') read.set(name, value);
      return value;
    },
  });
  try {
    answerOf(guard, snapshot, event, noting);
  } catch {
    // the fields that it read before are shown
  }
  const name = isNamed(guard) ? guard.type : guard;
  const found: unknown =
    typeof name === 'string' ? Reflect.get(machine.implementations.guards, name) : guard;
  const given = isNamed(guard) ? guard.params : undefined;
  return {
    params: isFunction(given) ? given({ context, event }, undefined) : given,
    context: [...read],
    source: isFunction(found) && !found.check ? String(found) : undefined,
  };
}
