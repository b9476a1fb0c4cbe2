import { deepStrictEqual, ok } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AnyEventObject, assign } from 'xstate';
import { secretOf } from '../../src/events/account/keys/secret.ts';
import { inSeconds, millis, seconds } from '../../src/events/core/time.ts';
import type { OutgoingMessage } from '../../src/events/messages/outgoing-message.ts';
import { type OutboxRecord, stateOf } from '../../src/events/publish/outbox/outbox.ts';
import {
  type OutgoingMessageActor,
  outgoingMessageMachine,
} from '../../src/machines/messages/outgoing-message.machine.ts';
import { messagesMachine } from '../../src/machines/messages/messages.machine.ts';
import { textInField } from '../../src/views/messages/use-outgoing-message.ts';
import { endOf, planted } from '../support/machines/planted.ts';
import { MACHINES, type Machines, startPost } from '../support/messages/message-tabs.ts';
import { A, listener, PEERS } from '../support/messages/message-sequences-world.ts';
import { isLong, runs, sequences, timeoutOf } from '../support/runs.ts';

/**
 * `hold`: the outbox answers nothing until `open`. `retry`: the outbox sends failed jobs again, as
 * it does when a relay is back. `unlock`: the key is unlocked after a refusal without a prompt.
 * `sleep`: longer than a timeout of the draft's lookup.
 */
type Step =
  | 'type'
  | 'clear'
  | 'enter'
  | 'sign'
  | 'refuse'
  | 'accept'
  | 'fail'
  | 'retry'
  | 'showNext'
  | 'reload'
  | 'crash'
  | 'hold'
  | 'open'
  | 'unlock'
  | 'sleep';

const often: Readonly<Record<Step, number>> = {
  type: 9,
  clear: 1,
  enter: 8,
  sign: 8,
  refuse: 1,
  accept: 5,
  fail: 2,
  retry: 1,
  showNext: 2,
  reload: 1,
  crash: 1,
  hold: 1,
  open: 2,
  unlock: 1,
  sleep: 1,
};
const step = fc.oneof(
  ...Object.entries(often).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as Step),
  })),
);
const script = fc.record({
  isPrivate: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 50, size: 'max' }),
});

const SECOND = 1_000;

/** One user at one conversation, over a disk and an outbox that outlive the page. */
function startWriting(machines: Machines, isPrivate: boolean) {
  const post = startPost(machines);
  const { world } = post;
  const peer = PEERS[A]?.[isPrivate ? 0 : 1] ?? '';
  const handle = world.outbox;
  const silent = listener(() => undefined);
  let held: AnyEventObject[] | undefined;
  world.outbox = (account, event) =>
    held && event.type.startsWith('outbox.') ? void held.push(event) : handle(account, event);
  let [now, count, crashes] = [1_000_000, 0, 0];
  /** Texts that must not be lost, and texts that the user wanted to be sent, in their order. */
  const texts = new Set<string>();
  const entered = new Map<string, number>();
  /** Accepted texts, in their order, with the number of their last Enter. */
  const accepted: Array<{ text: string; at: number | undefined; date: number }> = [];
  const [known, ordered] = [new Set<string>(), new Set<string>()];
  let queued: readonly string[] = [];

  const actor = () => post.tabs[0].child(`outgoing ${peer}`) as OutgoingMessageActor;
  const field = () => textInField(actor().getSnapshot());
  const plain = ({ text }: OutgoingMessage) => text.reveal() ?? '';
  const sent = () => {
    const snapshot = actor().getSnapshot();
    const { outgoing, queue } = snapshot.context;
    const all = [outgoing, ...queue.map((one) => one.outgoing)];
    return snapshot.hasTag('sending') ? all.map(plain) : [];
  };
  const jobs = (state: string): readonly OutboxRecord[] =>
    [...world.records.values()].filter((record) => stateOf(record) === state);
  const textOf = (record: OutboxRecord) => world.textOf(record)?.text ?? '';
  const look = () => {
    post.follow();
    post.tabs[0].look(peer);
    post.follow();
  };
  const write = (text: string) => {
    texts.delete(field());
    if (text !== '') texts.add(text);
    now += 50;
    actor().send({ type: 'outgoing.write', text: secretOf(text), now: millis(now) });
    deepStrictEqual(field(), text, 'the field takes it at once');
  };
  const enter = () => {
    const text = field();
    now += 50;
    const isChecking = actor().getSnapshot().hasTag('checking');
    actor().send({ type: 'outgoing.send', now: millis(now) });
    if (text !== '' && !isChecking) entered.set(text, now);
  };
  const settle = (isTaken: boolean) => {
    const [record] = world.waiting();
    if (record) world.settle(record, isTaken);
  };
  const release = () => {
    const all = held ?? [];
    held = undefined;
    for (const event of all) handle(A, event);
  };
  const retry = () => {
    for (const { job } of jobs('failed')) handle(A, { type: 'outbox.retry', job, from: silent });
  };
  const crash = () => {
    // after more failures it rests for a minute
    if (++crashes > 2) return;
    now += 60 * SECOND;
    post.tabs[0].crash('outgoing');
    look();
  };
  const unlock = () => post.tabs[0].actors.messages?.send({ type: 'account.unlocked' });
  /** Texts that were sent are sent on by the next page, and after a crash. */
  const keepingQueue = (act: () => void) => {
    const before = sent();
    act();
    post.follow();
    const taken = new Set(jobs('accepted').map(textOf));
    deepStrictEqual(
      sent().filter((text) => before.includes(text) && !taken.has(text)),
      before.filter((text) => !taken.has(text)),
      'the queue is lost',
    );
  };
  const perform = (one: Step): void => {
    if (one === 'type') write(field() === '' ? `text ${++count}` : `${field()}.`);
    else if (one === 'clear') write('');
    else if (one === 'enter') enter();
    else if (one === 'sign' || one === 'refuse') post.tabs[0].sign(0, one === 'sign');
    else if (one === 'accept' || one === 'fail') settle(one === 'accept');
    else if (one === 'retry') retry();
    else if (one === 'showNext') actor().send({ type: 'outgoing.showNext' });
    else if (one === 'hold') held ??= [];
    else if (one === 'open') release();
    else if (one === 'sleep') post.tabs[0].wait(6 * SECOND);
    else if (one === 'unlock') unlock();
    else if (one === 'crash') keepingQueue(crash);
    else
      keepingQueue(() => {
        // orders that the outbox has not read end with the page
        held &&= [];
        now += 60 * SECOND;
        post.replace(0, A);
        look();
      });
  };
  const note = () => {
    for (const record of world.records.values()) {
      if (ordered.has(record.job)) continue;
      ordered.add(record.job);
      ok(entered.has(textOf(record)), 'it was sent by itself');
    }
    const taken = new Set(jobs('accepted').map(textOf));
    // a text that left the queue unsent waits for the user again
    for (const text of queued) if (!sent().includes(text) && !taken.has(text)) entered.delete(text);
    queued = sent();
    for (const record of jobs('accepted')) {
      if (known.has(record.job)) continue;
      known.add(record.job);
      const text = textOf(record);
      const date = inSeconds(record.event?.created_at ?? seconds(0));
      accepted.push({ text, at: entered.get(text), date });
    }
  };
  const check = () => {
    post.follow();
    note();
    const taken = accepted.map(({ text }) => text);
    deepStrictEqual(taken.length, new Set(taken).size, 'it was sent twice');
    const here = [field(), ...sent(), ...actor().getSnapshot().context.others.map(plain)];
    const disk = world.rows.map(({ outgoing }) => plain(outgoing));
    const isThere = (text: string) =>
      taken.includes(text) || (here.includes(text) && disk.includes(text));
    deepStrictEqual(
      [...texts].filter((text) => !isThere(text)),
      [],
      'a text is lost',
    );
    const shown = here.filter((text) => text !== '');
    deepStrictEqual(shown.length, new Set(shown).size, 'it is shown twice');
    if (!held) ok(!shown.some((text) => taken.includes(text)), 'it is shown after it was sent');
    // a text that waited for the user again is the message of its last Enter
    const orderly = accepted.filter(({ at }) => at !== undefined);
    const isRising = (numbers: readonly number[]) =>
      numbers.every((one, at) => at === 0 || one > (numbers[at - 1] ?? 0));
    ok(isRising(orderly.map(({ at }) => at ?? 0)), 'another order');
    // the date of a gift wrap is not the date of its message
    ok(isPrivate || isRising(orderly.map(({ date }) => date)), 'another order of dates');
  };
  const finish = () => {
    release();
    for (let rest = 200; rest > 0 && sent().length > 0; rest--) {
      post.tabs[0].wait(SECOND);
      if (actor().getSnapshot().hasTag('locked')) unlock();
      post.tabs[0].sign(0, true);
      settle(true);
      check();
    }
    deepStrictEqual(sent(), [], 'it is never sent');
  };
  look();
  return { perform, check, finish, world, accepted };
}

const holds = (machines: Machines = MACHINES) =>
  fc.property(script, ({ isPrivate, steps }) => {
    const writing = startWriting(machines, isPrivate);
    for (const one of steps) {
      writing.perform(one);
      writing.check();
    }
    writing.finish();
  });

test('DM-05 COMPOSE-12 INV-NO-LOSS PUBLISH-04 in any order no text is lost, sent twice or out of order', {
  timeout: timeoutOf(60_000),
}, () => {
  // `npm run test:long`, and a requested number of sequences, try other ones each time
  const isOther = isLong || process.env['STARLING_SEQUENCES'] !== undefined;
  fc.assert(holds(), { numRuns: sequences(runs(400)), ...(isOther ? {} : { seed: 7 }) });
});

const FOUND = 300;
const withOutgoing = (outgoing: typeof outgoingMessageMachine): Machines => ({
  ...MACHINES,
  messages: messagesMachine.provide({ actors: { outgoing } }),
});

describe('the same property fails (planted)', () => {
  test('DM-05 INV-NO-LOSS for a queue that is dropped after a failure', () => {
    const careless = outgoingMessageMachine.provide({
      actions: { keepQueued: assign({ queue: [] }) },
    });
    expect(endOf(holds(withOutgoing(careless)), FOUND)).toBe('AssertionError');
  });

  test.runIf(isLong)('DM-05 for a queue that is sent although a text failed', () => {
    const eager = planted(outgoingMessageMachine, (config) => {
      Object.assign(config['states']?.['stopping'] ?? {}, { entry: [], always: 'continuing' });
    });
    expect(endOf(holds(withOutgoing(eager)), FOUND)).toBe('AssertionError');
  });

  test('DM-05 for a queue that sends the last text first', () => {
    const hasty = outgoingMessageMachine.provide({
      actions: {
        enqueueNext: assign(({ context: { next, queue }, event }) =>
          next && event.type === 'outgoing.send'
            ? { next: undefined, queue: [{ outgoing: next, now: event.now }, ...queue] }
            : {},
        ),
      },
    });
    expect(endOf(holds(withOutgoing(hasty)), FOUND)).toBe('AssertionError');
  });

  test('DM-05 INV-NO-LOSS for a field that ignores letters while a message is sent', () => {
    const deaf = planted(outgoingMessageMachine, (config) => {
      delete config['states']?.['pending']?.['on']?.['outgoing.write'];
    });
    expect(endOf(holds(withOutgoing(deaf)), FOUND)).toBe('AssertionError');
  });
});
