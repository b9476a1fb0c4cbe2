import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { ANN, sealed } from '../../../tests/support/messages/messages-world.ts';
import {
  FAILED,
  NAMED,
  NOW,
  outgoingOf,
  recordOf,
  SENDING,
  startOutgoing,
  TAKEN,
  TEMPLATE,
  UNNAMED,
  UNANSWERED,
  UNREACHED,
  UNSIGNED,
} from '../../../tests/support/messages/outgoing-world.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { millis } from '../../events/core/time.ts';
import type { OutboxEntryDraft } from '../../events/publish/outbox/outbox-entry.ts';

/** The record of a job that sends the draft with that time. */
function recordFrom(job: string, changedAt: number, lines: readonly OutboxEntryDraft[]) {
  const { kind, tags, content } = TEMPLATE;
  const draft = pressed({ kind, tags, content });
  const wish = { type: 'event', draft, origin: `message:${ANN} ${changedAt}` } as const;
  return { ...recordOf(job, lines), wish };
}
const others = (it: ReturnType<typeof startOutgoing>) =>
  it.context().others.map(({ text }) => text.reveal());
const next = (it: ReturnType<typeof startOutgoing>) => it.context().next?.text.reveal();

test('DM-05 texts that are sent during sending follow one by one, each with a later date', () => {
  const it = startOutgoing();
  it.order();
  it.write('second', 6);
  it.send();
  it.write('third', 7);
  it.send();
  it.write('fourth', 8);
  it.write(' ', 9);
  it.send();
  it.begun();
  expect([it.text(), next(it), it.of('intents.publish').length]).toEqual(['hello', ' ', 1]);
  const take = (changedAt: number) => {
    const created_at = it.of('intents.publish').at(-1)?.['now'];
    const event = trusted({ ...TEMPLATE, created_at });
    const record = { ...recordFrom('j', changedAt, TAKEN), event };
    it.actor.send({ type: 'outbox.jobChanged', record });
  };
  take(5);
  it.signer.sign(sealed(2));
  it.begun();
  expect([it.text(), it.is('sending')]).toEqual(['second', true]);
  take(6);
  it.signer.sign(sealed(3));
  expect(it.of('intents.publish').map(({ origin, now }) => [origin, now])).toEqual([
    [`message:${ANN} 5`, NOW / 1_000],
    [`message:${ANN} 6`, NOW / 1_000 + 1],
    [`message:${ANN} 7`, NOW / 1_000 + 2],
  ]);
  it.begun();
  take(7);
  expect([it.state(), it.text()]).toEqual(['writing', ' ']);
});

test('DM-05 INV-NO-LOSS a failure stops the queue: the failed text returns, the others are unsent', () => {
  const failures: ReadonlyArray<(it: ReturnType<typeof startOutgoing>) => void> = [
    (it) => it.signer.refuse(),
    (it) => it.wait(12 * 60_000),
    (it) => {
      it.signer.sign(sealed(1));
      it.begun();
      it.news(...UNSIGNED);
    },
    (it) => {
      it.signer.sign(sealed(1));
      it.begun();
      it.news(...FAILED);
    },
    (it) => {
      it.signer.sign(sealed(1));
      it.begun();
      it.wait(20 * 60_000);
    },
  ];
  for (const fail of failures)
    for (const typed of ['', 'typed']) {
      const it = startOutgoing({ others: [outgoingOf('2', 'old')] });
      it.locate(UNNAMED);
      it.write('first');
      it.send();
      it.locate(UNNAMED, `send ${ANN}`);
      it.write('second', 6);
      it.send();
      if (typed !== '') it.write(typed, 7);
      fail(it);
      expect(it.is('sending')).toBe(false);
      expect([it.text(), others(it)]).toEqual(
        typed === '' ? ['first', ['second', 'old']] : [typed, ['first', 'second', 'old']],
      );
      expect(it.failure()).toBeDefined();
      // the next letter belongs to the text in the field
      it.write(`${it.text()}.`, 8);
      expect([it.failure() === undefined, it.context().failedId]).toEqual(
        typed === '' ? [true, undefined] : [false, '5'],
      );
    }
});

test.each([
  ['is reached', UNREACHED],
  ['answers', UNANSWERED],
])('DM-05 while no relay %s, later texts wait behind the first, and follow it', (_, lines) => {
  const it = startOutgoing();
  it.order();
  it.begun();
  it.write('second', 6);
  it.send();
  it.write('typed', 7);
  it.news(...lines);
  expect([it.state(), it.text(), next(it), others(it)]).toEqual(['pending', 'hello', 'typed', []]);
  expect(it.failure()).toBe('publish.failed');
  it.news(...SENDING);
  expect(it.failure()).toBeUndefined();
  it.news(...TAKEN);
  expect([it.text(), next(it), it.is('sending')]).toEqual(['second', 'typed', true]);
  // alone it waits as well, for as long as it takes
  const alone = startOutgoing();
  alone.order();
  alone.begun();
  alone.news(...lines);
  alone.wait(60 * 60_000);
  expect([alone.state(), alone.text(), next(alone)]).toEqual(['pending', 'hello', undefined]);
  alone.news(...TAKEN);
  expect([alone.state(), alone.text()]).toEqual(['writing', '']);
  const found = startOutgoing({ kept: outgoingOf('5', 'hello') });
  found.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, lines) });
  expect([found.state(), found.text(), next(found)]).toEqual(['pending', 'hello', undefined]);
});

test('PUBLISH-04 INV-NO-LOSS after a reload the text in transit is found among the other drafts', () => {
  const it = startOutgoing({ kept: outgoingOf('7', 'typed'), others: [outgoingOf('5', 'sent')] });
  it.actor.send({ type: 'outbox.jobMissing', request: 'other' });
  expect(it.is('checking')).toBe(true);
  it.actor.send({ type: 'outbox.jobMissing' });
  expect(it.of('outbox.subscribeToOrigin')).toMatchObject([
    { origin: `message:${ANN} 7` },
    { origin: `message:${ANN} 5`, request: 'other' },
  ]);
  it.actor.send({ type: 'outbox.jobCreated', job: 'j', request: 'other' });
  it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, SENDING) });
  expect([it.state(), it.text(), next(it), others(it)]).toEqual(['pending', 'sent', 'typed', []]);
  it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, TAKEN) });
  expect([it.state(), it.text()]).toEqual(['writing', 'typed']);
});

test('INV-OUTCOME INV-NO-LOSS news of another text never ends the one that is being sent', () => {
  const it = startOutgoing({ others: [outgoingOf('3', 'old')] });
  it.order();
  it.actor.send({ type: 'outbox.jobCreated', job: 'o', request: 'other' });
  expect(it.state()).toBe('ordered');
  it.begun();
  it.actor.send({ type: 'outbox.jobCreated', job: 'o', request: 'other' });
  it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('o', 3, TAKEN) });
  expect([it.state(), it.text(), others(it)]).toEqual(['pending', 'hello', []]);
  expect(it.of('outgoing.sent').map(({ text }) => text.reveal())).toEqual(['old']);
  expect(it.of('outgoing.changed').at(-1)).toMatchObject({ outgoing: { id: '3' } });
});

test('COMPOSE-12 INV-NO-LOSS a text left for another one is followed if it is sent after all', () => {
  const left = () => {
    const it = startOutgoing();
    it.order();
    it.begun();
    it.write('typed', 6);
    it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, FAILED) });
    expect([it.state(), it.text(), others(it)]).toEqual(['writing', 'typed', ['hello']]);
    expect(it.of('outbox.discard')).toEqual([]);
    return it;
  };
  const taken = left();
  taken.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, TAKEN) });
  expect([taken.text(), others(taken), taken.failure()]).toEqual(['typed', [], undefined]);
  const resent = left();
  resent.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, SENDING) });
  expect([resent.text(), next(resent), resent.failure()]).toEqual(['hello', 'typed', undefined]);
  const shown = left();
  shown.actor.send({ type: 'outgoing.showNext' });
  expect(shown.of('outbox.subscribeToOrigin').at(-1)).toMatchObject({
    origin: `message:${ANN} 5`,
  });
  shown.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, FAILED) });
  expect([shown.state(), shown.text(), others(shown)]).toEqual(['failed', 'hello', ['typed']]);
  // its signed event is sent again
  shown.send();
  expect(shown.of('outbox.retry')).toMatchObject([{ job: 'j' }]);
});

test('DM-05 INV-NO-LOSS letters during the lookup after a reload are kept with any result', () => {
  const changed = (lines: readonly OutboxEntryDraft[] | undefined) => {
    const it = startOutgoing({ kept: outgoingOf('5', 'kept') });
    it.write('kept!', 6);
    if (lines) it.begun();
    if (lines) it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, lines) });
    else it.wait(5_000);
    const stored = new Map(
      it.of('outgoing.changed').map(({ outgoing }) => [outgoing.id, outgoing.text.reveal()]),
    );
    return [it.state(), it.text(), next(it), it.of('outbox.discard').length, [...stored]];
  };
  const merged = [
    ['6', ''],
    ['5', 'kept!'],
  ];
  expect(changed(undefined)).toEqual(['writing', 'kept!', undefined, 0, merged]);
  expect(changed(UNSIGNED)).toEqual(['writing', 'kept!', undefined, 1, merged]);
  expect(changed(FAILED)).toEqual(['writing', 'kept!', undefined, 1, merged]);
  expect(changed(SENDING)).toEqual(['pending', 'kept', 'kept!', 0, [['6', 'kept!']]]);
  expect(changed(TAKEN)).toEqual([
    'writing',
    'kept!',
    undefined,
    0,
    [
      ['6', 'kept!'],
      ['5', ''],
    ],
  ]);
});

test('PUBLISH-04 a draft whose job is found after the timeout is followed', () => {
  const late = (lines: readonly OutboxEntryDraft[]) => {
    const it = startOutgoing({ kept: outgoingOf('5', 'kept') });
    it.wait(5_000);
    it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, lines) });
    return [it.state(), it.text(), it.context().job];
  };
  expect(late(SENDING)).toEqual(['pending', 'kept', 'j']);
  expect(late(TAKEN)).toEqual(['writing', '', undefined]);
  expect(late(FAILED)).toEqual(['writing', 'kept', undefined]);
});

test('INV-OUTCOME DM-05 further news of an accepted message does not show it again without words', () => {
  const it = startOutgoing();
  it.order();
  it.begun();
  for (const lines of [TAKEN, TAKEN, SENDING])
    it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, lines) });
  expect([it.state(), it.of('outgoing.sent').map(({ text }) => text.reveal())]).toEqual([
    'writing',
    ['hello'],
  ]);
});

/** Texts that the user sent on an earlier page. `isOrdered`: the first one had a job. */
const sentBefore = (isOrdered = false) => ({
  kept: outgoingOf('9', 'typed'),
  others: [
    outgoingOf('7', 'third', { enteredAt: millis(9_000) }),
    outgoingOf('5', 'first', { enteredAt: millis(7_000), isOrdered }),
    outgoingOf('6', 'second', { enteredAt: millis(8_000) }),
  ],
});

test('INV-NO-LOSS PUBLISH-04 a later page sends texts on in their order, without a prompt', () => {
  const it = startOutgoing(sentBefore());
  expect([it.is('sending'), it.text(), next(it), others(it)]).toEqual([true, 'first', 'typed', []]);
  it.locate(UNNAMED);
  expect(it.of('intents.publish')).toEqual([]);
  it.actor.send({ type: 'outbox.jobMissing' });
  it.locate(UNNAMED, `send ${ANN}`);
  expect(it.signer.open()).toMatchObject([{ quiet: true }]);
  // the key is locked
  it.signer.refuse();
  expect([it.is('locked'), it.is('sending'), it.failure()]).toEqual([true, true, undefined]);
  it.actor.send({ type: 'account.unlocked' });
  it.signer.sign(sealed(1));
  it.begun();
  it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, SENDING) });
  expect(it.of('outgoing.changed').at(-1)).toMatchObject({
    outgoing: { id: '5', isOrdered: true },
  });
  it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, TAKEN) });
  expect([it.text(), next(it)]).toEqual(['second', 'typed']);
  // a user who presses Enter may be prompted
  it.signer.refuse();
  it.send();
  expect(it.signer.open()).toMatchObject([{ quiet: false }]);
  it.signer.refuse();
  expect([it.text(), others(it)]).toEqual(['second', ['third', 'typed']]);
  const marks = [it.context().outgoing, ...it.context().others].map(({ enteredAt, isUnsent }) => [
    enteredAt,
    isUnsent,
  ]);
  expect(marks).toEqual([
    [undefined, true],
    [undefined, true],
    [undefined, true],
  ]);
});

test('PUBLISH-04 a text whose job was discarded meanwhile is not sent again, and stops later ones', () => {
  const it = startOutgoing(sentBefore(true));
  it.actor.send({ type: 'outbox.jobMissing' });
  expect([it.state(), it.text(), others(it)]).toEqual([
    'writing',
    'typed',
    ['first', 'second', 'third'],
  ]);
  expect(it.context().others.map(({ isUnsent }) => isUnsent)).toEqual([undefined, true, true]);
  // stored from the last one on, so that a crash in between sends none without the one before
  expect(it.of('outgoing.changed').map(({ outgoing }) => outgoing.id)).toEqual(['7', '6', '5']);
});

test('PUBLISH-04 a later page follows the job of the first text, and asks again for its signature', () => {
  const follow = (lines: readonly OutboxEntryDraft[]) => {
    const it = startOutgoing(sentBefore(true));
    it.begun();
    it.actor.send({ type: 'outbox.jobChanged', record: recordFrom('j', 5, lines) });
    return [it.state(), it.text(), it.of('outbox.retry').length];
  };
  expect(follow(SENDING)).toEqual(['pending', 'first', 0]);
  expect(follow(UNREACHED)).toEqual(['pending', 'first', 0]);
  expect(follow([])).toEqual(['pending', 'first', 1]);
  expect(follow(TAKEN)).toEqual(['locating', 'second', 0]);
  expect(follow(FAILED)).toEqual(['writing', 'typed', 0]);
  expect(follow(UNSIGNED)).toEqual(['writing', 'typed', 0]);
});

test('INV-NO-LOSS texts of an earlier page wait for the relays of the peer, with any delay', () => {
  const it = startOutgoing(sentBefore());
  it.actor.send({ type: 'outbox.jobMissing' });
  it.wait(16_000);
  expect([it.state(), it.is('sending'), it.failure()]).toEqual(['unlocated', true, undefined]);
  it.wait(15_000);
  it.locate(NAMED, `send ${ANN}`);
  expect(it.state()).toBe('wrapping');
});
