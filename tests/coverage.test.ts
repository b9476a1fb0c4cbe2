import type { AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, StateNode } from 'xstate';
import { describe, expect, test } from 'vitest';
import { alone, explore } from './support/explore.ts';
import { reachable, walks } from './support/machines.ts';

/** States that wait for a person or an owner and so need no deadline (INV-PROGRESS): the reader, or whoever started the actor, ends them. */
const PATIENT = new Set([
  'account.session.none',
  'account.session.failed',
  'account.session.here',
  'account.face.idle',
  'app',
  'cache.disconnected',
  'cache.suspended',
  'activity.asleep',
  'toasts.empty',
  'toasts.held',
  'dialogs.closed',
  'dialogs.asking',
  'settings.saved',
  'settings.unsaved',
  'stream.open',
  'stats.watching',
  'verifiedNames.idle',
  'feedList.listed',
  'feedList.defaults',
  'stats.off',
  'feed.pages.ready',
  'feed.pages.ended',
  'feed.pages.stuck',
  'feed.pages.refused',
  'feed.pages.failed',
  'feed.news.stale',
  'thread.missing',
  'thread.failed',
  'highlights.ready',
  'highlights.failed',
  'profile.nobody',
  'profile.shown.ready',
  'profile.shown.failed',
]);

const machines = [...reachable()].toSorted(([a], [b]) => (a < b ? -1 : 1));

test('TOOL-03 every machine that the app starts has a walk, and no walk is left over', () => {
  expect(Object.keys(walks).toSorted()).toEqual(machines.map(([id]) => id));
});

describe.each(machines)('%s', (id, machine) => {
  const walk = walks[id];
  if (!walk) return;
  const { input, also = [], samples, key } = walk;
  const found = [input, ...also].map((one) => explore(alone(machine), { input: one as never, samples, ...(key ? { key } : {}) }));

  test('TOOL-03 every transition is taken', () => {
    expect(found.flatMap(({ unsampled }) => unsampled)).toEqual([]);
    expect(found.map(({ untaken }) => untaken).reduce((all, one) => all.filter((name) => one.includes(name)))).toEqual([]);
  });

  test('TOOL-03 every state is reached', () => {
    const reached = new Set(found.flatMap(({ states }) => [...states.values()].flatMap(({ snapshot }) => namesOf(snapshot))));
    expect(
      allNodes(machine)
        .filter((node) => !reached.has(node.id))
        .map((node) => node.id),
    ).toEqual([]);
  });

  test('INV-PROGRESS every state that waits has a deadline, a child that has one, or somebody who ends it', () => {
    const stuck = allNodes(machine).filter((node) => node.type === 'atomic' && !PATIENT.has(node.id) && !hasWayOut(node));
    expect(stuck.map((node) => node.id)).toEqual([]);
  });
});

test('INV-PROGRESS the check sees a state that waits for ever', () => {
  const [, machine] = machines.find(([id]) => id === 'feed') ?? [];
  const node = machine && allNodes(machine).find(({ id }) => id === 'feed.pages.ready');
  expect(node && hasWayOut(node)).toBe(false);
});

type Node = StateNode<never, never>;

function allNodes(machine: AnyStateMachine): Node[] {
  const nodes: Node[] = [machine.root as unknown as Node];
  for (const node of nodes) nodes.push(...(Object.values(node.states) as Node[]));
  return nodes;
}

function namesOf(snapshot: AnyMachineSnapshot): string[] {
  return snapshot._nodes.map((node) => node.id);
}

/** A timer here or above, or an invoked question (which carries its own deadline) whose end leads on. */
function hasWayOut(node: Node): boolean {
  const leads = ([type, transitions]: [string, AnyTransitionDefinition[]]) =>
    /^xstate\.(after|done\.actor)\./.test(type) && transitions.some((one) => one.target !== undefined);
  if (([...node.transitions] as [string, AnyTransitionDefinition[]][]).some(leads) || node.always) return true;
  return node.parent !== undefined && node.parent.type === 'compound' && node.parent.id !== node.machine.root.id && hasWayOut(node.parent);
}
