import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  createMachine,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type StateNode,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { declaredEvents } from './support/machines/declared-events.ts';
import { eventTransitions, explore } from './support/machines/explore.ts';
import { planted } from './support/machines/planted.ts';
import { unlikeRecorded } from './support/machines/recorded-steps.ts';
import { unlikeRestored } from './support/machines/restored.ts';
import { invariants, machineFiles, machines, walks } from './support/machines/walks.ts';
import { isLong } from './support/runs.ts';

/**
 * States that wait without a deadline of their own (INV-PROGRESS), by the actor or event that ends
 * them. No other state may.
 */
const PATIENT: Readonly<Record<string, readonly string[]>> = {
  'a person decides, writes or asks again': [
    'account.face.idle',
    'articleWriting.saving.rested.sure',
    'articleWriting.text.failed',
    'articleWriting.text.late',
    'articleWriting.text.missing',
    'articleWriting.text.reviewing.ready',
    'account.session.failed',
    'backup.hidden',
    'contacts.failed',
    'conversation.file.failed',
    'conversation.file.none',
    'conversation.pages.failed',
    'compose.awaiting',
    'compose.describing',
    'compose.failed',
    'compose.incomplete',
    'compose.late',
    'compose.leaving',
    'create.main.details',
    'create.main.follows',
    'create.main.resumed',
    'create.main.username',
    'create.people.failed',
    'create.people.listed',
    'draftList.failed',
    'drafts.closed',
    'drafts.failed',
    'erase.failed',
    'feed.news.stale',
    'feed.pages.failed',
    'feed.pages.refused',
    'gettingStarted.open.told',
    'listEdit.asking',
    'blob.missing',
    'lookup.failed',
    'mediaServers.lost',
    'membership.due',
    'network.failed',
    'outgoingMessage.failed',
    'outgoingMessage.locked',
    'outgoingMessage.writing',
    'notificationList.pages.failed',
    'notificationList.pages.refused',
    'nutzaps.history.resting',
    'picture.failed',
    'profile.shown.failed',
    'profileEdit.editing',
    'profileEdit.failed',
    'profileEdit.reviewing',
    'profileEdit.unknown',
    'relay.givenUp',
    'savedWallets.closed',
    'savedWallets.failed',
    'savedWallets.listed',
    'savedWallets.unasked',
    'session.entry.closed',
    'session.making.closed',
    'session.making.open',
    'session.saving.closed',
    'session.who.reading',
    'session.who.visitor',
    'settings.unsaved',
    'settingsSync.revealing',
    'settingsSync.unsaved',
    'thread.failed',
    'translation.failed',
    'upload.failed',
    'upload.unfit',
    'upload.waiting',
  ],
  'there is nothing to wait for: it is ready for what comes': [
    'account.session.here',
    'articleEdit.open',
    'articleWatch',
    'articleWriting.text.gone',
    'articleWriting.text.published',
    'contacts.unasked',
    'conversation.file.open.shown',
    'conversation.pages.ended',
    'conversation.pages.ready',
    'create.banner.idle',
    'create.main.made.ordered',
    'create.picture.idle',
    'dialogs.idle',
    'drafts.ended',
    'draftList.ready',
    'drafts.ready',
    'emojiSets.ready',
    'drafts.unasked',
    'feed.pages.ended',
    'feed.pages.ready',
    'feed.pages.stuck',
    'readArticles.closed',
    'readArticles.open',
    'feedList.defaults',
    'feedList.listed',
    'gettingStarted.closed',
    'blob.trying.found',
    'lookup.stale',
    'nutzaps.own.idle',
    'holdings.known',
    'passkeys.ready',
    'pinChange.idle',
    'devices.open.ready',
    'archive.ready',
    'mediaServers.ready',
    'mediaServers.unasked',
    'membership.settled',
    'mention.idle',
    'network.recommended',
    'network.unasked',
    'messages.open',
    'messageList.stored.known',
    'ecash.keeping.open.seeded',
    'money.open',
    'rate.idle',
    'wallet.linked.ready',
    'notificationList.news.off',
    'notificationList.pages.ended',
    'notificationList.pages.ready',
    'notificationList.pages.stuck',
    'notificationList.stream.off',
    'notifications.mark.idle',
    'notifications.news.idle',
    'notifications.seen.known',
    'outbox.keeping.open',
    'pendingZaps',
    'picture.idle',
    'picture.there',
    'profile.nobody',
    'profile.shown.ready',
    'relay.live.online.denied',
    'relay.live.online.plain',
    'relay.live.online.proved',
    'search.idle',
    'settings.saved',
    'settingsWatch.watching',
    'stats.off',
    'thread.missing',
    'unreadBySender.rested',
    'translation.done',
    'uploads.idle',
    'uploads.located',
  ],
  'whoever started it ends it, wakes it, or has children with deadlines': [
    'activity.asleep',
    'idle.away',
    'cache.disconnected',
    'cache.suspended',
    'uploads.unlocated',
    'notificationList.stream.open',
    'notifications.counts.asleep',
    'inboxes',
    'intents',
    'money.broken',
    'wallet.linked.barred.asked',
    'wallet.linked.barred.notPermitted',
    'wallet.linked.silent',
    'relay.suspended',
    'peerConnections.asleep',
    'peerConnections.direct',
    'peerConnections.proxied',
    'relayPool.asleep',
    'relayPool.direct',
    'relayPool.proxied',
    'schedule',
    'scope',
    'settingsWatch.asleep',
    'stats.watching',
    'stream.open',
    'unread.asleep',
    'giftWraps.relays.asleep',
    'unread.watching',
    'verifiedNames',
  ],
};

/**
 * The long suite also tries every event in every state, and none may throw. In `npm test` a walk
 * ends when every transition was taken and every state reached: after a sixth of the steps.
 */

test('TOOL-03 every machine file is known, and each machine has one walk', () => {
  const files = readdirSync(join(import.meta.dirname, '../src/machines'), {
    recursive: true,
    encoding: 'utf8',
  });
  expect(machines.length).toBe(files.filter((file) => file.endsWith('.machine.ts')).length);
  expect(Object.keys(walks).toSorted()).toEqual(machines.map(([id]) => id));
});

describe.each(machines)('%s', (id, machine) => {
  const walk = walks[id];
  if (!walk) return;
  const { input, also = [], samples, key } = walk;
  const left = new Set<string>();
  const broken = new Set<string>();
  const staying = new Set(Object.values(STAYING).flat());
  const missing = new Set<unknown>([
    ...eventTransitions(machine),
    ...allNodes(machine).filter((node) => !isPassed(node)),
    ...leavable(machine)
      .filter((node) => !staying.has(node.id))
      .map((node) => leavingOf(node.id)),
  ]);
  const found = [input, ...also].map((one) =>
    explore(machine, {
      input: one as never,
      samples,
      ...(key ? { key } : {}),
      isEnough(taken, next, before) {
        for (const each of [...taken, ...next._nodes]) missing.delete(each);
        for (const name of brokenIn(id, next)) broken.add(name);
        for (const name of leftIn(before, next)) {
          left.add(name);
          missing.delete(leavingOf(name));
        }
        return !isLong && missing.size === 0;
      },
    }),
  );

  test('TOOL-03 every transition is taken', () => {
    expect(found.flatMap(({ unsampled }) => unsampled)).toEqual([]);
    expect(
      found
        .map(({ untaken }) => untaken)
        .reduce((all, one) => all.filter((name) => one.includes(name))),
    ).toEqual([]);
  });

  test('TOOL-03 every state is left by some event, or stays for a known reason', () => {
    expect(leavable(machine).flatMap((node) => (left.has(node.id) ? [] : [node.id]))).toEqual(
      leavable(machine).flatMap(({ id: name }) => (staying.has(name) ? [name] : [])),
    );
  });

  test('TOOL-03 a restored snapshot goes on as the original one does', () => {
    expect(found.flatMap((one, at) => unlikeRestored(machine, [input, ...also][at], one))).toEqual(
      [],
    );
  });

  test.runIf(invariants[id])('TOOL-03 its invariants hold after each step', () => {
    expect([...broken]).toEqual([]);
  });

  test('TOOL-02 TOOL-03 a step whose event was recorded and read again leads to the same state', () => {
    const unlike = found.flatMap((one, at) =>
      unlikeRecorded(machine, [input, ...also][at], one).map(({ type }) => type),
    );
    const withheld = Object.values(WITHHELD).flatMap((events) => events[id] ?? []);
    expect([...new Set(unlike)].toSorted()).toEqual(withheld.toSorted());
  });

  test('TOOL-03 every state is reached', () => {
    const reached = new Set(
      found.flatMap(({ states }) =>
        [...states.values()].flatMap(({ snapshot }) => namesOf(snapshot)),
      ),
    );
    expect(
      allNodes(machine)
        .filter((node) => !reached.has(node.id) && !isPassed(node))
        .map((node) => node.id),
    ).toEqual([]);
  });
});

/** The names of the declared invariants that a snapshot breaks. */
function brokenIn(id: string, snapshot: AnyMachineSnapshot): readonly string[] {
  return Object.entries(invariants[id] ?? {}).flatMap(([name, holds]) =>
    holds(snapshot) ? [] : [name],
  );
}

test('TOOL-03 each declared invariant belongs to a machine, and a breach is found (planted)', () => {
  const known = new Set(machines.map(([id]) => id));
  expect(Object.keys(invariants).filter((id) => !known.has(id))).toEqual([]);
  expect(Object.keys(invariants).length).toBeGreaterThan(7);
  const row = { id: 'a', reposts: [] };
  const context = { items: [row], waiting: [row], own: [] };
  expect(brokenIn('feed', { context } as never)).toEqual(['uniqueRows']);
});

/** Events that lead elsewhere in a replay, because a recording withholds a part that decides. */
const WITHHELD: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'a secret, or the text of a private message': {
    backup: ['backup.answer', 'backup.compare', 'vault.opened'],
    giftWraps: ['xstate.done.actor.judging'],
    messageList: ['messageList.sent'],
    nutzaps: ['decrypt.read', 'xstate.done.actor.newKey'],
  },
  'a file': {
    create: ['create.choose', 'createMemory.fileFound'],
    login: ['login.archive'],
    upload: ['xstate.done.actor.prepare'],
  },
};

/** States that are left only when the machine ends, and the reason. */
const STAYING: Readonly<Record<string, readonly string[]>> = {
  'it is ready, and stays ready': [
    'articleEdit.open',
    'create.people.listed',
    'emojiSets.ready',
    'feedList.listed',
    'messageList.stored.known',
    'messages.open',
    'network.recommended',
    'nutzaps.relays.placed',
    'screens.open',
    'thread.found',
    'translation.done',
    'uploads.located',
  ],
  'there is nothing more to do': [
    'articleWriting.text.gone',
    'articleWriting.text.published',
    'conversation.pages.ended',
    'create.main.made',
    'create.main.made.ordered',
    'create.main.resumed',
  ],
  'only a new page can try again': ['money.broken'],
};

/**
 * Events that the contract of a machine names (`types: { events }`) and that it handles in no
 * state, by the reason.
 */
const UNHEARD: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'answers to requests that it does not make': {
    articleLookup: ['relay.counted', 'relay.outcome'],
    articleWatch: ['relay.counted', 'relay.ended', 'relay.outcome'],
    broadcast: ['relay.counted', 'relay.ended', 'relay.events'],
    drafts: ['relay.counted', 'relay.outcome'],
    emojiSets: ['relay.counted', 'relay.outcome'],
    findEvent: ['relay.counted', 'relay.outcome'],
    findReplies: ['relay.counted', 'relay.outcome'],
    giftWraps: ['relay.counted', 'relay.outcome'],
    listEdit: ['relay.counted', 'relay.outcome'],
    listRecheck: ['relay.counted', 'relay.outcome'],
    messageRelays: ['relay.counted', 'relay.outcome'],
    nutzapRecipient: ['relay.counted', 'relay.outcome'],
    nutzaps: ['relay.counted', 'relay.outcome'],
    payment: ['relay.counted', 'relay.ended', 'relay.outcome'],
    profileEdit: ['relay.counted', 'relay.outcome'],
    publish: ['relay.counted', 'relay.ended', 'relay.events'],
    retract: ['relay.counted', 'relay.outcome'],
    settingsWatch: ['answer.ended', 'answer.requestSent', 'answer.restarted'],
    stream: ['answer.ended', 'answer.requestSent', 'answer.restarted'],
    subscriptions: ['relay.counted', 'relay.outcome'],
  },
  'reports about jobs that it does not order or follow': {
    articleEdit: ['outbox.jobAbandoned'],
    intents: ['outbox.jobAbandoned', 'outbox.jobMissing'],
    listEdit: ['outbox.jobMissing'],
    payment: ['outbox.jobCreated', 'outbox.jobMissing'],
    profileEdit: ['outbox.jobAbandoned', 'outbox.jobMissing'],
    schedule: ['outbox.jobAbandoned'],
    sendReaction: ['outbox.jobChanged', 'outbox.jobMissing'],
    giftWraps: ['outbox.jobAbandoned'],
    profileRecheck: ['outbox.jobMissing'],
  },
  'the scope starts the machine because of it': {
    articleEdit: ['articleEdit.open'],
    compose: ['compose.open'],
    giftWraps: ['giftWraps.open'],
    nutzaps: ['nutzaps.open'],
    picture: ['picture.open'],
    pinChange: ['pinChange.open'],
  },
  'news or reports that another machine handles': {
    articleEdit: ['compose.attach', 'uploads.statusChanged'],
    findReplies: ['inboxes.started'],
    giftWraps: ['messageDrafts.kept'],
    relayPool: ['network.offline'],
  },
};

/** True if the machine handles events of that type in some state. */
const handles = ({ events }: AnyStateMachine, type: string): boolean =>
  events
    .map(String)
    .some(
      (one) =>
        one === type || one === '*' || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
    );

/** Return the events of the contract that a machine drops in every state. */
function unheardBy(id: string, machine: AnyStateMachine): readonly string[] {
  const declared = declaredEvents(machineFiles.get(id) ?? '') ?? [];
  return declared.filter((type) => !handles(machine, type)).map((type) => `${id} ${type}`);
}

test('TOOL-03 each machine handles every event of its contract, and no exception is unused', () => {
  const known = Object.values(UNHEARD).flatMap((rows) =>
    Object.entries(rows).flatMap(([id, types]) => types.map((type) => `${id} ${type}`)),
  );
  expect(machines.flatMap(([id, machine]) => unheardBy(id, machine)).toSorted()).toEqual(
    known.toSorted(),
  );
  // without a contract a machine is sent nothing
  const silent = machines.filter(([id]) => !declaredEvents(machineFiles.get(id) ?? ''));
  expect(silent.map(([id]) => id)).toEqual(['ecashCheck', 'mirror', 'resume', 'serverCheck']);
  for (const [, { events }] of silent)
    expect(events.filter((type) => !/^xstate\.|^$/.test(String(type)))).toEqual([]);
});

test('TOOL-02 a step that a recording changes is found (planted)', () => {
  const machine = createMachine({
    initial: 'one',
    states: {
      one: { on: { go: { guard: ({ event }) => event['on'] instanceof Date, target: 'two' } } },
      two: {},
    },
  });
  const go = [new Date(0), new Map([[1n, 'a']])].map((on) => ({ type: 'go', on }));
  const steps = (events: typeof go) =>
    unlikeRecorded(machine, undefined, explore(machine, { samples: { go: events } }));
  expect(steps(go)).toMatchObject([{ type: 'go' }]);
  expect(steps(go.slice(1))).toEqual([]);
});

test('TOOL-03 a missing handler, a trap, and a comparison by identity are found (planted)', () => {
  const machineOf = (name: string) => {
    const [, machine] = machines.find(([id]) => id === name) ?? [];
    if (!machine) throw new Error(`no machine ${name}`);
    return machine;
  };
  const deaf = planted(machineOf('toasts'), ({ on, states }) => {
    for (const part of [on, ...Object.values(states ?? {}).map((state) => state['on'])])
      delete part?.['toast.dismiss'];
  });
  expect(unheardBy('toasts', deaf)).toEqual(['toasts toast.dismiss']);

  const trap = planted(machineOf('toasts'), ({ states }) => {
    const held = states?.['held'];
    delete held?.['on'];
    delete held?.['always'];
  });
  const left = new Set<string>();
  explore(trap, {
    samples: walks['toasts']?.samples ?? {},
    isEnough(_, next, before) {
      for (const name of leftIn(before, next)) left.add(name);
      return false;
    },
  });
  expect(leavable(trap).flatMap((node) => (left.has(node.id) ? [] : [node.id]))).toEqual([
    'toasts.held',
  ]);

  const first = { lit: false };
  const machine = (guard: (first: unknown) => boolean) =>
    createMachine({
      id: 'lamp',
      initial: 'off',
      context: { first },
      states: {
        off: { on: { press: { guard: ({ context }) => guard(context['first']), target: 'on' } } },
        on: {},
      },
    });
  const identical = machine((one) => one === first);
  const equal = machine((one) => isDeepStrictEqual(one, first));
  expect(unlikeRestored(identical, undefined, explore(identical))).toEqual(['"off" + press']);
  expect(unlikeRestored(equal, undefined, explore(equal))).toEqual([]);
});

test('INV-PROGRESS each waiting state has a deadline or a known way out, and no exception is unused', () => {
  const waiting = machines.flatMap(([, machine]) =>
    allNodes(machine).filter((node) => node.type === 'atomic' && !hasWayOut(node)),
  );
  expect(Object.values(PATIENT).flat().toSorted()).toEqual(waiting.map(({ id }) => id).toSorted());
});

test('INV-PROGRESS the check detects a state that waits forever', () => {
  const [, machine] = machines.find(([id]) => id === 'feed') ?? [];
  const node = machine && allNodes(machine).find(({ id }) => id === 'feed.pages.ready');
  expect(node && hasWayOut(node)).toBe(false);
});

type Node = StateNode<never, never>;

/** The states that an event may leave. Final states, regions and the machine end otherwise. */
function leavable(machine: AnyStateMachine): readonly Node[] {
  return allNodes(machine).filter(
    (node) =>
      node.parent !== undefined &&
      node.parent.type !== 'parallel' &&
      node.type !== 'final' &&
      !isPassed(node),
  );
}

const leftIn = (before: AnyMachineSnapshot, after: AnyMachineSnapshot): readonly string[] => {
  const names = new Set(namesOf(after));
  return namesOf(before).filter((name) => !names.has(name));
};

/** Stands for the leaving of a state in a set of things to see. */
const leavingOf = (id: string): string => `leaving ${id}`;

function allNodes(machine: AnyStateMachine): Node[] {
  const nodes: Node[] = [machine.root as unknown as Node];
  for (const node of nodes) nodes.push(...(Object.values(node.states) as Node[]));
  return nodes;
}

/**
 * A transient state is passed, and needs no deadline. Another test checks that its ways out are
 * taken.
 */
function isPassed(node: Node): boolean {
  return (node.always ?? []).some((one) => one.guard === undefined);
}

function namesOf(snapshot: AnyMachineSnapshot): string[] {
  return snapshot._nodes.map((node) => node.id);
}

/**
 * A timer here or in a parent state, or an invoked request (with its own deadline) whose end leads
 * to another state.
 */
function hasWayOut(node: Node): boolean {
  const leads = ([type, transitions]: [string, AnyTransitionDefinition[]]) =>
    /^xstate\.(after|done\.actor)\./.test(type) &&
    transitions.some((one) => one.target !== undefined);
  if (([...node.transitions] as [string, AnyTransitionDefinition[]][]).some(leads) || node.always)
    return true;
  return (
    node.parent !== undefined &&
    node.parent.type === 'compound' &&
    node.parent.id !== node.machine.root.id &&
    hasWayOut(node.parent)
  );
}
