import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { type AnyStateNode, type DirectedGraphNode, toDirectedGraph } from 'xstate/graph';

/**
 * The cause of a transition, in parts that the strings put into words. `ms` is set if the delay
 * does not depend on context.
 */
type Cause =
  | { readonly type: 'event'; readonly name: string }
  | { readonly type: 'done' | 'failed'; readonly child: string }
  | { readonly type: 'after'; readonly delay: string; readonly ms: number | undefined }
  | { readonly type: 'always' | 'anything' };

export interface Reason {
  readonly cause: Cause;
  /** Name of the guard. 'inline' if it has no name. */
  readonly guard: string | undefined;
}

/**
 * A state of a machine. Its key is its path from the root, joined by dots. The root's key is empty.
 */
export interface ChartState {
  readonly key: string;
  readonly name: string;
  readonly parent: string | undefined;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final';
  readonly initial: boolean;
  /** Ids of the children that live as long as the state. */
  readonly runs: readonly string[];
  /** Events that are handled without leaving the state. */
  readonly stays: readonly Reason[];
}

/** All transitions from one state to another, drawn as one arrow. */
export interface ChartEdge {
  readonly from: string;
  readonly to: string;
  readonly reasons: readonly Reason[];
}

export interface Chart {
  readonly states: readonly ChartState[];
  readonly edges: readonly ChartEdge[];
}

/**
 * Return the chart of a machine as data: every state and every transition, including `always`,
 * which `toDirectedGraph` leaves out.
 */
export function chartOf(machine: AnyStateMachine): Chart {
  // the root: a replayed machine is not of the same class, as its bundle has a copy of XState
  const nodes = flat(toDirectedGraph(machine.root));
  const edges = new Map<string, { from: string; to: string; reasons: Reason[] }>();
  const states = nodes.map(({ stateNode, edges: own }): ChartState => {
    const stays: Reason[] = [];
    for (const { transition } of own)
      addWay(edges, stays, stateNode, transition, causeOf(machine, transition));
    for (const transition of stateNode.always ?? [])
      addWay(edges, stays, stateNode, transition, { type: 'always' });
    return {
      key: keyOf(stateNode),
      name: stateNode.key,
      parent: stateNode.parent ? keyOf(stateNode.parent) : undefined,
      kind: kindOf(stateNode),
      initial: stateNode.parent?.initial?.target?.includes(stateNode) ?? false,
      runs: stateNode.invoke.map(({ id }) => id),
      stays: unique(stays),
    };
  });
  return {
    states,
    edges: [...edges.values()].map((edge) => ({ ...edge, reasons: unique(edge.reasons) })),
  };
}

/**
 * Return the keys of the active states of a snapshot's value, outermost first, without the root.
 */
export function activeKeys(value: unknown, above = ''): readonly string[] {
  if (typeof value === 'string') return [above + value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    above + name,
    ...activeKeys(inner, `${above}${name}.`),
  ]);
}

/** Like `activeKeys`, but only the innermost states, for the text. */
export function innermost(value: unknown): readonly string[] {
  const keys = activeKeys(value);
  return keys.filter((key) => !keys.some((other) => other.startsWith(`${key}.`)));
}

function flat(node: DirectedGraphNode): readonly DirectedGraphNode[] {
  return [node, ...node.children.flatMap(flat)];
}

export function keyOf(node: AnyStateNode): string {
  return node.path.join('.');
}

function kindOf({ type }: AnyStateNode): ChartState['kind'] {
  return type === 'history' ? 'atomic' : type;
}

type Edges = Map<string, { from: string; to: string; reasons: Reason[] }>;

function addWay(
  edges: Edges,
  stays: Reason[],
  node: AnyStateNode,
  transition: AnyTransitionDefinition,
  cause: Cause,
): void {
  const reason = { cause, guard: guardOf(transition.guard) };
  if (!transition.target) stays.push(reason);
  for (const target of transition.target ?? []) {
    const [from, to] = [keyOf(node), keyOf(target)];
    const name = `${from}>${to}`;
    const edge = edges.get(name) ?? { from, to, reasons: [] };
    edge.reasons.push(reason);
    edges.set(name, edge);
  }
}

/** XState's event types for the ends of children and for timers. */
export function causeOf(machine: AnyStateMachine, transition: AnyTransitionDefinition): Cause {
  const type = transition.eventType;
  if (type === '*') return { type: 'anything' };
  if (type.startsWith('xstate.done.actor.'))
    return { type: 'done', child: type.slice('xstate.done.actor.'.length) };
  if (type.startsWith('xstate.error.actor.'))
    return { type: 'failed', child: type.slice('xstate.error.actor.'.length) };
  if (!type.startsWith('xstate.after.')) return { type: 'event', name: type };
  const delay = type.slice('xstate.after.'.length, -(transition.source.id.length + 1));
  const known: unknown = machine.implementations.delays[delay] ?? Number(delay);
  return {
    type: 'after',
    delay,
    ms: typeof known === 'number' && Number.isFinite(known) ? known : undefined,
  };
}

export function guardOf(guard: unknown): string | undefined {
  if (guard === undefined) return undefined;
  if (typeof guard === 'string') return guard;
  const named =
    typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : undefined;
  return typeof named === 'string' ? named : 'inline';
}

function unique(reasons: readonly Reason[]): readonly Reason[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}
