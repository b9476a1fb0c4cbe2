import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyTransitionDefinition,
  StateNode,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { eventTransitions, explore } from './support/machines/explore.ts';
import { machines, walks } from './support/machines/walks.ts';

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
    'compose.late',
    'compose.leaving',
    'compose.writing.kept',
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
    'toasts.empty',
    'translation.done',
    'uploads.idle',
    'uploads.located',
  ],
  'whoever started it ends it, wakes it, or has children with deadlines': [
    'activity.asleep',
    'idle.away',
    'cache.disconnected',
    'cache.suspended',
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
const IS_LONG = Boolean(process.env['STARLING_LONG']);

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
  const missing = new Set<unknown>([
    ...eventTransitions(machine),
    ...allNodes(machine).filter((node) => !isPassed(node)),
  ]);
  const found = [input, ...also].map((one) =>
    explore(machine, {
      input: one as never,
      samples,
      ...(key ? { key } : {}),
      isEnough(taken, { _nodes: nodes }) {
        for (const each of [...taken, ...nodes]) missing.delete(each);
        return !IS_LONG && missing.size === 0;
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
