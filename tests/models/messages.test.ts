import { deepStrictEqual, ok } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assign, enqueueActions } from 'xstate';
import { secretOf } from '../../src/events/account/keys/secret.ts';
import { type Contact, readUnread } from '../../src/events/messages/contacts.ts';
import { withMessages } from '../../src/events/messages/conversation.ts';
import type { DirectMessage } from '../../src/events/messages/rumor.ts';
import type { OpenedMessage } from '../../src/events/messages/unwrap.ts';
import { stateOf } from '../../src/events/publish/outbox/outbox.ts';
import { contactsMachine } from '../../src/machines/messages/contacts.machine.ts';
import { conversationMachine } from '../../src/machines/messages/conversation.machine.ts';
import { outgoingMessageMachine } from '../../src/machines/messages/outgoing-message.machine.ts';
import { messagesMachine } from '../../src/machines/messages/messages.machine.ts';
import { unreadMachine } from '../../src/machines/messages/unread.machine.ts';
import { endOf, planted } from '../support/machines/planted.ts';
import {
  CRASHES,
  type Crash,
  MACHINES,
  type Machines,
  type Post,
  type PostTab,
  startPost,
  type Way,
  WAYS,
} from '../support/messages/message-tabs.ts';
import { A, B, PEERS } from '../support/messages/message-sequences-world.ts';
import { isLong, runs, sequences, timeoutOf } from '../support/runs.ts';

type Tab = 0 | 1;
type Step =
  | { do: 'write'; of: Tab; peer: number; isPrivate: boolean; isOwn: boolean; ago: number }
  | { do: 'serve'; at: Tab; n: number }
  | { do: 'arrive'; at: Tab; n: number; way: Way }
  | { do: 'stream'; at: Tab; n: number }
  | { do: 'sign'; at: Tab; n: number; yes: boolean }
  | { do: 'relay'; at: Tab; way: Way }
  | { do: 'look'; at: Tab; peer: number }
  | { do: 'relate'; at: Tab; relation: 'follows' | 'other' | 'any' }
  | { do: 'type' | 'markAll' | 'fetch' | 'tell' | 'post' | 'hear' | 'open'; at: Tab }
  | { do: 'send'; at: Tab; peer: number }
  | { do: 'settle'; n: number; isTaken: boolean }
  | { do: 'switch'; at: Tab; of: Tab }
  | { do: 'crash'; at: Tab; what: Crash }
  | { do: 'wait'; at: Tab; ms: number };

const at = fc.constantFrom(0 as const, 1 as const);
const n = fc.nat(5);
const peer = fc.nat(2);
const way = fc.constantFrom(...WAYS);
const only = <T extends string>(value: T) => fc.constant(value);
const often = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const step: fc.Arbitrary<Step> = fc.oneof(
  often(
    7,
    fc.record({
      do: only('write'),
      of: fc.constantFrom(0 as const, 0 as const, 1 as const),
      peer,
      isPrivate: fc.boolean(),
      isOwn: fc.constantFrom(false, false, true),
      ago: fc.constantFrom(0, 0, 1, 400),
    }),
  ),
  often(5, fc.record({ do: only('serve'), at, n })),
  often(5, fc.record({ do: only('arrive'), at, n, way })),
  often(4, fc.record({ do: only('stream'), at, n })),
  often(5, fc.record({ do: only('sign'), at, n, yes: fc.constantFrom(true, true, true, false) })),
  often(4, fc.record({ do: only('relay'), at, way })),
  often(5, fc.record({ do: only('look'), at, peer: fc.nat(3) })),
  often(
    2,
    fc.record({
      do: only('relate'),
      at,
      relation: fc.constantFrom('follows' as const, 'other' as const, 'any' as const),
    }),
  ),
  often(3, fc.record({ do: only('type'), at })),
  often(4, fc.record({ do: only('send'), at, peer })),
  often(5, fc.record({ do: only('fetch'), at })),
  often(
    12,
    fc.record({ do: fc.constantFrom('post' as const, 'hear' as const, 'open' as const), at }),
  ),
  often(1, fc.record({ do: only('markAll'), at })),
  often(2, fc.record({ do: only('tell'), at })),
  often(3, fc.record({ do: only('settle'), n, isTaken: fc.constantFrom(true, true, false) })),
  often(2, fc.record({ do: only('wait'), at, ms: fc.constantFrom(1_100, 6_000, 16_000) })),
);
/** Inserts one crash and one account switch at random places. */
const script = fc
  .tuple(
    fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }),
    fc.nat(40),
    at,
    fc.constantFrom(...CRASHES),
    fc.nat(40),
    at,
    at,
  )
  .map(([steps, place, tab, what, other, one, of]): Step[] => {
    const all: Step[] = [
      ...steps.slice(0, place),
      { do: 'crash', at: tab, what },
      ...steps.slice(place),
    ];
    return other >= 30
      ? all
      : [...all.slice(0, other), { do: 'switch', at: one, of }, ...all.slice(other)];
  });

function perform(one: Step, post: Post): void {
  const { world, tabs } = post;
  if (one.do === 'write') {
    const account = one.of === 0 ? A : B;
    const other = PEERS[account]?.[one.peer] ?? '';
    if (one.isOwn) world.write(account, other, one.isPrivate, one.ago);
    else world.write(other, account, one.isPrivate, one.ago);
    return;
  }
  if (one.do === 'settle') {
    const waiting = world.waiting();
    const record = waiting[one.n % Math.max(1, waiting.length)];
    if (record) world.settle(record, one.isTaken);
    return;
  }
  const tab = tabs[one.at];
  const peers = PEERS[tab.account] ?? [];
  if (one.do === 'serve') tab.serve(one.n);
  else if (one.do === 'arrive') tab.arrive(one.n, one.way);
  else if (one.do === 'stream') tab.stream(one.n);
  else if (one.do === 'sign') tab.sign(one.n, one.yes);
  else if (one.do === 'relay') tab.relay(one.way);
  else if (one.do === 'look') tab.look(peers[one.peer]);
  else if (one.do === 'relate') tab.relate(one.relation);
  else if (one.do === 'type') post.type(one.at);
  else if (one.do === 'send') tab.send(peers[one.peer] ?? '');
  else if (one.do === 'markAll') tab.actors.messages?.send({ type: 'messages.markAll' });
  else if (one.do === 'tell') post.tellSeen();
  else if (one.do === 'switch') post.replace(one.at, one.of === 0 ? A : B);
  else if (one.do === 'crash') tab.crash(one.what);
  else if (one.do === 'wait') tab.wait(one.ms);
  else {
    const mine = peers[one.at] ?? '';
    if (one.do === 'open') tab.look(mine);
    if (one.do === 'post') post.type(one.at);
    if (one.do === 'hear') world.write(tab.state.peer ?? mine, tab.account, false, 0);
    if (one.do === 'hear') tab.stream(0);
    if (one.do === 'post') tab.send(mine);
    fetchAll(tab);
  }
}

/** Answer the current requests in order, and decrypt their messages. */
function fetchAll(tab: PostTab): void {
  tab.wait(1_100);
  for (let rest = 12; rest > 0; rest--) {
    if (tab.flight.length > 0) tab.arrive(0, 'ok');
    else if (tab.prompts().length > 0) tab.sign(0, true);
    else tab.serve(0);
  }
}

const shownIn = (tab: PostTab, other: string): readonly DirectMessage[] =>
  tab.child(`conversation ${other}`)?.getSnapshot().context?.messages ?? [];

/**
 * Each conversation shows only messages of its two people, once and unchanged. No message is
 * published twice.
 */
function check(post: Post): void {
  const { world, tabs } = post;
  for (const tab of tabs) {
    deepStrictEqual(tab.actors.messages?.getSnapshot().status, 'active');
    for (const other of PEERS[tab.account] ?? []) {
      const messages = shownIn(tab, other);
      const texts = tab.child(`conversation ${other}`)?.getSnapshot().context?.texts;
      const shown = messages.map(({ id, pubkey }) => {
        const said = world.said.get(id);
        ok(
          said &&
            [said.from, said.to].includes(tab.account) &&
            [said.from, said.to].includes(other),
          'it was said elsewhere',
        );
        deepStrictEqual(pubkey, said.from);
        const text = texts.get(id)?.reveal();
        ok(text === undefined || text === said.text, 'it says something else');
        return said.text;
      });
      deepStrictEqual(shown.length, new Set(shown).size, 'it stands there twice');
    }
  }
  const taken = [...world.records.values()].flatMap((record) =>
    stateOf(record) === 'accepted' ? (world.textOf(record)?.text ?? []) : [],
  );
  deepStrictEqual(taken.length, new Set(taken).size, 'it was published twice');
}

/**
 * After all deliveries: counts equal a plain recount, the open conversation is complete and read,
 * and no text is lost.
 */
function checkEnd(post: Post): void {
  const { world, tabs, written } = post;
  for (const tab of tabs) {
    const { account, state, actors } = tab;
    const all = actors.messages?.getSnapshot().context;
    const wraps = actors.giftWraps?.getSnapshot().context;
    deepStrictEqual(
      actors.unread?.getSnapshot().context.count,
      world.unreadOf(account),
      'the count in the side bar',
    );
    deepStrictEqual(all.total, world.unreadOf(account), 'the count of all');
    const listed: ReadonlyMap<string, Contact> =
      tab.child('contacts')?.getSnapshot().context.lists.get(all.relation)?.contacts ?? new Map();
    deepStrictEqual(
      Object.fromEntries([...listed].map(([one, contact]) => [one, contact.unread])),
      Object.fromEntries(world.contactsOf(account, all.relation)),
      'the counts of the contacts',
    );
    for (const [one, count] of all.unread)
      deepStrictEqual([one, count], [one, world.unreadOf(account, one)], 'a count of anybody');
    for (const other of PEERS[account] ?? []) {
      const isSending = tab.child(`outgoing ${other}`)?.getSnapshot().hasTag('sending') ?? false;
      deepStrictEqual([other, isSending], [other, false], 'a message is never sent');
      const opened: readonly OpenedMessage[] = wraps.opened.get(other) ?? [];
      const counted = wraps.contacts.get(other)?.unread ?? 0;
      if (other === state.peer)
        deepStrictEqual(
          [world.unreadOf(account, other), counted],
          [0, 0],
          'what is looked at is read',
        );
      ok(counted <= opened.filter(({ message }) => message.pubkey === other).length);
    }
    if (state.peer === undefined) continue;
    const { peer: other } = state;
    const wanted = [
      ...world.between(account, other).map(({ id }) => id),
      ...(wraps.opened.get(other) ?? []).map(({ message }: OpenedMessage) => message.id),
    ];
    const shown = new Set(shownIn(tab, other).map(({ id }) => id));
    deepStrictEqual(
      wanted.filter((id) => !shown.has(id)),
      [],
      'a message is missing',
    );
  }
  for (const { account, peer: other, text } of written.values()) {
    const taken = [...world.records.values()].filter(
      (record) => stateOf(record) === 'accepted' && world.textOf(record)?.text === text,
    );
    const boxes = tabs
      .filter((tab) => tab.account === account)
      .flatMap((tab) => tab.textsOf(other));
    const kept = world.rows
      .filter((row) => row.account === account && row.outgoing.peer === other)
      .map(({ outgoing }) => outgoing.text.reveal());
    ok(taken.length === 1 || [...boxes, ...kept].includes(text), 'a text is gone');
  }
}

function play(steps: readonly Step[], machines: Machines): Post {
  const post = startPost(machines);
  for (const one of steps) {
    perform(one, post);
    post.follow();
    check(post);
  }
  return post;
}

const holds = (machines: Machines = MACHINES) =>
  fc.property(script, (steps) => {
    const post = play(steps, machines);
    post.quiet();
    check(post);
    checkEnd(post);
  });

test('DM-01 to DM-05 DM-09 INV-DM INV-NO-LOSS INV-SCOPE E-22 E-59 no order breaks two tabs', {
  timeout: timeoutOf(60_000),
}, () => {
  // `npm run test:long`, and a requested number of sequences, try other ones each time
  const isOther = isLong || process.env['STARLING_SEQUENCES'] !== undefined;
  fc.assert(holds(), {
    numRuns: sequences(runs(140)),
    ...(isOther ? {} : { seed: 7 }),
  });
});

/** The messages machine with some actors replaced. */
const withParts = (actors: Parameters<typeof messagesMachine.provide>[0]['actors']): Machines => ({
  ...MACHINES,
  messages: messagesMachine.provide({ actors: actors ?? {} }),
});
const FOUND = 100;

describe('the same property fails (planted)', () => {
  test.runIf(isLong)('INV-DM E-22 for a conversation that accepts every message', () => {
    const careless = conversationMachine.provide({
      actions: {
        receivePage: assign(({ context }, { outcome }) => {
          const events = outcome.ok ? outcome.answer.events : [];
          const messages = events.map(({ id, pubkey, created_at }, at) => ({
            id,
            pubkey,
            created_at,
            form: 'nip04' as const,
            event: events[at] as never,
          }));
          return { messages: withMessages(context.messages, messages) };
        }),
      },
    });
    expect(endOf(holds(withParts({ conversation: careless })), FOUND)).toBe('AssertionError');
  });

  test('INV-DM E-22 for messages that send decrypted ones to the open conversation', () => {
    const careless = messagesMachine.provide({
      actions: {
        receiveOpened: enqueueActions(({ context: { peer, open }, event, enqueue }) => {
          if (event.type !== 'giftWraps.changed' || peer === undefined || !open.includes(peer))
            return;
          enqueue.sendTo(`conversation ${peer}`, {
            type: 'conversation.opened',
            opened: [...event.opened.values()].flat(),
          });
        }),
      },
    });
    expect(endOf(holds({ ...MACHINES, messages: careless }), FOUND)).toBe('AssertionError');
  });

  test('DM-04 for a count that is sent only when it grows', () => {
    const sparing = unreadMachine.provide({
      actions: {
        learn: enqueueActions(({ context, event, enqueue }) => {
          const count =
            event.type === 'stream.partReceived' ? readUnread(event.answer.claims) : undefined;
          if (count === undefined || count <= (context.count ?? 0)) return;
          enqueue.assign({ count });
          enqueue.sendTo(context.scope, { type: 'unread.changed', count });
        }),
      },
    });
    expect(endOf(holds({ ...MACHINES, unread: sparing }), FOUND)).toBe('AssertionError');
  });

  test('DM-01 for contacts that ignore messages arriving during a request', () => {
    const deaf = planted(contactsMachine, (config) => {
      delete config['states']?.['loading']?.['on'];
      delete config['states']?.['ready']?.['on']?.['contacts.refresh'];
    });
    expect(endOf(holds(withParts({ contacts: deaf })), FOUND)).toBe('AssertionError');
  });

  test('DM-03 for opened messages that are not marked as read', () => {
    const lazy = messagesMachine.provide({ actions: { mark: () => undefined } });
    expect(endOf(holds({ ...MACHINES, messages: lazy }), FOUND)).toBe('AssertionError');
  });

  test('DM-09 for opened private messages that stay unread', () => {
    const lazy = messagesMachine.provide({ actions: { markPrivate: () => undefined } });
    expect(endOf(holds({ ...MACHINES, messages: lazy }), FOUND)).toBe('AssertionError');
  });

  test.runIf(isLong)(
    'DM-09 for a conversation that shows a message in two gift wraps twice',
    () => {
      const careless = conversationMachine.provide({
        actions: {
          receiveOpened: assign(({ context, event }) =>
            event.type === 'conversation.opened'
              ? {
                  messages: [...context.messages, ...event.opened.map(({ message }) => message)],
                  texts: new Map([
                    ...context.texts,
                    ...event.opened.map(({ message, text }) => [message.id, text] as const),
                  ]),
                }
              : {},
          ),
        },
      });
      expect(endOf(holds(withParts({ conversation: careless })), FOUND)).toBe('AssertionError');
    },
  );

  test.runIf(isLong)(
    'DM-05 for an outgoing message that restarts as another one after a failure',
    () => {
      const forgetful = planted(outgoingMessageMachine, (config) => {
        for (const state of ['failed', 'pending'])
          Object.assign(config['states']?.[state]?.['on'] ?? {}, {
            'outgoing.send': { target: 'choosing', actions: ['renew', 'date'] },
          });
      });
      expect(endOf(holds(withParts({ outgoing: forgetful })), FOUND)).toBe('AssertionError');
    },
  );

  test('INV-DM INV-NO-LOSS for a message that leaves the box before a relay accepted it', () => {
    const hasty = outgoingMessageMachine.provide({
      actions: {
        recordJob: enqueueActions(({ context: { outgoing }, event, enqueue }) => {
          if (event.type !== 'outbox.jobCreated') return;
          const empty = { ...outgoing, text: secretOf('') };
          enqueue.assign({ job: event.job, outgoing: empty });
          enqueue.sendParent({ type: 'outgoing.changed', outgoing: empty });
        }),
      },
    });
    expect(endOf(holds(withParts({ outgoing: hasty })), FOUND)).toBe('AssertionError');
  });
});
